import { expiryOf, type Expiry } from "@udt/contract";
import type { IosCertificate } from "@udt/contract/endpoints/ios-certificates";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** The last day is as urgent as what is over. */
const toneOf = ({ state, warned }: Expiry): Tone => {
  if (state === "expired" || warned === 1) return "bad";
  if (state === "expiring") return "warning";
  return state === "valid" ? "good" : "offline";
};

/** How long a certificate is still good for. */
export function ExpiryPill({ certificate }: { certificate: IosCertificate }) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const expiry = expiryOf(certificate, useNow());
  const { state, days, warned } = expiry;
  const word =
    state !== "expiring"
      ? t(`state.${state}`)
      : warned === 1
        ? t("expires_within_day")
        : t("expires_in", { count: days, days: format.number(days) });
  return <StatePill tone={toneOf(expiry)}>{word}</StatePill>;
}
