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
import { TriggerFields } from "./trigger-fields.tsx";
import { useJobEditor, type EditorProps } from "./use-job-editor.tsx";

/** Makes or changes a job, or runs it once with changes, in document 2's three steps, and shows it whole before it is saved. */
export function JobEditor({ lead, ...editorProps }: EditorProps & { lead?: string }) {
  const { project, job, once = false } = editorProps;
  const t = useT("jobs");
  const editor = useJobEditor(editorProps);
  const { step, draft, holdForm } = editor;

  const props: StepProps = { project, draft, change: editor.change, fault: editor.fault };
  const title = once ? "editor.once" : editor.base ? "editor.edit" : "editor.create";
  const said = once ? t("editor.once_lead") : lead;
  return (
    <>
      <LeaveGuard dirty={editor.dirty} />
      <PageHeader title={t(title, { name: editor.base?.name ?? "" })}>
        {said !== undefined && <span className="udt-secondary">{said}</span>}
      </PageHeader>
      <StepList editor={editor} />
      <div className="udt-card jobs-editor" ref={holdForm}>
        {step === "app" && <AppStep {...props} onName={once ? undefined : editor.rename} />}
        {step === "resources" && <ResourcesStep {...props} />}
        {step === "execution" && <ExecutionStep {...props} />}
        {step === "summary" && (
          <>
            <JobSummary project={project} name={draft.name} config={draft.config} />
            {!once && <TriggerFields project={project} job={job} {...editor.trigger} />}
          </>
        )}
      </div>
      <Footer {...editorProps} editor={editor} />
    </>
  );
}

type Editor = ReturnType<typeof useJobEditor>;

function StepList({ editor }: { editor: Editor }) {
  const t = useT("jobs");
  return (
    <ol className="jobs-steps">
      {STEPS.map((each, at) => (
        <li
          key={each}
          aria-current={each === editor.step ? "step" : undefined}
          data-broken={editor.isBroken(each) || undefined}
        >
          <button type="button" onClick={() => editor.go(each)}>
            <i aria-hidden>{editor.isBroken(each) ? "!" : at + 1}</i>
            {t(`editor.step.${each}`)}
            {editor.isBroken(each) && <small>{t("editor.broken")}</small>}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The ways out and on. What may be whole already, because it was made before or from something that was, can be saved from any step. */
function Footer({ project, job, from, once = false, editor }: EditorProps & { editor: Editor }) {
  const t = useT("jobs");
  const navigate = useNavigate();
  const index = STEPS.indexOf(editor.step);
  const next = STEPS[index + 1];
  const previous = STEPS[index - 1];
  const wrong = editor.toldFaults > 0 ? t("editor.faults", { count: editor.toldFaults }) : editor.refusal;
  const isOffered = job !== undefined || from !== undefined || next === undefined;
  return (
    <div className="jobs-footer jobs-editor-footer">
      {wrong !== undefined && (
        <span className="jobs-note" data-tone="bad" role="alert">
          {wrong}
        </span>
      )}
      <Button onClick={() => void navigate(job ? paths.job(project, job.job_id) : paths.jobs(project))}>
        {t("cancel")}
      </Button>
      {previous && <Button onClick={() => editor.go(previous)}>{t("editor.back")}</Button>}
      {next && (
        <Button type={isOffered ? "default" : "primary"} onClick={() => editor.goOn(next)}>
          {t("editor.next")}
        </Button>
      )}
      {isOffered && once && (
        <Button type="primary" loading={editor.isPending} onClick={editor.submit}>
          {t("editor.run_once")}
        </Button>
      )}
      {isOffered && !once && (
        <>
          <Button disabled={editor.isPending} onClick={editor.submit}>
            {t("save")}
          </Button>
          <Button type="primary" loading={editor.isPending} onClick={editor.saveAndRun}>
            {t("editor.save_run")}
          </Button>
        </>
      )}
    </div>
  );
}
