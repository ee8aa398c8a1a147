import { passRatio, type RunSummary } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { runTone } from "../../lib/runs/index.ts";

/** The last runs, oldest first: a bar each, as high as its share of cases that passed. */
export function Trend({ runs }: { runs: readonly RunSummary[] }) {
  const t = useT("jobs");
  const format = useFormat();
  if (runs.length === 0) return <span className="udt-secondary">–</span>;
  const passed = runs.filter((run) => run.verdict === "passed").length;
  return (
    <span className="jobs-trend" role="img" aria-label={t("trend", { passed, total: runs.length })}>
      {runs.toReversed().map((run) => {
        const ratio = passRatio(run.totals);
        const title = `${format.exact(run.created_at)} · ${ratio === undefined ? "–" : format.percent(ratio)}`;
        return (
          <i
            key={run.test_id}
            data-tone={runTone(run)}
            title={title}
            style={{ height: `${20 + Math.round((ratio ?? 0) * 80)}%` }}
          />
        );
      })}
    </span>
  );
}
