import { CaretRightFilled, MoreOutlined } from "@ant-design/icons";
import { type Job } from "@udt/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { RunPill, useStart } from "../../lib/runs/index.ts";
import { Trend } from "./trend.tsx";
import { useJobMenu } from "./use-job-menu.tsx";

/** How the list shows jobs: its columns and its rows. */
export function useJobRows(project: string, canChange: boolean) {
  const t = useT("jobs");
  const navigate = useNavigate();
  const { start, starting } = useStart(project);
  const menu = useJobMenu(project);
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("column.name") },
    { key: "tests", label: t("column.tests"), width: "15%" },
    { key: "devices", label: t("column.devices"), width: "13%" },
    { key: "last", label: t("column.last"), width: 200 },
    { key: "trend", label: t("column.trend"), width: 96 },
    { key: "schedules", label: t("column.schedules"), width: 76 },
    { key: "action", label: t("column.action"), width: 168, isHidden: true },
  ];
  const renderRow = (job: Job) => (
    <Row
      key={job.job_id}
      project={project}
      job={job}
      actions={
        canChange && (
          <Actions
            job={job}
            menu={menu}
            starting={starting}
            onStart={() => start(job.job_id)}
            onOpen={(tab) => void navigate(paths.job(project, job.job_id, tab))}
          />
        )
      }
    />
  );
  return { columns, renderRow, tableClass: "jobs-table" };
}

function Row({ project, job, actions }: { project: string; job: Job; actions: ReactNode }) {
  const t = useT("jobs");
  const frameworkName = useFrameworkName();
  const c = useT("job-config");
  const format = useFormat();
  const now = useNow();
  const { config, last_run } = job;
  const devices =
    config.devices.kind === "devices"
      ? c("devices_chosen", { count: config.devices.device_ids.length })
      : c("devices_by_rule", { count: config.devices.count });
  return (
    <tr>
      <td>
        <Link className="udt-link jobs-name" to={paths.job(project, job.job_id)}>
          {job.name}
        </Link>
        <small>{t("by", { user_name: job.user_name })}</small>
      </td>
      <td>
        <span className="jobs-line">{job.library_name || job.app_name || frameworkName(config.framework)}</span>
        <small>{frameworkName(config.framework)}</small>
      </td>
      <td>
        <span className="jobs-line">{devices}</span>
        <small>{c(`mode.${config.mode}`)}</small>
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
      <td>{actions}</td>
    </tr>
  );
}

/** What can be done with a job from its row. One start at a time: it leads away from the list. */
function Actions(props: {
  job: Job;
  menu: ReturnType<typeof useJobMenu>;
  starting: string | undefined;
  onStart: () => void;
  onOpen: (tab: "run" | "edit") => void;
}) {
  const t = useT("jobs");
  const { job, menu, starting } = props;
  return (
    <span className="jobs-actions">
      <Button
        size="small"
        icon={<CaretRightFilled />}
        loading={starting === job.job_id}
        disabled={starting !== undefined && starting !== job.job_id}
        onClick={props.onStart}
      >
        {t("run_now")}
      </Button>
      <ClickMenu
        menu={{
          items: (["run", "edit", "copy", "delete"] as const).map((key) => ({
            key,
            label: t(`menu.${key}`),
            danger: key === "delete",
          })),
          onClick: ({ key }) => {
            if (key === "run" || key === "edit") props.onOpen(key);
            if (key === "copy") menu.copy(job);
            if (key === "delete") menu.remove(job);
          },
        }}
      >
        <Button size="small" icon={<MoreOutlined />} aria-label={t("more", { name: job.name })} />
      </ClickMenu>
    </span>
  );
}
