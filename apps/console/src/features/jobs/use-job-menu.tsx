import { LIMITS, type Job } from "@udt/contract";
import { App } from "antd";
import { useNavigate } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useJobActions } from "./use-jobs.ts";

/** What can be done to a job beside running it. */
export function useJobMenu(project: string) {
  const t = useT("jobs");
  const { modal, message } = App.useApp();
  const navigate = useNavigate();
  const { copy, remove } = useJobActions(project);
  return {
    copy(job: Job) {
      const name = t("copy_name", { name: job.name }).slice(0, LIMITS.job_name_max);
      copy.mutate(
        { job_id: job.job_id, name },
        { onSuccess: (made) => void navigate(paths.job(project, made.job_id, "edit")) },
      );
    },
    remove(job: Job, onDone?: () => void) {
      modal.confirm({
        title: t("delete.ask", { name: job.name }),
        content: (
          <ul className="jobs-loss">
            {job.schedule_count > 0 && <li>{t("delete.schedules", { count: job.schedule_count })}</li>}
            <li>{t("delete.reports")}</li>
          </ul>
        ),
        okText: t("delete.action"),
        okButtonProps: { danger: true },
        // The error policy tells a refusal; the list shows what is true.
        onOk: async () => {
          try {
            await remove.mutateAsync(job.job_id);
          } catch {
            return;
          }
          void message.success(t("delete.done", { name: job.name }));
          onDone?.();
        },
      });
    },
  };
}
