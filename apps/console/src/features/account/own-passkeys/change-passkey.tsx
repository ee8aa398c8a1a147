import { rules, type Passkey } from "@udt/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { RemoveFactor } from "../two-step/proof-form.tsx";
import { useRemovePasskey, useRenamePasskey } from "./use-passkeys.ts";

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT("own-passkeys");
  const common = useT("common");
  const texts = useRuleText();
  const rename = useRenamePasskey(passkey.passkey_id);
  const [name, setName] = useState(passkey.name);
  const problem = texts.check(rules.keyName, name);
  const wrong = problem ?? (rename.error ? errorText(rename.error) : undefined);
  return (
    <Dialog title={t("rename_title")} footer={null} onCancel={onClose}>
      <form
        className="account-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined && !rename.isPending) rename.mutate(name, { onSuccess: onClose });
        }}
      >
        <Field
          label={t("name")}
          error={wrong}
          render={(control) => (
            <Input
              {...control}
              {...(wrong !== undefined && { status: "error" as const })}
              autoFocus
              autoComplete="off"
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                rename.reset();
              }}
            />
          )}
        />
        <div className="account-row account-form-end">
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="primary" htmlType="submit" disabled={problem !== undefined} loading={rename.isPending}>
            {t("rename")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RemovePasskey(props: { passkey: Passkey; isLast: boolean; onClose: () => void }) {
  const t = useT("own-passkeys");
  const { passkey, isLast, onClose } = props;
  return (
    <RemoveFactor
      title={t("remove_title", { name: passkey.name })}
      texts={[t("remove_text"), ...(isLast ? [t("remove_last")] : [])]}
      submit={t("remove")}
      removed={t("removed")}
      change={useRemovePasskey(passkey.passkey_id)}
      onClose={onClose}
    />
  );
}
