import type { AdminOrg } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { Avatar } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useLocalView } from "../../../lib/list/index.ts";
import { useOrgUsers, useRemoveOrgUsers, type OrgUser } from "./use-org-tree.ts";

/** Who is in the organisation itself; those of the ones below are listed there. */
export function OrgPeople({ org }: { org: AdminOrg }) {
  const t = useT("admin");
  const format = useFormat();
  const { modal } = App.useApp();
  const [now] = useState(Date.now);
  const view = useLocalView();
  const users = useOrgUsers(org.org_id, { keyword: "", ...view.page });
  const remove = useRemoveOrgUsers(org.org_id);
  const ask = (user: OrgUser) =>
    modal.confirm({
      title: t("orgs.remove_ask", { name: user.user_name, org: org.name }),
      content: t("orgs.remove_text", { name: user.user_name }),
      okText: t("orgs.remove"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal; the list shows what is true.
      onOk: () => remove.mutateAsync([user.user_id]).catch(() => undefined),
    });
  const columns: readonly TableColumn[] = [
    { key: "user", label: t("users.column.user") },
    { key: "since", label: t("orgs.since"), width: 150 },
    { key: "action", label: t("users.column.action"), width: 124, isHidden: true },
  ];
  return (
    <ListPage
      isPart
      view={view}
      read={users}
      columns={columns}
      renderRow={(user) => (
        <tr key={user.user_id}>
          <td>
            <div className="admin-user">
              <Avatar name={user.user_name} image={user.head_image} />
              <div className="admin-lines">
                <b title={user.user_name}>{user.user_name}</b>
                <small title={user.email}>{user.email}</small>
              </div>
            </div>
          </td>
          <td>{format.dateTime(user.joined_at, now)}</td>
          <td>
            <Button aria-label={t("orgs.remove_name", { name: user.user_name })} onClick={() => ask(user)}>
              {t("orgs.remove")}
            </Button>
          </td>
        </tr>
      )}
      expected={3}
      error={t("users.error")}
      none={{ line: t(org.user_count > 0 ? "orgs.nobody_here" : "orgs.nobody") }}
    />
  );
}
