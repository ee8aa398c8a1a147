import { useQuery } from "@tanstack/react-query";
import { scheduleEndpoints } from "@udt/contract/endpoints/schedules";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import "../../lib/components/panel.css";

const SHOWN = 3;

/** Which tasks start by themselves next. Not there when none does. */
export function NextTriggers({ project }: { project: string }) {
  const t = useT("home");
  const format = useFormat();
  const now = useNow();
  const schedules = useQuery({
    ...queryOf(scheduleEndpoints.scheduleList, { query: { project, page_size: SHOWN } }),
    enabled: useMay(project, "case.view"),
  });
  const next = (schedules.data?.list ?? []).flatMap((one) =>
    one.state === "started" && one.next_at !== null ? [{ ...one, next_at: one.next_at }] : [],
  );
  const isUnread = schedules.isError && !schedules.data;
  if (next.length === 0 && !isUnread) return null;
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("next.title")}</h2>
      </header>
      {isUnread && (
        <ErrorState title={t("next.error")} error={schedules.error} onRetry={() => void schedules.refetch()} />
      )}
      <ul>
        {next.map((schedule) => (
          <li key={schedule.schedule_id}>
            <span className="home-name">
              <Link to={paths.job(project, schedule.job_id, "schedules")}>{schedule.job_name}</Link>
              <small className="udt-ellipsis">{schedule.name}</small>
            </span>
            <small className="udt-num">{format.moment(schedule.next_at, now)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
