import { wantedCases, type DataOf } from "@udt/contract";
import type { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { useState } from "react";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered, RunPills, shortCommit } from "../../lib/runs/index.ts";
import "../../lib/tests/progress-line.css";
import { CaseBar } from "./case-bar.tsx";

type ListedRun = DataOf<typeof runReadEndpoints.runList>["list"][number];

/** The columns of {@link RunRow}. */
export function useRunColumns(): readonly TableColumn[] {
  const t = useT("runs");
  return [
    { key: "job", label: t("list.column.job") },
    { key: "result", label: t("list.column.result"), width: 168 },
    { key: "cases", label: t("list.column.cases"), width: "21%" },
    { key: "devices", label: t("list.column.devices"), width: 80 },
    { key: "commit", label: t("list.column.commit"), width: 80 },
    { key: "user", label: t("list.column.user"), width: "8%" },
    { key: "start", label: t("list.column.start"), width: 132 },
    { key: "duration", label: t("list.column.duration"), width: 128 },
  ];
}

export function RunRow({ project, run }: { project: string; run: ListedRun }) {
  const t = useT("runs");
  const frameworkName = useFrameworkName();
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const { totals } = run;
  return (
    <tr>
      <td>
        <Link
          className="udt-link"
          to={paths.run(project, run.test_id, run.job_id ?? undefined)}
          aria-label={numbered(run)}
          title={numbered(run)}
        >
          {run.job_name}
        </Link>
        <small className="runs-line udt-num">
          #{run.run_number} · {frameworkName(run.framework)}
        </small>
      </td>
      <td>
        <span className="runs-pills">
          <RunPills run={run} />
        </span>
      </td>
      <td>
        <CaseBar totals={totals} />
        <small className="runs-counts udt-dotted udt-num">
          <span>
            {format.number(totals.success)} / {format.number(wantedCases(totals))}
          </span>
          {(["failed", "skipped"] as const).map(
            (state) =>
              totals[state] > 0 && <span key={state}>{`${t(`state.${state}`)} ${format.number(totals[state])}`}</span>,
          )}
        </small>
      </td>
      <td data-label={t("list.column.devices")}>{format.number(run.device_count)}</td>
      <td className="udt-mono" data-label={t("list.column.commit")}>
        {shortCommit(run.commit_id) || "–"}
      </td>
      <td title={run.user_name}>{run.user_name}</td>
      <td className="udt-num">{format.dateTime(run.created_at, now)}</td>
      <td className="udt-num">
        {run.ended_at === null ? (
          <SoFar since={run.started_at} />
        ) : (
          <Took since={run.started_at} until={run.ended_at} />
        )}
      </td>
    </tr>
  );
}

function Took({ since, until }: { since: number | null; until: number }) {
  const format = useFormat();
  return since === null ? "–" : format.duration(until - since);
}

function SoFar({ since }: { since: number | null }) {
  const format = useFormat();
  const now = useNow();
  return since === null ? "–" : format.duration(now - since);
}
