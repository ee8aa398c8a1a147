import { UndoOutlined } from "@ant-design/icons";
import type { ScriptRepository } from "@udt/contract";
import { isChangedByOthers, SaveFault, SaveFields, useSaveWish, type SaveWish } from "../../../lib/commits/index.ts";
import { FormDialog } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useShortcut } from "../../../lib/shortcuts/shortcuts.ts";
import type { FileChange } from "./workspace.ts";

const KINDS = { write: "changed", delete: "deleted", rename: "renamed" } as const;

/** Says what was changed, and saves it as a commit. */
export function SaveDialog(props: {
  /** What is edited. */
  branch: string;
  /** Where it is pushed to, when somebody else keeps it. */
  outside: ScriptRepository["outside"];
  changes: readonly FileChange[];
  isNew: (path: string) => boolean;
  pending: boolean;
  error: unknown;
  onUndo: (path: string) => void;
  onSave: (wish: SaveWish) => void;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const { branch, outside, changes, isNew, pending, error, onUndo, onSave, onClose } = props;
  const usual =
    changes.length === 1
      ? t("edit.change_file", { path: changes[0]?.path ?? "" })
      : t("edit.change_files", { count: changes.length });
  const saving = useSaveWish(usual);
  const go = () => {
    const wish = saving.wish();
    if (wish && changes.length > 0 && !pending) onSave(wish);
  };
  useShortcut("Mod+s", t("edit.save"), go);
  return (
    <FormDialog title={t("edit.save_title")} pending={pending} onSubmit={go} onClose={onClose}>
      <SaveFields saving={saving} branch={branch} pending={pending} onGo={go} />
      <ul className="edit-changes" aria-label={t("edit.changes")}>
        {changes.map((change) => (
          <li key={change.path}>
            <span className="udt-ellipsis" title={change.path} data-literal>
              {change.change === "rename" ? `${change.old_path} → ${change.path}` : change.path}
            </span>
            <small className="udt-secondary">
              {t(`change.${isNew(change.path) ? "added" : KINDS[change.change]}`)}
            </small>
            <button
              type="button"
              className="udt-icon-button"
              aria-label={t("edit.undo", { path: change.path })}
              title={t("edit.undo", { path: change.path })}
              disabled={pending}
              onClick={() => onUndo(change.path)}
            >
              <UndoOutlined />
            </button>
          </li>
        ))}
        {changes.length === 0 && <li className="udt-secondary">{t("edit.nothing")}</li>}
      </ul>
      {outside && (
        <p className="udt-secondary" data-literal>
          {t("outside.pushed", { url: outside.url })}
        </p>
      )}
      {Boolean(error) && !isChangedByOthers(error) && <SaveFault error={error} />}
    </FormDialog>
  );
}
