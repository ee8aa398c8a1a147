import { LIMITS, scriptRules } from "@udt/contract";
import { Alert, App } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { errorText } from "../../lib/errors/index.ts";
import { FormDialog, TextField } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { useMakeBranch, type BranchPlace } from "./use-scripts.ts";

/** Makes a branch that begins at a commit; then on to its files. */
export function BranchDialog(props: {
  place: BranchPlace;
  /** Where it begins, and what that is called. */
  from: { commit_id: string; name: string };
  onClose: () => void;
}) {
  const t = useT("scripts");
  const { message } = App.useApp();
  const { check } = useRuleText();
  const navigate = useNavigate();
  const { place, from, onClose } = props;
  const make = useMakeBranch(place);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const fault = check(scriptRules.newBranchName, name);
  const go = () => {
    setTried(true);
    if (fault !== undefined) return;
    make.mutate(
      { name: name.trim(), commit_id: from.commit_id },
      {
        onSuccess: (made) => {
          void message.success(t("branches.made", { branch: made.name }));
          void navigate(paths.script(place.project, place.repo_id, "files", { branch: made.name }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog title={t("branches.make")} pending={make.isPending} onSubmit={go} onClose={onClose}>
      <TextField
        label={t("branches.name")}
        hint={t("branches.from", { from: from.name })}
        error={tried || name !== "" ? fault : undefined}
        maxLength={LIMITS.branch_max}
        value={name}
        onChange={(next) => {
          make.reset();
          setName(next);
        }}
      />
      {make.error !== null && <Alert type="error" showIcon title={errorText(make.error)} />}
    </FormDialog>
  );
}
