import { App } from "antd";
import { useEffect } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import { shortCommit } from "../../../lib/runs/index.ts";
import { FileHistory } from "../file-history.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { PathDialog } from "./path-dialog.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import type { Editing, Place } from "./use-editing.ts";
import type { useTabs } from "./use-tabs.ts";

export type AskedFor = { what: "save" } | { what: "new" } | { what: "rename" | "history"; path: string };

/** What was saved to a branch of its own goes on there, once nothing is left that could be lost on the way. */
function useBranchOf({ save, seen }: Editing): void {
  const [, set] = useUrlFilters();
  const branch = save.data?.new_branch ?? "";
  const isSaved = seen.changes === 0;
  useEffect(() => {
    if (branch !== "" && isSaved) set({ branch });
  }, [branch, isSaved, set]);
}

/** The dialogs of the page. */
export function Asked(props: {
  place: Place;
  editing: Editing;
  tabs: ReturnType<typeof useTabs>;
  asked: AskedFor | undefined;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const { message } = App.useApp();
  const { place, editing, tabs, asked, onClose } = props;
  useBranchOf(editing);
  const { workspace, save, settle, conflicts, made, giveUp } = editing;
  if (conflicts)
    return (
      <ConflictDialog
        conflicts={conflicts}
        docOf={workspace.docOf}
        pending={settle.isPending}
        error={settle.error}
        onSettle={(choices) => settle.mutate({ commit: conflicts.commit, choices })}
        onClose={giveUp}
      />
    );
  if (asked?.what === "save")
    return (
      <SaveDialog
        branch={place.branch || place.script.default_branch}
        outside={place.script.outside}
        changes={workspace.changes()}
        isNew={(path) => workspace.basePath(path) === undefined && workspace.docOf(path) !== undefined}
        pending={save.isPending}
        error={save.error}
        onUndo={(path) => {
          const back = workspace.discard(path);
          if (back !== path) tabs.replace(path, back);
        }}
        onSave={(wish) =>
          save.mutate(wish, {
            onSuccess: ({ commit_id }) => {
              onClose();
              void message.success(t("edit.saved", { commit: shortCommit(commit_id) }));
            },
          })
        }
        onClose={() => {
          // Nobody types on what is being saved.
          if (save.isPending) return;
          save.reset();
          onClose();
        }}
      />
    );
  if (asked?.what === "new")
    return (
      <PathDialog
        title={t("edit.new")}
        initial=""
        isFree={(path) => workspace.isFree(path)}
        onPath={(path) => {
          workspace.added(path, made(path, ""));
          tabs.open(path);
        }}
        onClose={onClose}
      />
    );
  if (asked?.what === "rename")
    return (
      <PathDialog
        title={t("edit.rename", { path: asked.path })}
        initial={asked.path}
        isFree={(path) => workspace.isFree(path)}
        onPath={(path) => {
          workspace.rename(asked.path, path);
          tabs.replace(asked.path, path);
        }}
        onClose={onClose}
      />
    );
  if (asked?.what === "history")
    return (
      <FileHistory
        place={{ project: place.project, repo_id: place.script.repo_id, branch: place.branch }}
        path={workspace.basePath(asked.path) ?? asked.path}
        onClose={onClose}
      />
    );
  return null;
}
