import { CloseCircleFilled, MobileOutlined, SolutionOutlined, UserAddOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "@udt/contract";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { numbered } from "../../lib/runs/index.ts";
import { useJoinRequests, useWaitingAccounts } from "../../lib/session/index.ts";
import { useFreeDevices } from "./use-free-devices.ts";
import "../../lib/components/panel.css";

/** How many tasks that failed are shown; the reports have all. */
const SHOWN = 4;

/** What waits for somebody: tasks that failed last, people who want to join or have registered, devices that cannot be used. Not there when nothing does. */
export function NeedsYou({ project }: { project: string }) {
  const t = useT("home");
  const format = useFormat();
  const now = useNow();
  const failed = useFailedTasks(project);
  const joining = useJoinRequests(project).data?.list.length ?? 0;
  const accounts = useWaitingAccounts();
  const counts = useFreeDevices(project).data?.state_counts;
  const unfit = counts?.initialization_failed ?? 0;
  const away = unfit + (counts?.offline ?? 0);
  if (failed.length === 0 && joining === 0 && accounts === 0 && away === 0) return null;
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("needs.title")}</h2>
        {failed.length > 0 && <Link to={`${paths.runs(project)}?verdict=failed`}>{t("needs.all")}</Link>}
      </header>
      <ul>
        {joining > 0 && (
          <Line icon={<UserAddOutlined />} to={paths.members(project)} title={t("needs.join", { count: joining })} />
        )}
        {accounts > 0 && (
          <Line
            icon={<SolutionOutlined />}
            to={`${paths.admin("users")}?state=approving`}
            title={t("needs.accounts", { count: accounts })}
          />
        )}
        {failed.slice(0, SHOWN).map(({ job, run }) => (
          <Line
            key={job.job_id}
            tone="bad"
            icon={<CloseCircleFilled />}
            to={paths.run(project, run.test_id, job.job_id)}
            title={numbered({ job_name: job.name, run_number: run.run_number })}
            note={t("needs.failed", {
              failed: format.number(run.totals.failed),
              total: format.number(run.totals.total),
              time: format.moment(run.created_at, now),
            })}
          />
        ))}
        {away > 0 && (
          <Line
            icon={<MobileOutlined />}
            to={`${paths.deviceList(project)}?state=${unfit > 0 ? "initialization_failed" : "offline"}`}
            title={t("needs.devices", { count: away })}
          />
        )}
      </ul>
    </section>
  );
}

/** Tasks whose newest result is a failure, with that run: what has passed since needs nobody. */
function useFailedTasks(project: string) {
  const jobs = useQuery({
    ...queryOf(jobEndpoints.jobList, { query: { project, page_size: LIMITS.page_size_max } }),
    enabled: useMay(project, "case.view"),
  });
  return (jobs.data?.list ?? []).flatMap((job) => {
    const run = job.trend.find(({ verdict }) => verdict !== null);
    return run?.verdict === "failed" ? [{ job, run }] : [];
  });
}

function Line(props: { icon: ReactNode; tone?: "bad"; to: string; title: string; note?: string }) {
  return (
    <li>
      <span className="home-line-icon" data-tone={props.tone} aria-hidden>
        {props.icon}
      </span>
      <span className="home-name">
        <Link to={props.to}>{props.title}</Link>
        {props.note && <small>{props.note}</small>}
      </span>
    </li>
  );
}
