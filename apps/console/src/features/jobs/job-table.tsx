import { CaretRightFilled, MoreOutlined } from "@ant-design/icons";
import type { Job } from "@udt/contract";
import { Button, Dropdown } from "antd";
import { Link, useNavigate } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useJobMenu } from "./use-job-menu.tsx";
import { useStart } from "./use-start.tsx";
import { RunPill, Trend } from "./verdict-pill.tsx";

const COLUMNS = ["name", "tests", "devices", "last", "trend", "schedules", "action"] as const;
const WIDTHS = [undefined, "16%", "14%", 136, 104, 76, 168];

interface JobTableProps {
  project: string;
  jobs: readonly Job[];
  stale: boolean;
  canChange: boolean;
}

export function JobTable({ project, jobs, stale, canChange }: JobTableProps) {
  const t = useT("jobs");
  return (
    <table className="udt-table jobs-table" aria-busy={stale}>
      <colgroup>
        {WIDTHS.map((width, index) => (
          <col key={COLUMNS[index]} {...(width !== undefined && { style: { width } })} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column === "action" ? <span className="udt-hidden">{t("column.action")}</span> : t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <Row key={job.job_id} project={project} job={job} canChange={canChange} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ project, job, canChange }: { project: string; job: Job; canChange: boolean }) {
  const t = useT("jobs");
  const format = useFormat();
  const now = useNow();
  const navigate = useNavigate();
  const { start, starting } = useStart(project);
  const menu = useJobMenu(project);
  const { config, last_run } = job;
  const devices =
    config.devices.kind === "devices"
      ? t("devices_chosen", { count: config.devices.device_ids.length })
      : t("devices_by_rule", { count: config.devices.count });
  return (
    <tr>
      <td>
        <Link className="udt-link jobs-name" to={paths.job(project, job.job_id)}>
          {job.name}
        </Link>
        <small>{t("by", { user_name: job.user_name })}</small>
      </td>
      <td>
        <span className="jobs-line">{job.library_name || job.app_name || t(`framework.${config.framework}`)}</span>
        <small>{t(`framework.${config.framework}`)}</small>
      </td>
      <td>
        <span className="jobs-line">{devices}</span>
        <small>{t(`mode.${config.mode}`)}</small>
      </td>
      <td>
        {last_run ? (
          <Link className="jobs-last" to={paths.run(project, last_run.test_id, job.job_id)}>
            <RunPill run={last_run} />
            <small>{format.moment(last_run.created_at, now)}</small>
          </Link>
        ) : (
          <span className="udt-secondary">{t("never")}</span>
        )}
      </td>
      <td>
        <Trend runs={job.trend} />
      </td>
      <td className="udt-num">{job.schedule_count > 0 ? format.number(job.schedule_count) : "–"}</td>
      <td>
        {canChange && (
          <span className="jobs-actions">
            <Button
              size="small"
              icon={<CaretRightFilled />}
              loading={starting === job.job_id}
              onClick={() => start(job.job_id)}
            >
              {t("run_now")}
            </Button>
            <Dropdown
              trigger={["click"]}
              menu={{
                items: (["edit", "copy", "delete"] as const).map((key) => ({
                  key,
                  label: t(`menu.${key}`),
                  danger: key === "delete",
                })),
                onClick: ({ key }) => {
                  if (key === "edit") void navigate(paths.job(project, job.job_id, "edit"));
                  if (key === "copy") menu.copy(job);
                  if (key === "delete") menu.remove(job);
                },
              }}
            >
              <Button size="small" icon={<MoreOutlined />} aria-label={t("more", { name: job.name })} />
            </Dropdown>
          </span>
        )}
      </td>
    </tr>
  );
}
