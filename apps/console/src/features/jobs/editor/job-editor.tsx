import { ApiError } from "@udt/client";
import { jobConfig, type Job } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { PageHeader } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { LeaveGuard } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { JobSummary } from "../job-summary.tsx";
import { useJobActions } from "../use-jobs.ts";
import {
  draftOf,
  faultsOf,
  faultWord,
  isWhole,
  STEPS,
  stepOf,
  type ConfigChange,
  type Draft,
  type Fault,
  type Step,
} from "./draft.ts";
import { AppStep } from "./app-step.tsx";
import { ExecutionStep } from "./execution-step.tsx";
import { ResourcesStep } from "./resources-step.tsx";

export interface StepProps {
  project: string;
  draft: Draft;
  change: (part: ConfigChange) => void;
  /** The rule that a field breaks, in words; only once its step has been left or saving was tried. */
  fault: (field: Fault) => string | undefined;
}

interface EditorProps {
  project: string;
  job: Job | undefined;
  /** Runs the job with the changes, once, and leaves it as it is. */
  once?: boolean;
}

/** Makes or changes a job, or runs it once with changes, in document 2's three steps, and shows it whole before it is saved. */
export function JobEditor({ project, job, once = false }: EditorProps) {
  const t = useT("jobs");
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const { save, run } = useJobActions(project);
  const [base, setBase] = useState(job);
  const [draft, setDraft] = useState(() => draftOf(job));
  const [step, setStep] = useState<Step>("app");
  const [seen, setSeen] = useState<ReadonlySet<Step>>(new Set());
  const [saved, setSaved] = useState(false);
  const dirty = !saved && JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  const faults = faultsOf(draft);
  const change = (part: ConfigChange) => setDraft((before) => ({ ...before, config: { ...before.config, ...part } }));
  const { error } = once ? run : save;
  const saveFault = error instanceof ApiError && error.code !== "job_changed" ? error : undefined;
  const isOfDevices = isDeviceFault(saveFault);
  const fault = (field: Fault) =>
    field === "devices" && saveFault && isOfDevices
      ? errorText(saveFault)
      : faults.has(field) && seen.has(stepOf(field))
        ? t(`fault.${faultWord(field, draft)}`, { rule: faults.get(field)! })
        : undefined;
  const isBroken = (each: Step) => seen.has(each) && !isWhole(each, faults);

  const go = (next: Step) => {
    // Nothing was left: what is not filled in yet is no fault.
    if (next === step) return;
    setSeen((before) => new Set([...before, step]));
    setStep(next);
  };
  /** A step is left for the next one once it breaks no rule; the list of steps leads anywhere. */
  const goOn = (next: Step) => {
    if (isWhole(step, faults)) return go(next);
    setSeen((before) => new Set([...before, step]));
  };
  /** What is wrong with the chosen devices is said where they are chosen. */
  const toPicker = (error: unknown) => {
    if (isDeviceFault(error)) setStep("resources");
  };
  const submit = () => {
    setSeen(new Set(STEPS));
    const [first] = faults.keys();
    const config = jobConfig.safeParse(draft.config);
    if (first !== undefined || !config.success) return setStep(first === undefined ? "app" : stepOf(first));
    if (once && job) {
      run.mutate(
        { job_id: job.job_id, config: config.data },
        {
          onSuccess: ({ test_id }) => {
            flushSync(() => setSaved(true));
            void navigate(paths.run(project, test_id, job.job_id));
          },
          onError: toPicker,
        },
      );
      return;
    }
    save.mutate(
      { job: base, name: draft.name.trim(), config: config.data },
      {
        onSuccess: (made) => {
          // The guard must have seen that nothing is unsaved any more.
          flushSync(() => setSaved(true));
          void navigate(paths.job(project, made.job_id));
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === "job_changed") askAboutConflict(error);
          toPicker(error);
        },
      },
    );
  };
  const askAboutConflict = (error: ApiError) =>
    modal.confirm({
      title: t("conflict.title"),
      content: (
        <>
          <p>{errorText(error)}</p>
          <p>{t("conflict.text")}</p>
        </>
      ),
      okText: t("conflict.theirs"),
      cancelText: t("conflict.mine"),
      onOk: () => {
        flushSync(() => setSaved(true));
        window.location.reload();
      },
      // The next save is made from what the person was told of; what changed since is asked about again.
      onCancel: () => setBase((before) => before && { ...before, revision: Number(error.args["revision"]) }),
    });

  const index = STEPS.indexOf(step);
  const next = STEPS[index + 1];
  const previous = STEPS[index - 1];
  const props: StepProps = { project, draft, change, fault };
  const title = once ? "editor.once" : job ? "editor.edit" : "editor.create";
  return (
    <>
      <LeaveGuard dirty={dirty} />
      <PageHeader title={t(title, { name: job?.name ?? "" })}>
        {once && <span className="udt-secondary">{t("editor.once_lead")}</span>}
      </PageHeader>
      <ol className="jobs-steps">
        {STEPS.map((each, at) => (
          <li key={each} aria-current={each === step ? "step" : undefined} data-broken={isBroken(each) || undefined}>
            <button type="button" onClick={() => go(each)}>
              <i aria-hidden>{at + 1}</i>
              {t(`editor.step.${each}`)}
            </button>
          </li>
        ))}
      </ol>
      <div className="udt-card jobs-editor">
        {step === "app" && (
          <AppStep {...props} onName={once ? undefined : (name) => setDraft((before) => ({ ...before, name }))} />
        )}
        {step === "resources" && <ResourcesStep {...props} />}
        {step === "execution" && <ExecutionStep {...props} />}
        {step === "summary" && <JobSummary project={project} name={draft.name} config={draft.config} />}
      </div>
      {saveFault && !(isOfDevices && step === "resources") && (
        <p className="jobs-note" data-tone="bad" role="alert">
          {errorText(saveFault)}
        </p>
      )}
      <div className="jobs-footer jobs-editor-footer">
        <Button onClick={() => void navigate(job ? paths.job(project, job.job_id) : paths.jobs(project))}>
          {t("cancel")}
        </Button>
        {previous && <Button onClick={() => go(previous)}>{t("editor.back")}</Button>}
        {next && (
          <Button type={job ? "default" : "primary"} onClick={() => goOn(next)}>
            {t("editor.next")}
          </Button>
        )}
        {(job || !next) && (
          <Button type="primary" loading={save.isPending || run.isPending} onClick={submit}>
            {t(once ? "editor.run_once" : "save")}
          </Button>
        )}
      </div>
    </>
  );
}

const isDeviceFault = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === "device_list" || error.code === "device_not_selectable" || error.code === "device_wrong_os");
