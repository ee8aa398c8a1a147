import { DeleteOutlined, EditOutlined, SendOutlined } from "@ant-design/icons";
import { notificationRules, type Channel, type Delivery } from "@udt/contract";
import { App, Button, Tooltip } from "antd";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";
import { DeliveryStatePill } from "../delivery-state.tsx";
import { useDeleteChannel, useTestChannel, type Owner } from "../use-notifications.ts";

interface ChannelRowsOptions {
  owner: Owner;
  mayEdit: boolean;
  onEdit: (channel: Channel) => void;
  onTested: (channel: Channel, delivery: Delivery) => void;
}

/** How channels are listed: the columns and the rows. */
export function useChannelRows({ owner, mayEdit, onEdit, onTested }: ChannelRowsOptions) {
  const t = useT("notifications");
  const test = useTestChannel(owner);
  const askToDelete = useAskToDelete(owner);
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("channels.column.name"), width: "22%" },
    { key: "target", label: t("channels.column.target") },
    { key: "last", label: t("channels.column.last"), width: 232 },
    ...(owner === null ? [] : [{ key: "triggers", label: t("channels.column.triggers"), width: 88 }]),
    ...(mayEdit ? [{ key: "action", label: t("channels.column.action"), width: 228, isHidden: true }] : []),
  ];
  const renderRow = (channel: Channel) => (
    <Row key={channel.id} channel={channel}>
      {mayEdit && (
        <td>
          <div className="notifications-actions">
            <Button
              icon={<SendOutlined />}
              loading={test.isPending && test.variables.id === channel.id}
              disabled={test.isPending}
              aria-label={t("channels.test_name", { name: channel.name })}
              onClick={() => test.mutate(channel, { onSuccess: (delivery) => onTested(channel, delivery) })}
            >
              {t("channels.test")}
            </Button>
            <Tooltip title={t("channels.edit")}>
              <Button
                icon={<EditOutlined />}
                aria-label={t("channels.edit_name", { name: channel.name })}
                onClick={() => onEdit(channel)}
              />
            </Tooltip>
            <Button
              icon={<DeleteOutlined />}
              aria-label={t("channels.delete_name", { name: channel.name })}
              onClick={() => askToDelete(channel)}
            />
          </div>
        </td>
      )}
    </Row>
  );
  return { columns, renderRow };
}

function Row({ channel, children }: { channel: Channel; children: ReactNode }) {
  const t = useT("notifications");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const { last_delivery: last } = channel;
  return (
    <tr>
      <td>
        <div className="notifications-two">
          <b className="udt-ellipsis" title={channel.name}>
            {channel.name}
          </b>
          <small>{t(`kind.${channel.kind}`)}</small>
        </div>
      </td>
      <td>
        <Target channel={channel} now={now} />
      </td>
      <td>
        {last ? (
          <Link className="notifications-last" to={`?tab=deliveries&channel_id=${channel.id}`}>
            <DeliveryStatePill {...last} />
            <span className="udt-secondary udt-num">{format.dateTime(last.created_at, now)}</span>
          </Link>
        ) : (
          <span className="udt-secondary">{t("channels.never")}</span>
        )}
      </td>
      {channel.project_id !== null && (
        <td className="udt-num">{channel.kind === "scheduled" ? "" : format.number(channel.trigger_count)}</td>
      )}
      {children}
    </tr>
  );
}

function Target({ channel, now }: { channel: Channel; now: number }) {
  const t = useT("notifications");
  const format = useFormat();
  const recipients = notificationRules.parts(channel.recipients);
  const mail = notificationRules.transportOf(channel) === "email";
  const where = mail ? recipients.join("; ") : channel.webhook_hint;
  const { schedule, next_at, comment } = channel;
  const when = schedule && `${t(`editor.days.${schedule.days}`)} ${schedule.time}`;
  const below = when ?? (mail ? t("channels.recipients", { count: recipients.length }) : comment);
  const next = next_at === null ? "" : t("channels.next", { time: format.dateTime(next_at, now) });
  return (
    <div className="notifications-two">
      <span className={mail ? "udt-ellipsis" : "udt-mono udt-ellipsis"} title={where}>
        {where}
      </span>
      <small title={schedule ? `${below} (${schedule.time_zone}). ${next}` : below}>{below}</small>
    </div>
  );
}

/** Asks before a channel goes, and says what goes with it. */
function useAskToDelete(owner: Owner) {
  const t = useT("notifications");
  const common = useT("common");
  const { modal } = App.useApp();
  const remove = useDeleteChannel(owner);
  return ({ id, name, trigger_count }: Channel) => {
    modal.confirm({
      title: t("channels.delete_ask", { name }),
      content: (
        <>
          {trigger_count > 0 && <p>{t("channels.delete_triggers", { count: trigger_count })}</p>}
          <p>{t("channels.delete_text")}</p>
        </>
      ),
      okText: common("delete"),
      okButtonProps: { danger: true },
      onOk: async () => {
        // The error policy tells a refusal; the list shows what is true.
        await remove.mutateAsync(id).catch(() => {});
      },
    });
  };
}
