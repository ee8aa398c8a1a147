import { shownCaseState, type CaseRun, type CaseTotals, type DeviceResult, type ShownCaseState } from "@udt/contract";
import { RESULT_TONES } from "@udt/contract/report-words/tones";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useT, type Translate } from "../../lib/i18n/index.ts";

export const CASE_TONES: Record<ShownCaseState, Tone> = {
  undistributed: "offline",
  distribution_failed: "warning",
  cancelled: "offline",
  executing: "busy",
  success: "good",
  failed: "bad",
  skipped: "offline",
};

/** How many cases came to an end of their own: what was cancelled or found no device is settled and not done. */
export const doneCases = ({ success, failed, skipped }: CaseTotals): number => success + failed + skipped;

export function CasePill({ one }: { one: Pick<CaseRun, "state" | "cause"> }) {
  const t = useT("runs");
  const state = shownCaseState(one);
  return <StatePill tone={CASE_TONES[state]}>{t(`state.${state}`)}</StatePill>;
}

export const causeOf = (t: Translate<"runs">, one: Pick<CaseRun, "cause" | "taken_over_by">): string =>
  one.taken_over_by === "" ? t(`cause.${one.cause}`) : t("taken_over_by", { user: one.taken_over_by });

type Noted = Pick<CaseRun, "state" | "cause" | "compared" | "flaky" | "attempt" | "taken_over_by">;

/** The cause of a state, and how the case compares, in words. */
export const notesOf = (t: Translate<"runs">, one: Noted): string[] => [
  ...(one.cause !== "none" && one.cause !== "skipped" && one.cause !== "assertion" ? [causeOf(t, one)] : []),
  ...(one.compared !== "same" && one.compared !== "still_failing" ? [t(`compared.${one.compared}`)] : []),
  ...(one.flaky ? [t("compared.flaky")] : []),
  ...(one.attempt > 1 ? [t("cases.attempt", { count: one.attempt })] : []),
];

/** The same, beside its pill. */
export function CaseNotes({ one }: { one: Noted }) {
  const notes = notesOf(useT("runs"), one);
  return notes.length === 0 ? null : <span className="runs-notes">{notes.join(" · ")}</span>;
}

export function ResultPill({ result }: { result: DeviceResult }) {
  const t = useT("runs");
  return <StatePill tone={RESULT_TONES[result]}>{t(`result.${result}`)}</StatePill>;
}

/** Of a device whose place another took. */
export function LostPill() {
  const t = useT("runs");
  return <StatePill tone="warning">{t("device.lost")}</StatePill>;
}
