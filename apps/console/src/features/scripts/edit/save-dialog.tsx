import { UndoOutlined } from "@ant-design/icons";
import { ApiError } from "@udt/client";
import { LIMITS, scriptRules, type ScriptRepository } from "@udt/contract";
import { Alert } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Choices, FormDialog, TextField } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { useShortcut } from "../../../lib/shortcuts/shortcuts.ts";
import { MessageField } from "../message-field.tsx";
import type { SaveWish } from "./use-editing.ts";
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
  const { check } = useRuleText();
  const { branch, outside, changes, isNew, pending, error, onUndo, onSave, onClose } = props;
  const usual =
    changes.length === 1
      ? t("edit.change_file", { path: changes[0]?.path ?? "" })
      : t("edit.change_files", { count: changes.length });
  const [written, setMessage] = useState<string>();
  const message = written ?? usual;
  const fault = check(scriptRules.commitMessage, message);
  const isConflict = error instanceof ApiError && error.code === "script_file_changed";
  const [isBranch, setIsBranch] = useState(false);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const nameFault = isBranch ? check(scriptRules.newBranchName, name) : undefined;
  const go = () => {
    setTried(true);
    if (fault === undefined && nameFault === undefined && changes.length > 0 && !pending)
      onSave({ message, new_branch: isBranch ? name.trim() : "" });
  };
  useShortcut("Mod+s", t("edit.save"), go);
  return (
    <FormDialog title={t("edit.save_title")} pending={pending} onSubmit={go} onClose={onClose}>
      <MessageField value={message} error={fault} onChange={setMessage} onGo={go} />
      <Choices
        label={t("edit.save_to")}
        value={isBranch ? "new" : "this"}
        options={[
          { value: "this", label: branch },
          { value: "new", label: t("edit.new_branch"), hint: t("edit.new_branch_hint") },
        ]}
        disabled={pending}
        onChange={(to) => setIsBranch(to === "new")}
      />
      {isBranch && (
        <TextField
          label={t("branches.name")}
          error={tried || name !== "" ? nameFault : undefined}
          maxLength={LIMITS.branch_max}
          value={name}
          onChange={setName}
        />
      )}
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
      {Boolean(error) && !isConflict && (
        <Alert type="error" showIcon title={errorText(error)} description={<Evidence error={error} />} />
      )}
    </FormDialog>
  );
}

/** What the repository's host said itself, where it is more than a line. */
function Evidence({ error }: { error: unknown }) {
  const reason = error instanceof ApiError ? error.args["reason"] : undefined;
  return typeof reason === "object" && reason.evidence.includes("\n") ? <Said said={reason} /> : null;
}
