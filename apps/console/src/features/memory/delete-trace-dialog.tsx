import type { MemoryTrace } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { DeleteDialog } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useDeleteTrace } from "./use-memory.ts";

/** Asks before a trace goes with its samples. */
export function DeleteTraceDialog(props: { project: string; trace: MemoryTrace; onClose: () => void }) {
  const t = useT("memory");
  const format = useFormat();
  const { project, trace, onClose } = props;
  return (
    <DeleteDialog
      t={t}
      name={trace.name}
      id={trace.trace_id}
      remove={useDeleteTrace(project)}
      list={paths.memoryTraces(project)}
      onClose={onClose}
    >
      <p>{t("delete.goes", { count: trace.samples, size: format.bytes(trace.size_bytes) })}</p>
    </DeleteDialog>
  );
}
