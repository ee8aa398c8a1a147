import { rules } from "@udt/contract";
import { Button, Input } from "antd";
import { useState, type FormEvent } from "react";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { usePasskeyText } from "../../../lib/passkeys/index.ts";
import { isAboutProof, ProofField, useProof } from "../../../lib/proof/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { browserName } from "../browser-name.ts";
import { useAddPasskey } from "./use-passkeys.ts";

interface AddProps {
  onClose: () => void;
  /** With the first second factor come recovery codes. */
  onDone: (codes: readonly string[]) => void;
}

/** Asks what to call it and who it is; then the browser asks to unlock the device. */
export function AddPasskey(props: AddProps) {
  const t = useT("own-passkeys");
  return (
    <Dialog title={t("add_title")} footer={null} mask={{ closable: false }} onCancel={props.onClose}>
      <AddForm {...props} />
    </Dialog>
  );
}

function AddForm({ onClose, onDone }: AddProps) {
  const t = useT("own-passkeys");
  const common = useT("common");
  const texts = useRuleText();
  const why = usePasskeyText();
  const proof = useProof();
  const add = useAddPasskey();
  const [name, setName] = useState(useBrowserName());
  const [judged, setJudged] = useState(false);
  const wrongName = judged ? texts.check(rules.keyName, name) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (texts.check(rules.keyName, name) !== undefined || !proof.isGiven || add.isPending) return;
    add.mutate({ name, proof: proof.body }, { onSuccess: ({ recovery_codes }) => onDone(recovery_codes) });
  };
  return (
    <form className="account-form" noValidate onSubmit={submit}>
      <p>{t("add_text")}</p>
      <Field
        label={t("name")}
        hint={t("name_hint")}
        error={wrongName}
        render={(control) => (
          <Input
            {...control}
            {...(wrongName !== undefined && { status: "error" as const })}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      />
      <ProofField proof={proof} error={add.error} judged={judged} autoFocus />
      {add.error && !isAboutProof(add.error) && (
        <p className="udt-field-note" data-error role="alert">
          {why(add.error)}
        </p>
      )}
      <div className="account-row account-form-end">
        <Button onClick={onClose}>{common("cancel")}</Button>
        <Button type="primary" htmlType="submit" loading={add.isPending}>
          {t("add")}
        </Button>
      </div>
    </form>
  );
}

/** Where it is most likely kept; called as in the list of sessions. */
function useBrowserName(): string {
  const t = useT("account");
  const { browser, system } = browserName(navigator.userAgent);
  return browser === "" || system === "" ? browser : t("sessions.on", { browser, system });
}
