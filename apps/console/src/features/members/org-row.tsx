import { USER_TYPES, type ProjectOrg } from "@udt/contract";
import { App, Button } from "antd";
import { useState, type ReactNode } from "react";
import { listOf, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { TypeMenu } from "./type-menu.tsx";
import { useRemoveOrgs, useSetOrgType } from "./use-orgs.ts";
import { useSelection } from "./use-selection.tsx";

/** How the project's organisations are listed. Their type is changed by owners alone. */
export function useOrgRows(project: string, privileges: Privileges) {
  const t = useT("members");
  const format = useFormat();
  const [now] = useState(Date.now);
  const owner = privileges.may("project.owner");
  const mayRemove = privileges.may("member.remove");
  const isTickable = ({ user_type }: ProjectOrg) => owner || (mayRemove && user_type === USER_TYPES.member);
  const setType = useSetOrgType(project);
  const remove = useAskToRemove(project);
  const columns: readonly TableColumn[] = [
    { key: "org", label: t("orgs.column.org") },
    { key: "people", label: t("orgs.column.people"), width: 128 },
    { key: "type", label: t("column.type"), width: 152 },
    { key: "joined", label: t("column.joined"), width: 160 },
    { key: "action", label: t("column.action"), width: 128, isHidden: true },
  ];
  const selection = useSelection<ProjectOrg>({
    idOf: ({ org_id }) => org_id,
    nameOf: ({ name }) => name,
    isTickable,
    setType: owner
      ? (org_ids, user_type, onSuccess) => setType.mutate({ org_ids, user_type }, { onSuccess })
      : undefined,
    pending: setType.isPending,
    remove,
  });
  const renderRow = (org: ProjectOrg, tick: ReactNode) => (
    <tr key={org.org_id}>
      {tick}
      <td title={org.path.join(" / ")}>
        <b>{org.name}</b>
        {org.path.length > 1 && <small className="members-path">{org.path.slice(0, -1).join(" / ")}</small>}
      </td>
      <td>{t("orgs.people", { count: org.user_count, total: format.number(org.user_count) })}</td>
      <td>
        <TypeMenu
          name={org.name}
          user_type={org.user_type}
          choices={owner ? [USER_TYPES.owner, USER_TYPES.member] : []}
          onChange={(user_type) => setType.mutate({ org_ids: [org.org_id], user_type })}
        />
      </td>
      <td>{format.dateTime(org.joined_at, now)}</td>
      <td>
        {isTickable(org) && mayRemove && (
          <Button aria-label={t("remove_name", { name: org.name })} onClick={() => remove([org])}>
            {t("remove")}
          </Button>
        )}
      </td>
    </tr>
  );
  return { columns, renderRow, tableClass: "members-table", selection: owner || mayRemove ? selection : undefined };
}

/** Asks before the people of organisations lose what they have here by them. */
function useAskToRemove(project: string) {
  const t = useT("members");
  const { modal } = App.useApp();
  const remove = useRemoveOrgs(project);
  return (orgs: readonly ProjectOrg[], onDone?: () => void) =>
    modal.confirm({
      title: t("orgs.remove_ask", { count: orgs.length }),
      content: t("orgs.remove_text", { names: listOf(orgs.map(({ name }) => name)) }),
      okText: t("remove"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal; the dialog closes either way and the list shows what is true.
      onOk: () =>
        remove.mutateAsync(orgs.map(({ org_id }) => org_id)).then(
          () => onDone?.(),
          () => undefined,
        ),
    });
}
