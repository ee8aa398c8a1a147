import { DeleteOutlined } from "@ant-design/icons";
import { LIMITS, type MemoryTrace } from "@udt/contract";
import { Alert, Button } from "antd";
import { useState, type ReactNode } from "react";
import { errorText, refusalText } from "../../lib/errors/index.ts";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import type { Selection } from "../../lib/list/index.ts";
import { useDeleteTraces } from "./use-memory.ts";

/** Traces of the list that are one's own to delete are ticked to be deleted together. The dialog is the page's: they leave the list while it is open. */
export function useTraceTicks(project: string): { selection: Selection<MemoryTrace>; dialog: ReactNode } {
  const t = useT("memory");
  const format = useFormat();
  const [asked, setAsked] = useState<readonly MemoryTrace[]>();
  const selection: Selection<MemoryTrace> = {
    idOf: ({ trace_id }) => trace_id,
    nameOf: ({ name }) => name,
    isTickable: ({ is_deletable }) => is_deletable,
    words: {
      one: (name) => t("bulk.one", { name }),
      all: t("bulk.all"),
      bar: t("bulk.bar"),
      chosen: (count) => t("bulk.chosen", { count, total: format.number(count) }),
      clear: t("bulk.clear"),
    },
    actions: (chosen) => (
      <Button
        danger
        icon={<DeleteOutlined />}
        disabled={chosen.length > LIMITS.bulk_max}
        onClick={() => setAsked(chosen)}
      >
        {t("bulk.delete")}
      </Button>
    ),
  };
  const dialog = asked && <DeleteDialog project={project} traces={asked} onClose={() => setAsked(undefined)} />;
  return { selection, dialog };
}

/** Says what is lost, and afterwards of each that was left why. */
function DeleteDialog(props: { project: string; traces: readonly MemoryTrace[]; onClose: () => void }) {
  const t = useT("memory");
  const common = useT("common");
  const format = useFormat();
  const { project, traces, onClose } = props;
  const remove = useDeleteTraces(project);
  const { data } = remove;
  const samples = traces.reduce((sum, trace) => sum + trace.samples, 0);
  const bytes = traces.reduce((sum, trace) => sum + trace.size_bytes, 0);
  const counted = { count: traces.length, total: format.number(traces.length) };
  const go = async () => {
    const told = await remove.mutateAsync(traces.map(({ trace_id }) => trace_id)).catch(() => undefined);
    if (told?.refused.length === 0) onClose();
  };
  return (
    <Dialog
      title={data ? t("bulk.bar") : t("bulk.title", counted)}
      okText={t("bulk.delete")}
      okButtonProps={{ danger: true }}
      confirmLoading={remove.isPending}
      {...(data && { footer: <Button onClick={onClose}>{common("close")}</Button> })}
      onOk={() => void go()}
      onCancel={onClose}
    >
      {data ? (
        <>
          <p role="status">
            {t("bulk.deleted", { count: data.trace_ids.length, total: format.number(data.trace_ids.length) })} ·{" "}
            {t("bulk.left", { count: data.refused.length, total: format.number(data.refused.length) })}
          </p>
          <ul className="memory-left">
            {data.refused.map(({ trace_id, ...why }) => (
              <li key={trace_id}>
                <b data-literal>{traces.find((trace) => trace.trace_id === trace_id)?.name}</b> {refusalText(why)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{t("delete.goes", { count: samples, size: format.bytes(bytes) })}</p>
          <p className="udt-secondary" data-literal>
            {inRow(traces.map(({ name }) => name))}
          </p>
          <p className="udt-secondary">{t("bulk.hint")}</p>
          {remove.error && <Alert type="error" showIcon title={errorText(remove.error)} />}
        </>
      )}
    </Dialog>
  );
}
