import type { ExecutionState, RunSummary, Verdict } from "@udt/contract";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

const EXECUTION_TONES: Record<ExecutionState, Tone> = {
  queuing: "warning",
  testing: "busy",
  timed_out: "bad",
  user_cancelled: "offline",
  cancelled: "offline",
  ended: "offline",
};
const VERDICT_TONES: Record<Verdict, Tone> = { passed: "good", failed: "bad", incomplete: "warning" };

type RunOf = Pick<RunSummary, "execution" | "verdict">;

const toneOf = (run: RunOf): Tone =>
  run.execution === "ended" && run.verdict ? VERDICT_TONES[run.verdict] : EXECUTION_TONES[run.execution];

/** How a run came out, or how it stands. */
export function RunPill({ run }: { run: RunOf }) {
  const t = useT("jobs");
  const word = run.execution === "ended" && run.verdict ? t(`verdict.${run.verdict}`) : t(`execution.${run.execution}`);
  return <StatePill tone={toneOf(run)}>{word}</StatePill>;
}

/** The last runs, oldest first: a bar each, as high as its share of cases that passed. */
export function Trend({ runs }: { runs: readonly RunSummary[] }) {
  const t = useT("jobs");
  const format = useFormat();
  if (runs.length === 0) return <span className="udt-secondary">–</span>;
  const passed = runs.filter((run) => run.verdict === "passed").length;
  return (
    <span className="jobs-trend" role="img" aria-label={t("trend", { passed, total: runs.length })}>
      {runs.toReversed().map((run) => {
        const ratio = run.totals.total > 0 ? run.totals.success / run.totals.total : 0;
        const title = `${format.exact(run.created_at)} · ${format.percent(ratio)}`;
        return (
          <i
            key={run.test_id}
            data-tone={toneOf(run)}
            title={title}
            style={{ height: `${20 + Math.round(ratio * 80)}%` }}
          />
        );
      })}
    </span>
  );
}
