import { CaretRightFilled, EditOutlined, MoreOutlined } from "@ant-design/icons";
import type { Job } from "@udt/contract";
import { ApiError } from "@udt/client";
import { Button } from "antd";
import { Link, Navigate, useLocation, useNavigate, useParams } from "react-router";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import { ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf } from "../../lib/list/index.ts";
import { JOB_TABS, paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { RunPill, useStart } from "../../lib/runs/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { JobEditor } from "./editor/job-editor.tsx";
import { JobSummary } from "./job-summary.tsx";
import "./jobs.css";
import { RunsTab } from "./runs-tab.tsx";
import { SchedulesTab } from "./schedules/schedules-tab.tsx";
import { useJobMenu } from "./use-job-menu.tsx";
import { useJob } from "./use-jobs.ts";

/** One job: its runs, its triggers, what it says; or its editor. */
export default function JobPage() {
  const t = useT("jobs");
  const project = useProjectId();
  const { jobId } = useParams();
  // Not a parameter everywhere: the editor has addresses of its own.
  const { pathname } = useLocation();
  const job = useJob(project, jobId);
  const tab = oneOf(pathname.split("/").findLast((part) => part !== "") ?? null, [...JOB_TABS, "edit", "run"] as const);
  if (!jobId || !tab) return <Navigate to={paths.job(project, jobId ?? "")} replace />;
  if (job.isPending) return <SkeletonRows isPage />;
  if (job.isError) {
    const isGone = job.error instanceof ApiError && job.error.code === "job_not_found";
    // The error policy goes on to the page that says so.
    if (isGone) return <SkeletonRows isPage />;
    return <ErrorState isPage title={t("error_job")} error={job.error} onRetry={() => void job.refetch()} />;
  }
  if (tab === "edit") return <JobEditor key={jobId} project={project} job={job.data} />;
  if (tab === "run") return <JobEditor key={`${jobId} once`} project={project} job={job.data} once />;
  return <JobView project={project} job={job.data} tab={tab} />;
}

function JobView({ project, job, tab }: { project: string; job: Job; tab: (typeof JOB_TABS)[number] }) {
  const t = useT("jobs");
  const guest = useIsGuest(project);
  const navigate = useNavigate();
  const menu = useJobMenu(project);
  const { start, starting } = useStart(project);
  const actions = (
    <>
      <LinkButton icon={<EditOutlined />} to={paths.job(project, job.job_id, "edit")}>
        {t("menu.edit")}
      </LinkButton>
      <ClickMenu
        menu={{
          items: [
            { key: "run", label: t("menu.run") },
            { key: "copy", label: t("menu.copy") },
            { key: "delete", label: t("menu.delete"), danger: true },
          ],
          onClick: ({ key }) => {
            if (key === "run") void navigate(paths.job(project, job.job_id, "run"));
            if (key === "copy") menu.copy(job);
            if (key === "delete") menu.remove(job, () => void navigate(paths.jobs(project)));
          },
        }}
      >
        <Button icon={<MoreOutlined />} aria-label={t("more", { name: job.name })} />
      </ClickMenu>
      <Button
        type="primary"
        icon={<CaretRightFilled />}
        loading={starting !== undefined}
        onClick={() => start(job.job_id)}
      >
        {t("run_now")}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={job.name} actions={!guest && actions}>
        {job.last_run && (
          <>
            <span className="udt-secondary">{t("column.last")}</span>
            <RunPill run={job.last_run} />
          </>
        )}
        <span className="udt-secondary">{t("by", { user_name: job.user_name })}</span>
      </PageHeader>
      <nav className="udt-tabs" aria-label={t("tab.label")}>
        {JOB_TABS.map((each) => (
          <Link key={each} to={paths.job(project, job.job_id, each)} aria-current={each === tab ? "page" : undefined}>
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      <div className="jobs-tab">
        {tab === "runs" && <RunsTab project={project} job={job} />}
        {tab === "schedules" && <SchedulesTab project={project} job={job} canChange={!guest} />}
        {tab === "settings" && (
          <div className="udt-card jobs-settings">
            <JobSummary project={project} name={job.name} config={job.config} job={job} />
          </div>
        )}
      </div>
    </>
  );
}
