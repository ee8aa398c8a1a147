import { LIMITS } from "@udt/contract";
import { Choices, TextField } from "../form/index.ts";
import { useT } from "../i18n/index.ts";
import { MessageField } from "./message-field.tsx";
import type { Saving } from "./use-save.ts";

/** What a commit says of itself, and whether it goes to the branch that was read or to one that is made for it. */
export function SaveFields(props: {
  saving: Saving;
  /** What was read. */
  branch: string;
  pending: boolean;
  onGo: () => void;
}) {
  const t = useT("commits");
  const { saving, branch, pending, onGo } = props;
  return (
    <>
      <MessageField value={saving.message} error={saving.messageFault} onChange={saving.setMessage} onGo={onGo} />
      <Choices
        label={t("save_to")}
        value={saving.isBranch ? "new" : "this"}
        options={[
          { value: "this", label: branch },
          { value: "new", label: t("new_branch"), hint: t("new_branch_hint") },
        ]}
        disabled={pending}
        onChange={(to) => saving.setIsBranch(to === "new")}
      />
      {saving.isBranch && (
        <TextField
          label={t("branch_name")}
          error={saving.nameFault}
          maxLength={LIMITS.branch_max}
          value={saving.name}
          onChange={saving.setName}
        />
      )}
    </>
  );
}
