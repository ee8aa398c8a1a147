import { USER_TYPES, type ProjectOrg } from "@udt/contract";
import { App, Button, Checkbox } from "antd";
import { useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { TypeMenu } from "./type-menu.tsx";
import { useRemoveOrgs, useSetOrgType } from "./use-orgs.ts";

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
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const touchable = orgs.filter(({ user_type }) => owner || (mayRemove && user_type === USER_TYPES.member));
  const chosen = touchable.filter(({ org_id }) => ticked.has(org_id));
  const setType = useSetOrgType(project);
  const remove = useAskToRemove(project, () => setTicked(new Set()));
  const selects = owner || mayRemove;
  const ids = (rows: readonly ProjectOrg[]) => rows.map(({ org_id }) => org_id);
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          pending={setType.isPending}
          {...(owner && {
            onSetType: (user_type: ProjectOrg["user_type"]) =>
              setType.mutate({ org_ids: ids(chosen), user_type }, { onSuccess: () => setTicked(new Set()) }),
          })}
          onRemove={() => remove(chosen)}
          onClear={() => setTicked(new Set())}
        />
      )}
      <table className="udt-table members-table" aria-busy={stale}>
        <colgroup>
          {selects && <col style={{ width: 44 }} />}
          <col />
          <col style={{ width: 128 }} />
          <col style={{ width: 152 }} />
          <col style={{ width: 160 }} />
          <col style={{ width: 128 }} />
        </colgroup>
        <thead>
          <tr>
            {selects && (
              <th scope="col">
                <Checkbox
                  aria-label={t("select_all")}
                  disabled={touchable.length === 0}
                  checked={touchable.length > 0 && chosen.length === touchable.length}
                  indeterminate={chosen.length > 0 && chosen.length < touchable.length}
                  onChange={(event) => setTicked(new Set(event.target.checked ? ids(touchable) : []))}
                />
              </th>
            )}
            <th scope="col">{t("orgs.column.org")}</th>
            <th scope="col">{t("orgs.column.people")}</th>
            <th scope="col">{t("column.type")}</th>
            <th scope="col">{t("column.joined")}</th>
            <th scope="col">
              <span className="udt-hidden">{t("column.action")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orgs.map((org) => (
            <tr key={org.org_id}>
              {selects && (
                <td>
                  <Checkbox
                    aria-label={t("select", { name: org.name })}
                    disabled={!touchable.includes(org)}
                    checked={ticked.has(org.org_id) && touchable.includes(org)}
                    onChange={(event) => {
                      const next = new Set(ticked);
                      if (event.target.checked) next.add(org.org_id);
                      else next.delete(org.org_id);
                      setTicked(next);
                    }}
                  />
                </td>
              )}
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
        </tbody>
      </table>
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
