import type { CaseRun, DeviceResult, PhaseName } from "@udt/contract";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";

export const CASE_TONES: Record<CaseRun["state"] | "skipped", Tone> = {
  undistributed: "offline",
  distribution_failed: "warning",
  cancelled: "offline",
  executing: "busy",
  success: "good",
  failed: "bad",
  skipped: "offline",
};
export const RESULT_TONES: Record<DeviceResult, Tone> = {
  not_dispatched: "offline",
  dispatch_failed: "warning",
  cancelled: "offline",
  passed: "good",
  partly_passed: "bad",
  failed: "bad",
  not_tested: "offline",
  timed_out: "warning",
  running: "busy",
};
export const PHASE_TONES: Record<PhaseName, Tone> = {
  prepare: "offline",
  environment: "offline",
  install: "busy",
  run: "good",
  finish: "offline",
  clean: "warning",
};

/** A skipped case counts as passed and is shown as what it is. */
export const shownState = (one: Pick<CaseRun, "state" | "cause">): CaseRun["state"] | "skipped" =>
  one.state === "success" && one.cause === "skipped" ? "skipped" : one.state;

export function CasePill({ one }: { one: Pick<CaseRun, "state" | "cause"> }) {
  const t = useT("runs");
  const state = shownState(one);
  return <StatePill tone={CASE_TONES[state]}>{t(`state.${state}`)}</StatePill>;
}

/** The cause of a state, and how the case compares: words that stand beside its pill. */
export function CaseNotes({ one }: { one: Pick<CaseRun, "state" | "cause" | "compared" | "flaky" | "attempt"> }) {
  const t = useT("runs");
  const notes = [
    ...(one.cause !== "none" && one.cause !== "skipped" && one.cause !== "assertion" ? [t(`cause.${one.cause}`)] : []),
    ...(one.compared !== "same" && one.compared !== "still_failing" ? [t(`compared.${one.compared}`)] : []),
    ...(one.flaky ? [t("compared.flaky")] : []),
    ...(one.attempt > 1 ? [t("cases.attempt", { count: one.attempt })] : []),
  ];
  return notes.length === 0 ? null : <span className="runs-notes">{notes.join(" · ")}</span>;
}

export function ResultPill({ result }: { result: DeviceResult }) {
  const t = useT("runs");
  return <StatePill tone={RESULT_TONES[result]}>{t(`result.${result}`)}</StatePill>;
}
