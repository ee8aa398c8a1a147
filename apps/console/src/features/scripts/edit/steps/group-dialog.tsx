import { useState } from "react";
import { FormDialog, TextField } from "../../../../lib/form/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";

/** As blocks are called. */
const NAME = /^[A-Za-z0-9][\w-]{0,59}$/;

/** Asks what the block of the selected steps is to be called. */
export function GroupDialog(props: { taken: readonly string[]; onName: (name: string) => void; onClose: () => void }) {
  const t = useT("steps");
  const { taken, onName, onClose } = props;
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const fault = !NAME.test(name) ? t("group.wrong") : taken.includes(name) ? t("group.taken") : undefined;
  const go = () => {
    setTried(true);
    if (fault !== undefined) return;
    onName(name);
    onClose();
  };
  return (
    <FormDialog title={t("group.title")} pending={false} onSubmit={go} onClose={onClose}>
      <p className="edit-lead">{t("group.lead")}</p>
      <TextField
        label={t("group.name")}
        hint={t("group.hint")}
        error={tried || name !== "" ? fault : undefined}
        maxLength={60}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
