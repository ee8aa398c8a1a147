import type { ExecutionState, RunSummary, Verdict } from "@udt/contract";
import { StatePill, type Tone } from "../components/index.ts";
import { useT } from "../i18n/index.ts";

type RunOf = Pick<RunSummary, "execution" | "verdict">;

const VERDICT_TONES: Record<Verdict, Tone> = { passed: "good", failed: "bad", incomplete: "warning" };
/** A run that ran out of time found nothing wrong with what it tests: red is for what failed. */
const EXECUTION_TONES: Record<ExecutionState, Tone> = {
  queuing: "warning",
  testing: "busy",
  timed_out: "warning",
  user_cancelled: "offline",
  cancelled: "offline",
  ended: "offline",
};

/** The tone of a run where there is room for one only: how it came out, or how it goes. */
export const runTone = ({ execution, verdict }: RunOf): Tone =>
  execution === "ended" && verdict !== null ? VERDICT_TONES[verdict] : EXECUTION_TONES[execution];

/** How a run came out, or how it goes. */
export function RunPill({ run }: { run: RunOf }) {
  const { execution, verdict } = run;
  if (execution === "ended" && verdict !== null) return <VerdictPill verdict={verdict} />;
  return <ExecutionPill execution={execution} />;
}

/** How a run came out; while that is open, or when it did not end by itself, how it goes as well. */
export function RunPills({ run: { execution, verdict } }: { run: RunOf }) {
  return (
    <>
      {verdict !== null && <VerdictPill verdict={verdict} />}
      {execution !== "ended" && <ExecutionPill execution={execution} />}
    </>
  );
}

function VerdictPill({ verdict }: { verdict: Verdict }) {
  const t = useT("common");
  return <StatePill tone={VERDICT_TONES[verdict]}>{t(`verdict.${verdict}`)}</StatePill>;
}

function ExecutionPill({ execution }: { execution: ExecutionState }) {
  const t = useT("common");
  return <StatePill tone={EXECUTION_TONES[execution]}>{t(`execution.${execution}`)}</StatePill>;
}
