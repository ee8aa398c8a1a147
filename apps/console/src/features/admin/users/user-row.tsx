import type { AdminUser } from "@udt/contract";
import { useState } from "react";
import { Avatar, StatePill } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { UserActions } from "./user-actions.tsx";
import { isExpired, USER_TONES } from "./user-tones.ts";

/** The columns of {@link UserRow}. */
export function useUserColumns(): readonly TableColumn[] {
  const t = useT("admin");
  return [
    { key: "user", label: t("users.column.user") },
    { key: "state", label: t("users.column.state"), width: 196 },
    { key: "role", label: t("users.column.role"), width: 140 },
    { key: "projects", label: t("users.column.projects"), width: 96 },
    { key: "login", label: t("users.column.login"), width: 150 },
    { key: "expires", label: t("users.column.expires"), width: 150 },
    { key: "action", label: t("users.column.action"), width: 220, isHidden: true },
  ];
}

export function UserRow({ user }: { user: AdminUser }) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  const me = useUser();
  // Tells this year from another and the expired from the others: it need not tick.
  const [now] = useState(Date.now);
  const expired = isExpired(user, now);
  return (
    <tr>
      <td>
        <div className="admin-user">
          <Avatar name={user.user_name} image={user.head_image} />
          <div className="admin-lines">
            <span title={user.user_name}>
              <b>{user.user_name}</b>
              {user.user_id === me.user_id && <span className="udt-secondary"> · {common("you")}</span>}
            </span>
            <small title={user.email}>{user.email}</small>
          </div>
        </div>
      </td>
      <td>
        <StatePill tone={expired ? "warning" : USER_TONES[user.state]}>
          {expired ? t("users.expired") : common(`user_state.${user.state}`)}
        </StatePill>
      </td>
      <td className={user.udt_admin ? undefined : "udt-secondary"}>
        {t(user.udt_admin ? "users.admin" : "users.member")}
        {user.second_factor && <small className="admin-two-step">{t("users.second_factor")}</small>}
      </td>
      <td>{format.number(user.project_count)}</td>
      <td>
        {user.last_login_at === null ? (
          <span className="udt-secondary" title={t("users.registered", { time: format.exact(user.created_at) })}>
            {t("users.never_in")}
          </span>
        ) : (
          format.dateTime(user.last_login_at, now)
        )}
      </td>
      <td>
        {user.expires_at === null ? (
          <span className="udt-secondary">{t("users.never_out")}</span>
        ) : (
          format.dateTime(user.expires_at, now)
        )}
      </td>
      <td>
        <UserActions user={user} />
      </td>
    </tr>
  );
}
