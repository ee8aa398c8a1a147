import type { ScriptRepository } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useListView } from "../../lib/list/index.ts";
import { BranchSelect } from "./branch-select.tsx";
import { CommitDrawer } from "./commit-drawer.tsx";
import { CommitRow, useCommitColumns } from "./commit-row.tsx";
import { useCommits } from "./use-scripts.ts";

/** The commits of a branch, newest first; one of them in full beside it. */
export function HistoryTab({ project, script }: { project: string; script: ScriptRepository }) {
  const t = useT("scripts");
  const format = useFormat();
  const view = useListView();
  const branch = view.search.get("branch") ?? "";
  const [opened, open] = view.opened("commit");
  const commits = useCommits(project, script.repo_id, { branch, ...view.page });
  const columns = useCommitColumns();
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
        renderRow={(commit) => <CommitRow key={commit.commit_id} commit={commit} onOpen={open} />}
        error={t("history.error")}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      <CommitDrawer
        place={{ project, repo_id: script.repo_id, branch }}
        commit_id={opened ?? undefined}
        onClose={() => open(undefined)}
      />
    </>
  );
}
