import { App, Button } from "antd";
import { useState } from "react";
import { StatePill } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";
import { useConfirmSignup, type Signup } from "./use-signups.ts";

/** The columns of {@link SignupRow}. */
export function useSignupColumns(): readonly TableColumn[] {
  const t = useT("admin");
  return [
    { key: "user", label: t("users.column.user") },
    { key: "state", label: t("users.column.state"), width: 260 },
    { key: "registered", label: t("users.unconfirmed.registered"), width: 150 },
    { key: "ends", label: t("users.unconfirmed.ends"), width: 150 },
    { key: "action", label: t("users.column.action"), width: 180, isHidden: true },
  ];
}

/** Somebody who has registered and not confirmed their address: no account yet. */
export function SignupRow({ signup }: { signup: Signup }) {
  const t = useT("admin");
  const format = useFormat();
  // Tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  return (
    <tr>
      <td>
        <div className="admin-lines">
          <span title={signup.user_name}>
            <b>{signup.user_name}</b>
          </span>
          <small title={signup.email}>{signup.email}</small>
        </div>
      </td>
      <td>
        {signup.taken ? (
          <div className="admin-lines">
            <span>
              <StatePill tone="offline">{t("users.unconfirmed.taken")}</StatePill>
            </span>
            <small>{t("users.unconfirmed.taken_text")}</small>
          </div>
        ) : (
          <StatePill tone="warning">{t("users.unconfirmed.tag")}</StatePill>
        )}
      </td>
      <td>{format.dateTime(signup.created_at, now)}</td>
      <td>{format.dateTime(signup.ends_at, now)}</td>
      <td>{!signup.taken && <Confirm signup={signup} />}</td>
    </tr>
  );
}

function Confirm({ signup }: { signup: Signup }) {
  const t = useT("admin");
  const { message, modal } = App.useApp();
  const confirm = useConfirmSignup();
  const names = { name: signup.user_name, email: signup.email };
  const ask = () =>
    modal.confirm({
      title: t("users.unconfirmed.ask", names),
      content: t("users.unconfirmed.text", names),
      okText: t("users.unconfirmed.confirm"),
      onOk: () =>
        confirm.mutateAsync(signup.signup_id).then(
          ({ state }) => void message.success(t(`users.unconfirmed.done.${state}`, names)),
          // The error policy tells a failure; the lists are read again either way.
          () => undefined,
        ),
    });
  return (
    <div className="admin-actions">
      <Button onClick={ask}>{t("users.unconfirmed.confirm")}</Button>
    </div>
  );
}
