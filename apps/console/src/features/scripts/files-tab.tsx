import type { ScriptEntry, ScriptRepository } from "@udt/contract";
import { Alert, Segmented, Tree } from "antd";
import { useMemo, useState } from "react";
import { EmptyState, ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { EditOutlined, FileOutlined, FolderOutlined, HistoryOutlined } from "@ant-design/icons";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { BranchSelect } from "./branch-select.tsx";
import { ContentSearch } from "./content-search.tsx";
import { FileHistory } from "./file-history.tsx";
import { treeOf } from "./file-tree.ts";
import { useMoreFiles } from "./use-more-files.ts";
import { useFile, useTree } from "./use-scripts.ts";

/** What is opened when nothing was chosen. */
const FIRST = "README.md";

/** The files at a branch's newest commit, and the text of one of them. */
export function FilesTab({ project, script }: { project: string; script: ScriptRepository }) {
  const t = useT("scripts");
  const [search, set] = useUrlFilters();
  const guest = useIsGuest(project);
  const branch = search.get("branch") ?? "";
  const tree = useTree(project, script.repo_id, branch);
  const entries = tree.data?.entries;
  const nodes = useMemo(() => treeOf(entries ?? []), [entries]);
  const asked = search.get("path") ?? FIRST;
  const listed = entries?.find(({ path }) => path === asked);
  // One that is beyond those that are listed is there all the same.
  const isHidden = tree.data?.has_more === true && !listed && search.get("path") !== null;
  const hidden = useFile(project, script.repo_id, branch, isHidden ? asked : undefined);
  const entry = listed ?? (isHidden ? hidden.data : undefined);
  const [isWithin, setIsWithin] = useState(false);
  const [history, setHistory] = useState<string>();
  const more = useMoreFiles();
  const place = { project, repo_id: script.repo_id, branch };
  return (
    <>
      <div className="udt-toolbar">
        <BranchSelect
          project={project}
          repo_id={script.repo_id}
          branch={branch}
          onChange={(next) => set({ branch: next, path: undefined })}
        />
        {tree.data && (
          <span className="udt-toolbar-count" data-literal>
            {t("at_commit", { commit: shortCommit(tree.data.commit_id) })}
          </span>
        )}
        {!guest && (
          <LinkButton icon={<EditOutlined />} to={paths.scriptEdit(project, script.repo_id, { branch, path: asked })}>
            {t("edit.open")}
          </LinkButton>
        )}
      </div>
      {tree.data?.has_more && (
        <Alert
          className="scripts-note"
          type="info"
          title={more({ shown: tree.data.entries.length, total: tree.data.total })}
        />
      )}
      <div className="udt-card scripts-files">
        <div className="scripts-tree">
          <Segmented
            block
            size="small"
            value={isWithin ? "within" : "names"}
            options={[
              { value: "names", label: t("tab.files") },
              { value: "within", label: t("within.title") },
            ]}
            onChange={(what) => setIsWithin(what === "within")}
          />
          {isWithin && <ContentSearch place={place} commit_id="" />}
          {tree.isPending && <SkeletonBar width="60%" />}
          {tree.isError && (
            <ErrorState title={t("error_files")} error={tree.error} onRetry={() => void tree.refetch()} />
          )}
          {entries && !isWithin && (
            <Tree
              data-literal
              key={branch}
              blockNode
              showIcon
              expandAction="click"
              aria-label={t("tab.files")}
              treeData={nodes}
              defaultExpandAll={entries.length <= 50}
              selectedKeys={entry ? [entry.path] : []}
              icon={NodeIcon}
              onSelect={(_keys, { node }) => node.isLeaf && set({ path: String(node.key) })}
            />
          )}
        </div>
        {entry ? (
          <FileText
            key={entry.path}
            project={project}
            repo_id={script.repo_id}
            branch={branch}
            entry={entry}
            onHistory={() => setHistory(entry.path)}
          />
        ) : (
          entries && (
            <EmptyState icon={<FileOutlined />} title={t("no_file.title")}>
              {t("no_file.text")}
            </EmptyState>
          )
        )}
      </div>
      {history !== undefined && <FileHistory place={place} path={history} onClose={() => setHistory(undefined)} />}
    </>
  );
}

const NodeIcon = ({ isLeaf }: { isLeaf?: boolean }) => (isLeaf ? <FileOutlined /> : <FolderOutlined />);

function FileText(props: {
  project: string;
  repo_id: string;
  branch: string;
  entry: ScriptEntry;
  onHistory: () => void;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const { project, repo_id, branch, entry, onHistory } = props;
  const file = useFile(project, repo_id, branch, entry.path);
  return (
    <section className="scripts-file" aria-label={entry.path}>
      <header>
        <b className="udt-ellipsis" data-literal>
          {entry.path}
        </b>
        <span className="udt-secondary">{entry.kind === "submodule" ? "" : format.bytes(entry.size_bytes)}</span>
        <button
          type="button"
          className="udt-icon-button"
          aria-label={t("history.of", { path: entry.path })}
          title={t("history.of", { path: entry.path })}
          onClick={onHistory}
        >
          <HistoryOutlined />
        </button>
      </header>
      {entry.kind !== "file" && <Alert className="scripts-note" type="info" title={t(`kind.${entry.kind}`)} />}
      {file.isPending && <SkeletonBar width="70%" />}
      {file.isError && <ErrorState title={t("error_file")} error={file.error} onRetry={() => void file.refetch()} />}
      {file.data &&
        (file.data.text === null ? (
          <p className="udt-secondary scripts-note">{t("no_text")}</p>
        ) : (
          <pre className="udt-mono" tabIndex={0} data-literal>
            {file.data.text}
          </pre>
        ))}
    </section>
  );
}
