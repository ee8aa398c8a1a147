import { USER_TYPES, type Member } from "@udt/contract";
import { App, Button, Checkbox } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Avatar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { TypeMenu } from "./type-menu.tsx";
import { useRemove, useSetType } from "./use-members.ts";

interface MemberTableProps {
  project: string;
  members: readonly Member[];
  stale: boolean;
  privileges: Privileges;
}

export function MemberTable({ project, members, stale, privileges }: MemberTableProps) {
  const t = useT("members");
  const owner = privileges.may("project.owner");
  const mayRemove = privileges.may("member.remove");
  const mayEdit = privileges.may("member.edit");
  const user = useUser();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // An owner goes by an owner's hand alone, and who is here by an organisation goes with it.
  const touchable = members.filter(
    ({ own_type }) => own_type !== null && (owner || (mayRemove && own_type === USER_TYPES.member)),
  );
  // Who may edit makes others owners; only owners unmake them.
  const choicesFor = ({ user_id, own_type }: Member): readonly Member["user_type"][] => {
    if (own_type === null) return [];
    if (owner) return [USER_TYPES.owner, USER_TYPES.member];
    return mayEdit && user_id !== user.user_id ? [USER_TYPES.owner] : [];
  };
  const chosen = touchable.filter(({ user_id }) => ticked.has(user_id));
  const remove = useAskToRemove(project);
  const setType = useSetType(project);
  const toggle = (user_id: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(user_id);
    else next.delete(user_id);
    setTicked(next);
  };
  const selects = owner || mayRemove;
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          pending={setType.isPending}
          {...(owner && {
            onSetType: (user_type: Member["user_type"]) =>
              setType.mutate(
                { user_ids: chosen.map(({ user_id }) => user_id), user_type },
                { onSuccess: () => setTicked(new Set()) },
              ),
          })}
          onRemove={() => remove(chosen, () => setTicked(new Set()))}
          onClear={() => setTicked(new Set())}
        />
      )}
      <table className="udt-table members-table" aria-busy={stale}>
        <colgroup>
          {selects && <col style={{ width: 44 }} />}
          <col style={{ width: "22%" }} />
          <col />
          <col style={{ width: 124 }} />
          <col style={{ width: 160 }} />
          <col style={{ width: 144 }} />
          <col style={{ width: 112 }} />
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
                  onChange={(event) =>
                    setTicked(new Set(event.target.checked ? touchable.map(({ user_id }) => user_id) : []))
                  }
                />
              </th>
            )}
            <th scope="col">{t("column.member")}</th>
            <th scope="col">{t("column.email")}</th>
            <th scope="col">{t("column.type")}</th>
            <th scope="col">{t("column.by")}</th>
            <th scope="col">{t("column.joined")}</th>
            <th scope="col">
              <span className="udt-hidden">{t("column.action")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <Row
              key={member.user_id}
              member={member}
              select={
                selects && (
                  <td>
                    <Checkbox
                      aria-label={t("select", { name: member.user_name })}
                      disabled={!touchable.includes(member)}
                      checked={ticked.has(member.user_id) && touchable.includes(member)}
                      onChange={(event) => toggle(member.user_id, event.target.checked)}
                    />
                  </td>
                )
              }
              choices={choicesFor(member)}
              onSetType={(user_type) => setType.mutate({ user_ids: [member.user_id], user_type })}
              {...(((touchable.includes(member) && mayRemove) ||
                (member.user_id === user.user_id && member.own_type !== null)) && {
                onRemove: () => remove([member]),
              })}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps {
  member: Member;
  select: React.ReactNode;
  choices: readonly Member["user_type"][];
  onSetType: (user_type: Member["user_type"]) => void;
  onRemove?: () => void;
}

function Row({ member, select, choices, onSetType, onRemove }: RowProps) {
  const t = useT("members");
  const common = useT("common");
  const format = useFormat();
  const user = useUser();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const mine = member.user_id === user.user_id;
  return (
    <tr>
      {select}
      <td>
        <div className="members-name">
          <Avatar name={member.user_name} image={member.head_image} />
          <b className="udt-ellipsis" title={member.user_name}>
            {member.user_name}
          </b>
          {mine && <small>({common("you")})</small>}
        </div>
      </td>
      <td className="udt-secondary" title={member.email}>
        {member.email}
      </td>
      <td>
        <TypeMenu name={member.user_name} user_type={member.user_type} choices={choices} onChange={onSetType} />
      </td>
      <td className="udt-secondary" title={member.orgs.map(({ name }) => name).join(", ")}>
        {member.orgs.map(({ name }) => name).join(", ") || common("none")}
      </td>
      <td>{format.dateTime(member.joined_at, now)}</td>
      <td>
        {onRemove && (
          <Button onClick={onRemove} aria-label={mine ? t("leave") : t("remove_name", { name: member.user_name })}>
            {t(mine ? "leave" : "remove")}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Asks before members lose what they have here. */
function useAskToRemove(project: string) {
  const t = useT("members");
  const user = useUser();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const remove = useRemove(project);
  return (members: readonly Member[], onDone?: () => void) => {
    const self = members.some(({ user_id }) => user_id === user.user_id);
    const names = members.map(({ user_name }) => user_name).join(", ");
    modal.confirm({
      title: self && members.length === 1 ? t("leave_ask") : t("remove_ask", { count: members.length }),
      content: self && members.length === 1 ? t("leave_text") : t("remove_text", { names }),
      okText: t(self && members.length === 1 ? "leave" : "remove"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal; the dialog closes either way and the list shows what is true.
      onOk: async () => {
        try {
          await remove.mutateAsync(members.map(({ user_id }) => user_id));
        } catch {
          return;
        }
        onDone?.();
        if (self && !user.user_role.udt_admin) await navigate(paths.projects());
      },
    });
  };
}
