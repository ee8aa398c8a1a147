import type { MemoryTrace } from "@udt/contract";
import { App } from "antd";
import { useNavigate } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { ConfirmByName } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useDeleteTrace } from "./use-memory.ts";

/** Asks before a trace goes with its samples. */
export function DeleteTraceDialog(props: { project: string; trace: MemoryTrace; onClose: () => void }) {
  const t = useT("memory");
  const format = useFormat();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { project, trace, onClose } = props;
  const remove = useDeleteTrace(project);
  const go = () =>
    remove.mutate(trace.trace_id, {
      onSuccess: () => {
        void message.success(t("delete.done", { name: trace.name }));
        void navigate(paths.memoryTraces(project), { replace: true });
      },
      onError: onClose,
    });
  return (
    <ConfirmByName
      title={t("delete.ask", { name: trace.name })}
      action={t("delete.action")}
      asked={{ name: trace.name, label: t("delete.type", { name: trace.name }) }}
      pending={remove.isPending}
      onConfirm={go}
      onClose={onClose}
    >
      <p>{t("delete.goes", { count: trace.samples, size: format.bytes(trace.size_bytes) })}</p>
    </ConfirmByName>
  );
}
