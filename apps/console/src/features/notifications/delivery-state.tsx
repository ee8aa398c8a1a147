import type { Delivery, DeliveryState } from "@udt/contract";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { PrivateAddressAdvice } from "../../lib/private-address/index.ts";

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

/** Why a message is where it is: ours in words, with what can be done about it where that is known, and the other side's own. */
export function Reason({ delivery: { reason, detail } }: { delivery: Pick<Delivery, "reason" | "detail"> }) {
  const t = useT("notifications");
  if (reason === "") return null;
  const text = t(`reason.${reason}`, { detail });
  if (detail === "" || reason === "http_status") return text;
  return (
    <>
      {withGap(text)}
      {reason === "address_refused" ? (
        <PrivateAddressAdvice host={detail} />
      ) : (
        <span className="udt-mono">{detail}</span>
      )}
    </>
  );
}
