import { ApiError } from "@udt/client";
import { jobConfig, type Job } from "@udt/contract";
import { App } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { errorText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useJobActions } from "../use-jobs.ts";
import { draftOf, faultsOf, faultWord, isWhole, STEPS, stepOf, type Draft, type Fault, type Step } from "./draft.ts";
import type { StepProps } from "./step-props.ts";

export interface EditorProps {
  project: string;
  job: Job | undefined;
  /** Runs the job with the changes, once, and leaves it as it is. */
  once?: boolean;
}

/** What the job editor holds: the draft and its faults, the step that shows, and how the draft is saved or run. */
export function useJobEditor({ project, job, once = false }: EditorProps) {
  const t = useT("jobs");
  const [base, setBase] = useState(job);
  const [draft, setDraft] = useState(() => draftOf(job));
  const [saved, setSaved] = useState(false);
  const faults = faultsOf(draft);
  const steps = useSteps(faults);
  const { submit, error, isPending } = useSubmit({ project, base, once }, steps, {
    onSaved: () => setSaved(true),
    // The next save is made from what the person was told of; what changed since is asked about again.
    onRevision: (revision) => setBase((before) => before && { ...before, revision }),
  });
  const saveFault = error instanceof ApiError && error.code !== "job_changed" ? error : undefined;
  const isOfDevices = isDeviceFault(saveFault);

  const fault = (field: Fault) => {
    if (field === "devices" && saveFault && isOfDevices) return errorText(saveFault);
    const rule = steps.isSeen(stepOf(field)) ? faults.get(field) : undefined;
    return rule === undefined ? undefined : t(`fault.${faultWord(field, draft)}`, { rule });
  };
  const change: StepProps["change"] = (part) =>
    setDraft((before) => ({ ...before, config: { ...before.config, ...part } }));

  return {
    ...steps,
    draft,
    change,
    rename: (name: string) => setDraft((before) => ({ ...before, name })),
    fault,
    dirty: !saved && JSON.stringify(draft) !== JSON.stringify(draftOf(base)),
    /** Why it could not be saved, where no field of the step that shows says so. */
    refusal: saveFault && !(isOfDevices && steps.step === "resources") ? errorText(saveFault) : undefined,
    isPending,
    submit: () => submit(draft),
  };
}

/** Which step shows, and which have been left: only of those are faults told. */
function useSteps(faults: ReadonlyMap<Fault, string>) {
  const [step, setStep] = useState<Step>("app");
  const [seen, setSeen] = useState<ReadonlySet<Step>>(new Set());
  const leave = () => setSeen((before) => new Set([...before, step]));
  const go = (next: Step) => {
    // Nothing was left: what is not filled in yet is no fault.
    if (next === step) return;
    leave();
    setStep(next);
  };
  return {
    step,
    go,
    /** A step is left for the next one once it breaks no rule; the list of steps leads anywhere. */
    goOn: (next: Step) => (isWhole(step, faults) ? go(next) : leave()),
    isSeen: (each: Step) => seen.has(each),
    isBroken: (each: Step) => seen.has(each) && !isWhole(each, faults),
    showStep: setStep,
    /** Everything is to be right now: the first fault's step shows. True when there is none. */
    settle: () => {
      setSeen(new Set(STEPS));
      const [first] = faults.keys();
      if (first !== undefined) setStep(stepOf(first));
      return first === undefined;
    },
  };
}

/** Saves the draft as a job, or runs it once, and goes where it is seen. */
function useSubmit(
  { project, base, once }: { project: string; base: Job | undefined; once: boolean },
  steps: ReturnType<typeof useSteps>,
  { onSaved, onRevision }: { onSaved: () => void; onRevision: (revision: number) => void },
) {
  const navigate = useNavigate();
  const { save, run } = useJobActions(project);
  const askAboutConflict = useAskAboutConflict();

  const leaveFor = (path: string) => {
    // The guard must have seen that nothing is unsaved any more.
    flushSync(onSaved);
    void navigate(path);
  };
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === "job_changed") {
      askAboutConflict(error, {
        onTheirs: () => {
          flushSync(onSaved);
          window.location.reload();
        },
        onMine: () => onRevision(Number(error.args["revision"])),
      });
    }
    // What is wrong with the chosen devices is said where they are chosen.
    if (isDeviceFault(error)) steps.showStep("resources");
  };
  const submit = (draft: Draft) => {
    if (!steps.settle()) return;
    const config = jobConfig.safeParse(draft.config);
    if (!config.success) {
      steps.showStep("app");
    } else if (once && base) {
      run.mutate(
        { job_id: base.job_id, config: config.data },
        { onSuccess: ({ test_id }) => leaveFor(paths.run(project, test_id, base.job_id)), onError },
      );
    } else {
      save.mutate(
        { job: base, name: draft.name.trim(), config: config.data },
        { onSuccess: ({ job_id }) => leaveFor(paths.job(project, job_id)), onError },
      );
    }
  };
  return { submit, error: (once ? run : save).error, isPending: save.isPending || run.isPending };
}

/** Asks whose changes are to hold when somebody else has saved the job meanwhile. */
function useAskAboutConflict() {
  const t = useT("jobs");
  const { modal } = App.useApp();
  return (error: ApiError, { onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) =>
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
      onOk: onTheirs,
      onCancel: onMine,
    });
}

const isDeviceFault = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === "device_list" || error.code === "device_not_selectable" || error.code === "device_wrong_os");
