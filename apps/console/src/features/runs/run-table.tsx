import type { DataOf, ENDPOINTS } from "@udt/contract";
import { useState } from "react";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { CaseBar } from "./case-bar.tsx";
import { RunPills } from "./words.tsx";

type ListedRun = DataOf<typeof ENDPOINTS.runList>["list"][number];

export function RunTable(props: { project: string; runs: readonly ListedRun[]; stale: boolean }) {
  const t = useT("runs");
  const columns = ["job", "result", "cases", "devices", "commit", "user", "start", "duration"] as const;
  return (
    <table className="udt-table" aria-busy={props.stale}>
      <colgroup>
        <col />
        <col style={{ width: 190 }} />
        <col style={{ width: 200 }} />
        <col style={{ width: 80 }} />
        <col style={{ width: 96 }} />
        <col style={{ width: "12%" }} />
        <col style={{ width: 128 }} />
        <col style={{ width: 120 }} />
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`list.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.runs.map((run) => (
          <Row key={run.test_id} project={props.project} run={run} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ project, run }: { project: string; run: ListedRun }) {
  const t = useT("runs");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const { totals } = run;
  return (
    <tr>
      <td>
        <Link className="udt-link" to={paths.run(project, run.test_id, run.job_id ?? undefined)}>
          {run.job_name}
        </Link>
        <small className="runs-line">{t(`framework.${run.framework}`)}</small>
      </td>
      <td>
        <span className="runs-pills">
          <RunPills verdict={run.verdict} execution={run.execution} />
        </span>
      </td>
      <td>
        <CaseBar totals={totals} />
        <small className="runs-line udt-num">
          {format.number(totals.success)} / {format.number(totals.total)}
          {totals.failed > 0 && ` · ${t("state.failed")} ${format.number(totals.failed)}`}
        </small>
      </td>
      <td>{format.number(run.device_count)}</td>
      <td className="udt-mono">{run.commit_id.slice(0, 7) || "–"}</td>
      <td title={run.user_name}>{run.user_name}</td>
      <td>{format.dateTime(run.created_at, now)}</td>
      <td>{run.ended_at === null ? <SoFar since={run.started_at} /> : <Took run={run} />}</td>
    </tr>
  );
}

function Took({ run }: { run: ListedRun }) {
  const format = useFormat();
  return run.started_at === null ? "–" : format.duration(run.ended_at! - run.started_at);
}

function SoFar({ since }: { since: number | null }) {
  const format = useFormat();
  const now = useNow();
  return since === null ? "–" : format.duration(now - since);
}
