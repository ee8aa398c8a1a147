import { type ScriptCommit, type ScriptRepository } from "@udt/contract";
import { useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../lib/list/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { BranchSelect } from "./branch-select.tsx";
import { CommitDrawer } from "./commit-drawer.tsx";
import { useCommits } from "./use-scripts.ts";

/** The commits of a branch, newest first; one of them in full beside it. */
export function HistoryTab({ project, script }: { project: string; script: ScriptRepository }) {
  const t = useT("scripts");
  const format = useFormat();
  const view = useListView();
  const branch = view.search.get("branch") ?? "";
  const [opened, open] = view.opened("commit");
  const commits = useCommits(project, script.repo_id, { branch, ...view.page });
  const columns: readonly TableColumn[] = [
    { key: "message", label: t("history.message") },
    { key: "author", label: t("history.author"), width: 180 },
    { key: "time", label: t("history.time"), width: 140 },
    { key: "commit", label: t("history.commit"), width: 96 },
  ];
  return (
    <>
      <ListPage
        view={view}
        read={commits}
        filters={
          <BranchSelect
            project={project}
            repo_id={script.repo_id}
            branch={branch}
            onChange={(next) => view.set({ branch: next })}
          />
        }
        count={(total) => t("history.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(commit) => <Row key={commit.commit_id} commit={commit} onOpen={open} />}
        error={t("history.error")}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      <CommitDrawer
        project={project}
        repo_id={script.repo_id}
        commit_id={opened ?? undefined}
        onClose={() => open(undefined)}
      />
    </>
  );
}

function Row({ commit, onOpen }: { commit: ScriptCommit; onOpen: (commit_id: string) => void }) {
  const [now] = useState(Date.now);
  const format = useFormat();
  const t = useT("scripts");
  return (
    <tr>
      <td>
        <button
          type="button"
          className="udt-link udt-ellipsis scripts-open"
          title={commit.subject}
          onClick={() => onOpen(commit.commit_id)}
          data-literal
        >
          {commit.subject || t("history.no_message")}
        </button>
      </td>
      <td className="udt-ellipsis" title={commit.author_email} data-literal>
        {commit.author_name}
      </td>
      <td>{format.dateTime(commit.authored_at, now)}</td>
      <td className="udt-mono" title={commit.commit_id} data-literal>
        {shortCommit(commit.commit_id)}
      </td>
    </tr>
  );
}
