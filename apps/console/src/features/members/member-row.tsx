import { USER_TYPES, type Member } from "@udt/contract";
import { App, Button } from "antd";
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { Avatar } from "../../lib/components/index.ts";
import { inRow, listOf, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { TypeMenu } from "./type-menu.tsx";
import { useRemove, useSetType } from "./use-members.ts";
import { useSelection } from "./use-selection.tsx";

/** How the members are listed: the columns, the rows, and what can be done with those that are ticked. */
export function useMemberRows(project: string, privileges: Privileges) {
  const t = useT("members");
  const owner = privileges.may("project.owner");
  const mayRemove = privileges.may("member.remove");
  const mayEdit = privileges.may("member.edit");
  const user = useUser();
  // An owner goes by an owner's hand alone, and who is here by an organisation goes with it.
  const isTickable = ({ own_type }: Member) =>
    own_type !== null && (owner || (mayRemove && own_type === USER_TYPES.member));
  // Who may edit makes others owners; only owners unmake them.
  const choicesFor = ({ user_id, own_type }: Member): readonly Member["user_type"][] => {
    if (own_type === null) return [];
    if (owner) return [USER_TYPES.owner, USER_TYPES.member];
    return mayEdit && user_id !== user.user_id ? [USER_TYPES.owner] : [];
  };
  const remove = useAskToRemove(project);
  const setType = useSetType(project);
  const columns: readonly TableColumn[] = [
    { key: "member", label: t("column.member"), width: "22%" },
    { key: "email", label: t("column.email") },
    { key: "type", label: t("column.type"), width: 124 },
    { key: "by", label: t("column.by"), width: 160 },
    { key: "joined", label: t("column.joined"), width: 144 },
    { key: "action", label: t("column.action"), width: 128, isHidden: true },
  ];
  const selection = useSelection<Member>({
    idOf: ({ user_id }) => user_id,
    nameOf: ({ user_name }) => user_name,
    isTickable,
    setType: owner
      ? (user_ids, user_type, onSuccess) => setType.mutate({ user_ids, user_type }, { onSuccess })
      : undefined,
    pending: setType.isPending,
    remove,
  });
  const renderRow = (member: Member, tick: ReactNode) => (
    <Row
      key={member.user_id}
      member={member}
      tick={tick}
      choices={choicesFor(member)}
      onSetType={(user_type) => setType.mutate({ user_ids: [member.user_id], user_type })}
      {...(((isTickable(member) && mayRemove) || (member.user_id === user.user_id && member.own_type !== null)) && {
        onRemove: () => remove([member]),
      })}
    />
  );
  return { columns, renderRow, tableClass: "members-table", selection: owner || mayRemove ? selection : undefined };
}

interface RowProps {
  member: Member;
  tick: ReactNode;
  choices: readonly Member["user_type"][];
  onSetType: (user_type: Member["user_type"]) => void;
  onRemove?: () => void;
}

function Row({ member, tick, choices, onSetType, onRemove }: RowProps) {
  const t = useT("members");
  const common = useT("common");
  const format = useFormat();
  const user = useUser();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const mine = member.user_id === user.user_id;
  return (
    <tr>
      {tick}
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
      <td className="udt-secondary" title={inRow(member.orgs.map(({ name }) => name))}>
        {inRow(member.orgs.map(({ name }) => name)) || common("none")}
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
    const names = listOf(members.map(({ user_name }) => user_name));
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
