import { Button } from "antd";
import { useNavigate } from "react-router";
import { PageHeader } from "../../../lib/components/index.ts";
import { LeaveGuard } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { JobSummary } from "../job-summary.tsx";
import { AppStep } from "./app-step.tsx";
import { STEPS } from "./draft.ts";
import { ExecutionStep } from "./execution-step.tsx";
import { ResourcesStep } from "./resources-step.tsx";
import type { StepProps } from "./step-props.ts";
import { useJobEditor, type EditorProps } from "./use-job-editor.tsx";

/** Makes or changes a job, or runs it once with changes, in document 2's three steps, and shows it whole before it is saved. */
export function JobEditor(editorProps: EditorProps) {
  const { project, job, once = false } = editorProps;
  const t = useT("jobs");
  const navigate = useNavigate();
  const editor = useJobEditor(editorProps);
  const { step, draft, go } = editor;

  const index = STEPS.indexOf(step);
  const next = STEPS[index + 1];
  const previous = STEPS[index - 1];
  const props: StepProps = { project, draft, change: editor.change, fault: editor.fault };
  const title = once ? "editor.once" : job ? "editor.edit" : "editor.create";
  return (
    <>
      <LeaveGuard dirty={editor.dirty} />
      <PageHeader title={t(title, { name: job?.name ?? "" })}>
        {once && <span className="udt-secondary">{t("editor.once_lead")}</span>}
      </PageHeader>
      <ol className="jobs-steps">
        {STEPS.map((each, at) => (
          <li
            key={each}
            aria-current={each === step ? "step" : undefined}
            data-broken={editor.isBroken(each) || undefined}
          >
            <button type="button" onClick={() => go(each)}>
              <i aria-hidden>{at + 1}</i>
              {t(`editor.step.${each}`)}
            </button>
          </li>
        ))}
      </ol>
      <div className="udt-card jobs-editor">
        {step === "app" && <AppStep {...props} onName={once ? undefined : editor.rename} />}
        {step === "resources" && <ResourcesStep {...props} />}
        {step === "execution" && <ExecutionStep {...props} />}
        {step === "summary" && <JobSummary project={project} name={draft.name} config={draft.config} />}
      </div>
      {editor.refusal !== undefined && (
        <p className="jobs-note" data-tone="bad" role="alert">
          {editor.refusal}
        </p>
      )}
      <div className="jobs-footer jobs-editor-footer">
        <Button onClick={() => void navigate(job ? paths.job(project, job.job_id) : paths.jobs(project))}>
          {t("cancel")}
        </Button>
        {previous && <Button onClick={() => go(previous)}>{t("editor.back")}</Button>}
        {next && (
          <Button type={job ? "default" : "primary"} onClick={() => editor.goOn(next)}>
            {t("editor.next")}
          </Button>
        )}
        {(job || !next) && (
          <Button type="primary" loading={editor.isPending} onClick={editor.submit}>
            {t(once ? "editor.run_once" : "save")}
          </Button>
        )}
      </div>
    </>
  );
}
