import { USER_TYPES, type Member } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Avatar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table, type TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { TypeMenu } from "./type-menu.tsx";
import { useRemove, useSetType } from "./use-members.ts";
import { useTicks } from "./use-ticks.tsx";

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
  const ticks = useTicks(touchable, ({ user_id }) => user_id);
  const { chosen } = ticks;
  const remove = useAskToRemove(project);
  const setType = useSetType(project);
  const selects = owner || mayRemove;
  const columns: readonly TableColumn[] = [
    { key: "member", label: t("column.member"), width: "22%" },
    { key: "email", label: t("column.email") },
    { key: "type", label: t("column.type"), width: 124 },
    { key: "by", label: t("column.by"), width: 160 },
    { key: "joined", label: t("column.joined"), width: 144 },
    { key: "action", label: t("column.action"), width: 112, isHidden: true },
  ];
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          pending={setType.isPending}
          {...(owner && {
            onSetType: (user_type: Member["user_type"]) =>
              setType.mutate({ user_ids: chosen.map(({ user_id }) => user_id), user_type }, { onSuccess: ticks.clear }),
          })}
          onRemove={() => remove(chosen, ticks.clear)}
          onClear={ticks.clear}
        />
      )}
      <Table className="members-table" columns={columns} stale={stale} tickAll={selects && ticks.all}>
        {members.map((member) => (
          <Row
            key={member.user_id}
            member={member}
            select={selects && ticks.cell(member, member.user_name)}
            choices={choicesFor(member)}
            onSetType={(user_type) => setType.mutate({ user_ids: [member.user_id], user_type })}
            {...(((touchable.includes(member) && mayRemove) ||
              (member.user_id === user.user_id && member.own_type !== null)) && {
              onRemove: () => remove([member]),
            })}
          />
        ))}
      </Table>
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
