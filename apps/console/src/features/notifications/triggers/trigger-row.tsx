import { DeleteOutlined, EditOutlined } from "@ant-design/icons";
import type { Trigger } from "@udt/contract";
import { App, Button } from "antd";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";
import { useDeleteTrigger } from "../use-notifications.ts";
import { inRow } from "../../../lib/format/index.ts";

interface TriggerRowsOptions {
  project: string;
  mayEdit: boolean;
  onEdit: (trigger: Trigger) => void;
}

/** How triggers are listed: the columns and the rows. */
export function useTriggerRows({ project, mayEdit, onEdit }: TriggerRowsOptions) {
  const t = useT("notifications");
  const askToDelete = useAskToDelete(project);
  const columns: readonly TableColumn[] = [
    { key: "event", label: t("triggers.column.event"), width: 160 },
    { key: "scope", label: t("triggers.column.scope"), width: "26%" },
    { key: "channels", label: t("triggers.column.channels") },
    { key: "by", label: t("triggers.column.by"), width: 150 },
    ...(mayEdit ? [{ key: "action", label: t("triggers.column.action"), width: 112, isHidden: true }] : []),
  ];
  const scope = ({ buss_type, job_id, job_name }: Trigger): string => {
    if (buss_type === "device") return t("triggers.all_devices");
    if (buss_type === "certificate") return t("triggers.all_certificates");
    if (buss_type === "memory") return t("triggers.all_memory");
    if (job_id === null) return t("triggers.all_jobs");
    return job_name === "" ? t("triggers.job_gone") : t("triggers.job", { name: job_name });
  };
  const renderRow = (trigger: Trigger) => {
    const event = t(`event.${trigger.event}`);
    const names = inRow(trigger.channels.map(({ name }) => name));
    return (
      <tr key={trigger.id}>
        <td>
          <b>{event}</b>
        </td>
        <td title={trigger.job_name || (trigger.job_id ?? undefined)}>{scope(trigger)}</td>
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
  };
  return { columns, renderRow };
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
