import type { WorkOrder, WorkOrderState } from "@udt/contract";
import type { Tone } from "@udt/contract/report-words/tones";
import { StatePill } from "../components/index.ts";
import { useT } from "../i18n/index.ts";

const TONES: Record<WorkOrderState, Tone> = { unprocessed: "bad", processing: "warning", processed: "good" };

export function OrderPill({ order }: { order: Pick<WorkOrder, "state" | "closed_by"> }) {
  const t = useT("work-orders");
  const { state, closed_by } = order;
  return (
    <StatePill tone={TONES[state]}>{closed_by === null ? t(`state.${state}`) : t(`closed_by.${closed_by}`)}</StatePill>
  );
}

/** Who told the fault: a person by their name, else what found it. */
export function OrderReporter({ order }: { order: Pick<WorkOrder, "source" | "reporter_name"> }) {
  const t = useT("work-orders");
  const { source, reporter_name } = order;
  return source === "person" ? <span data-literal>{reporter_name}</span> : <>{t(`by.${source}`)}</>;
}

/** What is wrong, in a line: a person's words, the step that failed, or the battery. */
export function OrderFault({ order }: { order: Pick<WorkOrder, "step" | "text"> }) {
  const t = useT("work-orders");
  const words = useT("inspection");
  const { step } = order;
  if (step === null) return <span data-literal>{order.text}</span>;
  if (step === "battery_temperature") return <>{t("battery_hot")}</>;
  if (step === "handover") return <>{t("left_behind")}</>;
  return <>{t("step_failed", { step: words(`step.${step}`) })}</>;
}
