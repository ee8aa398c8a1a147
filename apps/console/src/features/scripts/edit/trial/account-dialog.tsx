import { LIMITS, type TrialAccount } from "@udt/contract";
import { Input } from "antd";
import { useState } from "react";
import { Field, FormDialog, TextField } from "../../../../lib/form/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import type { AccountOfTrials } from "./use-account.ts";

const MAX = LIMITS.trial_account_max;

/** The question with which account scripts run here, while it is asked. */
export function AskedAccount({ accounts: { account, asking, say, giveUp } }: { accounts: AccountOfTrials }) {
  if (!asking) return null;
  return <AccountDialog account={account} runs={asking.goOn !== undefined} onSay={say} onClose={giveUp} />;
}

/** Asks with which account scripts run here; without a name they run without one. */
function AccountDialog(props: {
  account: TrialAccount | undefined;
  /** A run waits for it. */
  runs: boolean;
  onSay: (account: TrialAccount | undefined) => void;
  onClose: () => void;
}) {
  const t = useT("scripts");
  const { runs, onSay, onClose } = props;
  const [values, setValues] = useState(props.account ?? { account: "", password: "", extra: "" });
  const change = (part: Partial<TrialAccount>) => setValues((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={t("trial.account.title")}
      pending={false}
      okText={t(runs ? "trial.run" : "trial.account.use")}
      onSubmit={() => onSay(values.account === "" ? undefined : values)}
      onClose={onClose}
    >
      <p className="udt-secondary">{t("trial.account.lead")}</p>
      <TextField
        label={t("trial.account.account")}
        hint={t("trial.account.hint")}
        maxLength={MAX}
        value={values.account}
        onChange={(account) => change({ account })}
      />
      <Field
        label={t("trial.account.password")}
        render={(control) => (
          <Input.Password
            {...control}
            autoComplete="off"
            maxLength={MAX}
            value={values.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        )}
      />
      <Field
        label={t("trial.account.extra")}
        render={(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={MAX}
            value={values.extra}
            onChange={(event) => change({ extra: event.target.value })}
          />
        )}
      />
    </FormDialog>
  );
}
