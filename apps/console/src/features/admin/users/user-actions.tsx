import { MoreOutlined } from "@ant-design/icons";
import type { AdminUser } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { ExpiryDialog } from "./expiry-dialog.tsx";
import { useRemoveSecondFactor, useUpdateUser, type UserChange } from "./use-users.ts";
import { ClickMenu } from "../../../lib/components/click-menu.tsx";

type Asked = "reject" | "disable" | "make_admin" | "drop_admin";
const CHANGES: Record<Asked | "approve" | "enable", UserChange> = {
  approve: { state: "approved" },
  reject: { state: "rejected" },
  disable: { state: "disabled" },
  enable: { state: "approved" },
  make_admin: { udt_admin: true },
  drop_admin: { udt_admin: false },
};
const DONE = {
  approve: "users.approved",
  reject: "users.rejected",
  disable: "users.disabled",
  enable: "users.enabled",
  make_admin: "users.changed",
  drop_admin: "users.changed",
} as const;

/** What an administrator may do with a user in their present state. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useT("admin");
  const common = useT("common");
  const { message, modal } = App.useApp();
  const update = useUpdateUser();
  const removal = useRemoveSecondFactor();
  const me = useUser();
  const [expiring, setExpiring] = useState(false);
  const names = { name: user.user_name, email: user.email };

  const run = (what: keyof typeof CHANGES) =>
    update.mutateAsync({ user, change: CHANGES[what] }).then(
      () => void message.success(t(DONE[what], names)),
      // The error policy tells a failure; the list is read again either way.
      () => undefined,
    );
  const ask = (what: Asked) =>
    modal.confirm({
      title: t(`users.${what}_ask`, names),
      content: t(`users.${what}_text`, names),
      okText: t(`users.${what}`),
      okButtonProps: { danger: what !== "make_admin" },
      onOk: () => run(what),
    });

  const askSecondFactor = () =>
    modal.confirm({
      title: t("users.second_factor_ask", names),
      content: t("users.second_factor_text", names),
      okText: t("users.second_factor_remove"),
      okButtonProps: { danger: true },
      onOk: () =>
        removal.mutateAsync(user.user_id).then(
          () => void message.success(t("users.second_factor_removed", names)),
          () => undefined,
        ),
    });

  if (user.state === "approving") {
    return (
      <div className="admin-actions">
        <Button onClick={() => ask("reject")}>{t("users.reject")}</Button>
        <Button color="primary" variant="outlined" loading={update.isPending} onClick={() => void run("approve")}>
          {t("users.approve")}
        </Button>
      </div>
    );
  }
  if (user.state !== "approved") {
    return (
      <Button loading={update.isPending} onClick={() => void run(user.state === "rejected" ? "approve" : "enable")}>
        {t(user.state === "rejected" ? "users.approve" : "users.enable")}
      </Button>
    );
  }
  const role: Asked = user.udt_admin ? "drop_admin" : "make_admin";
  return (
    <>
      <ClickMenu
        menu={{
          items: [
            { key: "expiry", label: t("users.expiry") },
            { key: role, label: t(`users.${role}`) },
            ...(user.second_factor && user.user_id !== me.user_id
              ? [{ key: "second_factor", label: t("users.second_factor_remove") }]
              : []),
            { type: "divider" },
            { key: "disable", label: t("users.disable"), danger: true },
          ],
          onClick: ({ key }) => {
            if (key === "expiry") setExpiring(true);
            else if (key === "second_factor") askSecondFactor();
            else ask(key as Asked);
          },
        }}
      >
        <Button aria-label={common("labelled", { label: t("more"), value: user.user_name })} icon={<MoreOutlined />} />
      </ClickMenu>
      {expiring && <ExpiryDialog user={user} onClose={() => setExpiring(false)} />}
    </>
  );
}
