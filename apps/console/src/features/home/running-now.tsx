import { settledCases } from "@udt/contract";
import { Progress } from "antd";
import { Link } from "react-router";
import { ErrorState } from "../../lib/components/index.ts";
import { DevicePicture, useBusyDevices } from "../../lib/device-pictures/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered } from "../../lib/runs/index.ts";
import { useRunningRuns } from "./use-running-runs.ts";
import "../../lib/components/panel.css";
import "../../lib/tests/progress-line.css";

/** The project's runs that go on, whoever started them, with how far each is. Not there when none does. */
export function RunningNow({ project }: { project: string }) {
  const t = useT("home");
  const format = useFormat();
  const now = useNow();
  const runs = useRunningRuns(project);
  const list = runs.data?.list ?? [];
  const deviceOf = useBusyDevices(project, list.length > 0);
  const isUnread = runs.isError && !runs.data;
  if (list.length === 0 && !isUnread) return null;
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("now.title")}</h2>
        <Link to={`${paths.runs(project)}?execution=testing`}>{t("now.all")}</Link>
      </header>
      {isUnread && <ErrorState title={t("now.error")} error={runs.error} onRetry={() => void runs.refetch()} />}
      <ul>
        {list.map((run) => {
          const { totals } = run;
          const device = deviceOf(run.test_id);
          return (
            <li key={run.test_id} className="home-running">
              {device && <DevicePicture project={project} device={device} />}
              <span className="home-name">
                <Link to={paths.run(project, run.test_id, run.job_id ?? undefined)}>{numbered(run)}</Link>
                <small className="udt-dotted udt-num">
                  <span>
                    {t("now.cases", { done: format.number(settledCases(totals)), total: format.number(totals.total) })}
                  </span>
                  {totals.failed > 0 && (
                    <span className="udt-bad">{t("now.failed", { count: format.number(totals.failed) })}</span>
                  )}
                  <span>{run.user_name}</span>
                  {run.started_at !== null && <span>{format.duration(now - run.started_at)}</span>}
                </small>
              </span>
              <Progress
                className="home-progress"
                percent={totals.total === 0 ? 0 : Math.floor((settledCases(totals) / totals.total) * 100)}
                size="small"
                format={(percent = 0) => format.percent(percent / 100)}
                // How far it is. A bar that is red says that it went wrong as a whole.
                status="normal"
                aria-label={numbered(run)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
