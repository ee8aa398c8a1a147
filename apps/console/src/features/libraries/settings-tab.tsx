import type { Library } from "@udt/contract";
import { App, Button } from "antd";
import { CopyButton, ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { DangerSection } from "../../lib/components/danger-section.tsx";
import { DeleteDialog } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { LibraryForm } from "./library-form.tsx";
import { useDeleteLibrary, useHook, useJobsOf, useResetHook } from "./use-libraries.ts";

/** What the library is, its webhook, and its end. */
export function SettingsTab(props: { project: string; library: Library; canChange: boolean }) {
  const common = useT("common");
  const { project, library, canChange } = props;
  return (
    <div className="libraries-sections">
      <div className="udt-card libraries-panel">
        <LibraryForm project={project} library={library} disabled={!canChange} action={common("save")} />
      </div>
      {canChange && !library.is_builtin && <Webhook project={project} library={library} />}
      {canChange && <Danger project={project} library={library} />}
    </div>
  );
}

function Webhook({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  const { modal } = App.useApp();
  const hook = useHook(project, library.library_id);
  const reset = useResetHook(project, library.library_id);
  const ask = () =>
    modal.confirm({
      title: t("hook.reset_ask"),
      content: t("hook.reset_text"),
      okText: t("hook.reset"),
      onOk: () => reset.mutateAsync().catch(() => undefined),
    });
  return (
    <section className="udt-card libraries-panel">
      <h2>{t("hook.title")}</h2>
      <p className="udt-secondary">{t("hook.text")}</p>
      {hook.isPending && <SkeletonBar width="70%" />}
      {hook.isError && <ErrorState title={t("hook.error")} error={hook.error} onRetry={() => void hook.refetch()} />}
      {hook.data && (
        <div className="libraries-hook">
          <code className="udt-mono" data-literal>
            {hook.data.url}
          </code>
          <CopyButton text={hook.data.url} />
          <Button loading={reset.isPending} onClick={ask}>
            {t("hook.reset")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Danger({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  return (
    <DangerSection
      title={t("delete.title")}
      lead={t("delete.lead")}
      action={t("delete.action")}
      className="libraries-panel"
      renderDialog={(onClose) => <DeleteLibrary project={project} library={library} onClose={onClose} />}
    />
  );
}

function DeleteLibrary({ project, library, onClose }: { project: string; library: Library; onClose: () => void }) {
  const t = useT("libraries");
  const format = useFormat();
  const jobs = useJobsOf(project, library.library_id);
  const total = jobs.data?.total ?? 0;
  return (
    <DeleteDialog
      t={t}
      name={library.name}
      // What nobody uses can be imported again in a minute; what jobs use asks to be named.
      isNamed={total > 0}
      given={jobs.isSuccess}
      id={library.library_id}
      remove={useDeleteLibrary(project)}
      list={paths.libraries(project)}
      onClose={onClose}
    >
      <p>{t("delete.goes", { count: library.case_count, total: format.number(library.case_count) })}</p>
      {jobs.isPending && <SkeletonBar width="60%" />}
      {jobs.isError && (
        <ErrorState title={t("delete.unknown")} error={jobs.error} onRetry={() => void jobs.refetch()} />
      )}
      {total > 0 && (
        <>
          <p>
            <b>{t("delete.jobs", { count: total, total: format.number(total) })}</b>
          </p>
          <ul className="libraries-jobs">
            {jobs.data?.list.map((job) => (
              <li key={job.job_id}>{job.name}</li>
            ))}
            {total > (jobs.data?.list.length ?? 0) && <li>…</li>}
          </ul>
        </>
      )}
    </DeleteDialog>
  );
}
