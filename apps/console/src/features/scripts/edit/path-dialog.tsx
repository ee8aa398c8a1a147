import { LIMITS, scriptRules } from "@udt/contract";
import { useState } from "react";
import { FormDialog, TextField } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";

/** Asks for a file's path: of a new one, or another one for one that is there. */
export function PathDialog(props: {
  title: string;
  initial: string;
  isFree: (path: string) => boolean;
  onPath: (path: string) => void;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const { check } = useRuleText();
  const { title, initial, isFree, onPath, onClose } = props;
  const [path, setPath] = useState(initial);
  const [tried, setTried] = useState(false);
  const fault = check(scriptRules.scriptPath, path) ?? (path === initial || isFree(path) ? undefined : t("edit.taken"));
  const go = () => {
    setTried(true);
    if (fault !== undefined) return;
    if (path !== initial) onPath(path);
    onClose();
  };
  return (
    <FormDialog title={title} pending={false} onSubmit={go} onClose={onClose}>
      <TextField
        label={t("edit.path")}
        hint={t("edit.path_hint")}
        error={tried || (path !== "" && path !== initial) ? fault : undefined}
        maxLength={LIMITS.library_path_max}
        value={path}
        onChange={setPath}
      />
    </FormDialog>
  );
}
