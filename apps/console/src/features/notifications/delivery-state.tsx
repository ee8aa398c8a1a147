import type { Delivery, DeliveryState } from "@udt/contract";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";

const TONES: Record<DeliveryState, Tone> = {
  queued: "warning",
  sending: "busy",
  delivered: "good",
  failed: "bad",
  skipped: "offline",
};

/** What became of a message. A delivered one that not everybody got is told apart. */
export function DeliveryStatePill({ state, reason }: Pick<Delivery, "state" | "reason">) {
  const t = useT("notifications");
  const tone = state === "delivered" && reason !== "" ? "warning" : TONES[state];
  return <StatePill tone={tone}>{t(`state.${state}`)}</StatePill>;
}

/** Why a message is where it is: ours in words, and the other side's own. */
export function useReasonText() {
  const t = useT("notifications");
  return ({ reason, detail }: Pick<Delivery, "reason" | "detail">): { text: string; detail: string } =>
    reason === ""
      ? { text: "", detail: "" }
      : { text: t(`reason.${reason}`, { detail }), detail: reason === "http_status" ? "" : detail };
}
