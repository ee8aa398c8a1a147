import { Alert } from "antd";
import { useState } from "react";
import { CopyButton } from "../../lib/components/index.ts";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { patchLines } from "./patch-lines.ts";
import { useCommit } from "./use-scripts.ts";

/** One commit: who made it and why, which files it changed, and how. */
export function CommitDrawer(props: {
  project: string;
  repo_id: string;
  commit_id: string | undefined;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const [now] = useState(Date.now);
  const { project, repo_id, commit_id, onClose } = props;
  const commit = useCommit(project, repo_id, commit_id);
  return (
    <ReadDrawer
      isOpen={commit_id !== undefined}
      size={900}
      read={commit}
      title={t("commit", { commit: shortCommit(commit_id ?? "") })}
      extra={<CopyButton text={commit_id ?? ""} />}
      error={t("error_commit")}
      onClose={onClose}
      render={(data) => (
        <div className="scripts-commit">
          <h2 data-literal>{data.subject || t("history.no_message")}</h2>
          {data.body !== "" && <p data-literal>{data.body}</p>}
          <p className="udt-secondary" data-literal>
            {data.author_name} · {data.author_email} · {format.dateTime(data.authored_at, now)}
          </p>
          <ul>
            {data.files.map(({ path, old_path, change, added, removed }) => (
              <li key={path}>
                <span className="udt-ellipsis" data-literal>
                  {change === "renamed" ? `${old_path} → ${path}` : path}
                </span>
                <small className="udt-secondary">{t(`change.${change}`)}</small>
                {added !== null && removed !== null && (
                  <small className="udt-num">
                    +{format.number(added)} −{format.number(removed)}
                  </small>
                )}
              </li>
            ))}
          </ul>
          {data.has_more && <Alert className="scripts-note" type="info" title={t("more_changes")} />}
          <pre className="udt-mono" tabIndex={0} data-literal>
            {patchLines(data.patch).map(({ text, kind }, index) => (
              // Lines of a commit never change.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} data-kind={kind}>
                {text}
                {"\n"}
              </span>
            ))}
          </pre>
        </div>
      )}
    />
  );
}
