import type { ScriptCommit } from "@udt/contract";
import { Drawer } from "antd";
import { useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useLocalView } from "../../lib/list/index.ts";
import { CommitDrawer } from "./commit-drawer.tsx";
import { CommitRow, useCommitColumns } from "./commit-row.tsx";
import { useCommits, type BranchPlace } from "./use-scripts.ts";

/** Which commits of a branch changed one file, what each did to it, and the way back to it. */
export function FileHistory(props: { place: BranchPlace; path: string; onClose: () => void }) {
  const t = useT("scripts");
  const { place, onClose } = props;
  // What it was called before it was renamed.
  const [path, setPath] = useState(props.path);
  return (
    <Drawer open size={900} title={t("history.of", { path })} onClose={onClose}>
      <Commits key={path} place={place} path={path} onBefore={setPath} />
    </Drawer>
  );
}

function Commits(props: { place: BranchPlace; path: string; onBefore: (path: string) => void }) {
  const t = useT("scripts");
  const format = useFormat();
  const { place, path, onBefore } = props;
  const view = useLocalView();
  const columns = useCommitColumns();
  const [opened, open] = useState<string>();
  const commits = useCommits(place.project, place.repo_id, { branch: place.branch, path, ...view.page });
  return (
    <>
      <ListPage
        isPart
        view={view}
        read={commits}
        count={(total) => t("history.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(commit: ScriptCommit) => <CommitRow key={commit.commit_id} commit={commit} onOpen={open} />}
        error={t("history.error")}
        none={{ line: t("history.none") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      <CommitDrawer place={place} commit_id={opened} path={path} onBefore={onBefore} onClose={() => open(undefined)} />
    </>
  );
}
