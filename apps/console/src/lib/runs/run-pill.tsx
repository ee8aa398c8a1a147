import type { ExecutionState, Verdict } from "@udt/contract";
import { VERDICT_TONES } from "@udt/contract/report-words/tones";
import { StatePill } from "../components/index.ts";
import { useT } from "../i18n/index.ts";
import { EXECUTION_TONES, type RunOf } from "./run-tone.ts";

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
