import { DeleteOutlined, EditOutlined } from "@ant-design/icons";
import type { Trigger } from "@udt/contract";
import { App, Button } from "antd";
import { useT } from "../../../lib/i18n/index.ts";
import { useDeleteTrigger } from "../use-notifications.ts";

export function TriggerTable(props: {
  project: string;
  triggers: readonly Trigger[];
  stale: boolean;
  mayEdit: boolean;
  onEdit: (trigger: Trigger) => void;
}) {
  const t = useT("notifications");
  const { mayEdit, onEdit } = props;
  const askToDelete = useAskToDelete(props.project);
  return (
    <table className="udt-table" aria-busy={props.stale}>
      <colgroup>
        <col style={{ width: 160 }} />
        <col style={{ width: "26%" }} />
        <col />
        <col style={{ width: 150 }} />
        {mayEdit && <col style={{ width: 112 }} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t("triggers.column.event")}</th>
          <th scope="col">{t("triggers.column.scope")}</th>
          <th scope="col">{t("triggers.column.channels")}</th>
          <th scope="col">{t("triggers.column.by")}</th>
          {mayEdit && (
            <th scope="col">
              <span className="udt-hidden">{t("triggers.column.action")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.triggers.map((trigger) => {
          const event = t(`event.${trigger.event}`);
          const names = trigger.channels.map(({ name }) => name).join(", ");
          return (
            <tr key={trigger.id}>
              <td>
                <b>{event}</b>
              </td>
              <td title={trigger.job_name || (trigger.job_id ?? undefined)}>
                {trigger.job_id === null
                  ? t("triggers.all_jobs")
                  : trigger.job_name === ""
                    ? t("triggers.job_gone")
                    : t("triggers.job", { name: trigger.job_name })}
              </td>
              <td title={names}>{names}</td>
              <td className="udt-secondary" title={trigger.user_name}>
                {trigger.user_name}
              </td>
              {mayEdit && (
                <td>
                  <div className="notifications-actions">
                    <Button
                      icon={<EditOutlined />}
                      aria-label={t("triggers.edit_name", { name: event })}
                      onClick={() => onEdit(trigger)}
                    />
                    <Button
                      icon={<DeleteOutlined />}
                      aria-label={t("triggers.delete_name", { name: event })}
                      onClick={() => askToDelete(trigger, event, names)}
                    />
                  </div>
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function useAskToDelete(project: string) {
  const t = useT("notifications");
  const common = useT("common");
  const { modal } = App.useApp();
  const remove = useDeleteTrigger(project);
  return ({ id }: Trigger, event: string, channels: string) => {
    modal.confirm({
      title: t("triggers.delete_ask"),
      content: t("triggers.delete_text", { event, channels }),
      okText: common("delete"),
      okButtonProps: { danger: true },
      onOk: async () => {
        // The error policy tells a refusal; the list shows what is true.
        await remove.mutateAsync(id).catch(() => {});
      },
    });
  };
}
