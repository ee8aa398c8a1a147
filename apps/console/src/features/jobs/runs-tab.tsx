import { passRatio, type Job } from "@udt/contract";
import { Link } from "react-router";
import { CaretRightFilled } from "@ant-design/icons";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { RunPill, shortCommit } from "../../lib/runs/index.ts";
import { useJobRuns } from "./use-jobs.ts";

/** The runs of a job, newest first. */
export function RunsTab({ project, job }: { project: string; job: Job }) {
  const t = useT("jobs");
  const format = useFormat();
  const now = useNow();
  const view = useListView();
  const runs = useJobRuns(project, job.job_id, view.page);
  const columns: readonly TableColumn[] = [
    { key: "number", label: t("runs.column.number"), width: 72 },
    { key: "result", label: t("runs.column.result"), width: 200 },
    { key: "cases", label: t("runs.column.cases"), width: 184 },
    { key: "ratio", label: t("runs.column.ratio"), width: 92 },
    { key: "devices", label: t("runs.column.devices"), width: 80 },
    { key: "commit", label: t("runs.column.commit"), width: 84 },
    { key: "user", label: t("runs.column.user") },
    { key: "started", label: t("runs.column.started"), width: 116 },
    { key: "duration", label: t("runs.column.duration"), width: 104 },
  ];
  return (
    <ListPage
      view={view}
      read={runs}
      columns={columns}
      renderRow={(run) => {
        const { success, failed, skipped, total } = run.totals;
        // Of one that was called off before any case came out there is none to tell.
        const ratio = success + failed === 0 ? undefined : passRatio(run.totals);
        const until = run.ended_at ?? now;
        return (
          <tr key={run.test_id}>
            <td className="udt-num">
              <Link to={paths.run(project, run.test_id, job.job_id)}>#{run.run_number}</Link>
            </td>
            <td>
              <Link to={paths.run(project, run.test_id, job.job_id)} className="jobs-last">
                <RunPill run={run} />
              </Link>
            </td>
            <td className="udt-num jobs-outcomes" title={t("runs.cases", { success, failed, skipped, total })}>
              {t("runs.cases", { success, failed, skipped, total })}
            </td>
            <td className="udt-num">{ratio === undefined ? "–" : format.percent(ratio)}</td>
            <td className="udt-num">{format.number(run.device_count)}</td>
            <td className="udt-mono">{shortCommit(run.commit_id) || "–"}</td>
            <td>{run.user_name}</td>
            <td className="udt-num">{format.moment(run.created_at, now)}</td>
            <td className="udt-num">{run.started_at === null ? "–" : format.duration(until - run.started_at)}</td>
          </tr>
        );
      }}
      error={t("runs.error")}
      icon={<CaretRightFilled />}
      none={{ title: t("runs.none_title"), text: t("runs.none_text") }}
      noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
    />
  );
}
