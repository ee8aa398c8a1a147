import { USER_TYPES, type ProjectOrg } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table, type TableColumn } from "../../lib/list/index.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { TypeMenu } from "./type-menu.tsx";
import { useRemoveOrgs, useSetOrgType } from "./use-orgs.ts";
import { useTicks } from "./use-ticks.tsx";

interface OrgTableProps {
  project: string;
  orgs: readonly ProjectOrg[];
  stale: boolean;
  privileges: Privileges;
}

/** The organisations of the project. Their type is changed by owners alone. */
export function OrgTable({ project, orgs, stale, privileges }: OrgTableProps) {
  const t = useT("members");
  const format = useFormat();
  const [now] = useState(Date.now);
  const owner = privileges.may("project.owner");
  const mayRemove = privileges.may("member.remove");
  const touchable = orgs.filter(({ user_type }) => owner || (mayRemove && user_type === USER_TYPES.member));
  const ticks = useTicks(touchable, ({ org_id }) => org_id);
  const { chosen } = ticks;
  const setType = useSetOrgType(project);
  const remove = useAskToRemove(project, ticks.clear);
  const selects = owner || mayRemove;
  const columns: readonly TableColumn[] = [
    { key: "org", label: t("orgs.column.org") },
    { key: "people", label: t("orgs.column.people"), width: 128 },
    { key: "type", label: t("column.type"), width: 152 },
    { key: "joined", label: t("column.joined"), width: 160 },
    { key: "action", label: t("column.action"), width: 128, isHidden: true },
  ];
  const ids = (rows: readonly ProjectOrg[]) => rows.map(({ org_id }) => org_id);
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          pending={setType.isPending}
          {...(owner && {
            onSetType: (user_type: ProjectOrg["user_type"]) =>
              setType.mutate({ org_ids: ids(chosen), user_type }, { onSuccess: ticks.clear }),
          })}
          onRemove={() => remove(chosen)}
          onClear={ticks.clear}
        />
      )}
      <Table className="members-table" columns={columns} stale={stale} tickAll={selects && ticks.all}>
        {orgs.map((org) => (
          <tr key={org.org_id}>
            {selects && ticks.cell(org, org.name)}
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
              {touchable.includes(org) && mayRemove && (
                <Button aria-label={t("remove_name", { name: org.name })} onClick={() => remove([org])}>
                  {t("remove")}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** Asks before the people of organisations lose what they have here by them. */
function useAskToRemove(project: string, onDone: () => void) {
  const t = useT("members");
  const { modal } = App.useApp();
  const remove = useRemoveOrgs(project);
  return (orgs: readonly ProjectOrg[]) =>
    modal.confirm({
      title: t("orgs.remove_ask", { count: orgs.length }),
      content: t("orgs.remove_text", { names: orgs.map(({ name }) => name).join(", ") }),
      okText: t("remove"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal; the dialog closes either way and the list shows what is true.
      onOk: () => remove.mutateAsync(orgs.map(({ org_id }) => org_id)).then(onDone, () => undefined),
    });
}
