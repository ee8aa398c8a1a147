import { BranchesOutlined, DownOutlined, UndoOutlined } from "@ant-design/icons";
import type { ScriptRestore } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import { CopyButton } from "../../lib/components/index.ts";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { BranchDialog } from "./branch-dialog.tsx";
import { Comparison } from "./comparison.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { useMayChange } from "./outside/use-outside.ts";
import { useCommit, type BranchPlace, type RestoreWish } from "./use-scripts.ts";

/** One commit: who made it and why, which files it changed, and how; and what can be taken back of it. */
export function CommitDrawer(props: {
  place: BranchPlace;
  commit_id: string | undefined;
  /** What it did to that file alone; empty: all that it did. */
  path?: string;
  /** Shows what was before the file was renamed. */
  onBefore?: (old_path: string) => void;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const [now] = useState(Date.now);
  const { place, commit_id, path = "", onBefore, onClose } = props;
  const canChange = useMayChange(place.project, place.repo_id);
  const commit = useCommit(place.project, place.repo_id, commit_id, path);
  const [asked, ask] = useState<{ wish: RestoreWish } | "branch">();
  const restore = (what: ScriptRestore, of = "") => ask({ wish: { commit_id: commit_id ?? "", what, path: of } });
  const subject = commit.data?.subject ?? "";
  return (
    <ReadDrawer
      isOpen={commit_id !== undefined}
      size={900}
      read={commit}
      title={t("commit", { commit: shortCommit(commit_id ?? "") })}
      extra={
        <span className="scripts-extra">
          {canChange && <Actions path={path} onRestore={restore} onBranch={() => ask("branch")} />}
          <CopyButton text={commit_id ?? ""} />
        </span>
      }
      error={t("error_commit")}
      onClose={onClose}
      render={(data) => (
        <div className="scripts-commit">
          <h2 data-literal>{data.subject || t("history.no_message")}</h2>
          {data.body !== "" && <p data-literal>{data.body}</p>}
          <p className="udt-secondary" data-literal>
            {data.author_name} · {data.author_email} · {format.dateTime(data.authored_at, now)}
          </p>
          {onBefore && data.files[0]?.change === "renamed" && (
            <p>
              <Button size="small" onClick={() => onBefore(data.files[0]?.old_path ?? "")}>
                {t("history.before", { path: data.files[0].old_path })}
              </Button>
            </p>
          )}
          <Comparison
            data={data}
            {...(canChange &&
              path === "" && {
                renderAction: (of: string) => (
                  <button
                    type="button"
                    className="udt-icon-button"
                    aria-label={t("restore.file_of", { path: of })}
                    title={t("restore.file_of", { path: of })}
                    onClick={() => restore("version", of)}
                  >
                    <UndoOutlined />
                  </button>
                ),
              })}
          />
          {asked === "branch" && (
            <BranchDialog
              place={place}
              from={{ commit_id: data.commit_id, name: shortCommit(data.commit_id) }}
              onClose={() => ask(undefined)}
            />
          )}
          {asked && asked !== "branch" && (
            <RestoreDialog place={place} wish={asked.wish} subject={subject} onClose={() => ask(undefined)} />
          )}
        </div>
      )}
    />
  );
}

/** What a member can do with a commit, or with a file as it was in it. */
function Actions(props: {
  path: string;
  onRestore: (what: ScriptRestore, path?: string) => void;
  onBranch: () => void;
}) {
  const t = useT("scripts");
  const { path, onRestore, onBranch } = props;
  if (path !== "")
    return (
      <Button icon={<UndoOutlined />} onClick={() => onRestore("version", path)}>
        {t("restore.file")}
      </Button>
    );
  return (
    <>
      <Button icon={<BranchesOutlined />} onClick={onBranch}>
        {t("branches.make")}
      </Button>
      <ClickMenu
        menu={{
          items: [
            { key: "undo", label: t("restore.undo") },
            { key: "version", label: t("restore.all") },
          ],
          onClick: ({ key }) => onRestore(key === "undo" ? "undo" : "version"),
        }}
      >
        <Button icon={<UndoOutlined />}>
          {t("restore.menu")} <DownOutlined />
        </Button>
      </ClickMenu>
    </>
  );
}
