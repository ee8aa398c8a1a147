import type { AppDetail } from "@udt/contract";
import { App } from "antd";
import { nameIn, versionOf } from "../../lib/apps/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import { useDeleteApp } from "./use-apps.ts";

/** Asks before an app is deleted, and says what goes with it and what stays. */
export function useAskToDelete(project: string) {
  const t = useT("apps");
  const { modal, message } = App.useApp();
  const remove = useDeleteApp(project);
  return (app: AppDetail, onDone: () => void) =>
    modal.confirm({
      title: t("delete.ask", { name: nameIn(app, activeLanguage()), version: versionOf(app) }),
      content: (
        <ul className="apps-loss">
          <li>{t("delete.file", { file_name: app.file_name })}</li>
          {app.running_tests > 0 && <li>{t("delete.running", { count: app.running_tests })}</li>}
          {app.tests > 0 && <li>{t("delete.tests", { count: app.tests })}</li>}
          {app.job_count > 0 && (
            <li>
              {t("delete.jobs", { count: app.job_count })}
              <ul className="apps-loss" data-literal>
                {app.jobs.map((job) => (
                  <li key={job.job_id}>{job.name}</li>
                ))}
                {app.job_count > app.jobs.length && <li>…</li>}
              </ul>
            </li>
          )}
          {app.versions > 1 && <li>{t("delete.versions", { count: app.versions - 1 })}</li>}
        </ul>
      ),
      okText: t("delete.action"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal; the dialog closes either way and the list shows what is true.
      onOk: async () => {
        try {
          await remove.mutateAsync(app.app_id);
        } catch {
          return;
        }
        void message.success(t("delete.done", { name: nameIn(app, activeLanguage()) }));
        onDone();
      },
    });
}
