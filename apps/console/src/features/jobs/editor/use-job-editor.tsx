import { ApiError } from "@udt/client";
import { jobConfig, type Job } from "@udt/contract";
import { App } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { errorText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useRunJob, useTellNoStart } from "../../../lib/runs/index.ts";
import { useTiming, type TimingDraft } from "../schedules/timing-form.tsx";
import { useJobActions } from "../use-jobs.ts";
import { draftOf, faultsOf, faultWord, stepOf, type Draft, type Fault } from "./draft.ts";
import type { StepProps } from "./step-props.ts";
import { useSteps } from "./use-steps.ts";

export interface EditorProps {
  project: string;
  job: Job | undefined;
  /** What a new job begins with, where that is more than nothing. */
  from?: Draft;
  /** Else what its devices begin with. */
  devices?: Draft["config"]["devices"] | undefined;
  /** Runs the job with the changes, once, and leaves it as it is. */
  once?: boolean;
}

/** What the job editor holds: the draft and its faults, the step that shows, and how the draft is saved or run. */
export function useJobEditor({ project, job, from, devices, once = false }: EditorProps) {
  const t = useT("jobs");
  const [base, setBase] = useState(job);
  const [initial] = useState(() => from ?? draftOf(job, devices));
  const [draft, setDraft] = useState(initial);
  const [trigger, setTrigger] = useState<TimingDraft>();
  const timing = useTiming(project, trigger);
  const [saved, setSaved] = useState(false);
  const faults = faultsOf(draft);
  const steps = useSteps(faults);
  const { submit, error, isPending } = useSubmit({ project, base, once }, steps, {
    onSaved: () => setSaved(true),
    onJob: setBase,
    // The next save is made from what the person was told of; what changed since is asked about again.
    onRevision: (revision) => setBase((before) => before && { ...before, revision }),
  });
  const saveFault = error instanceof ApiError && error.code !== "job_changed" ? error : undefined;
  const isOfDevices = isDeviceFault(saveFault);
  const isUntimed = trigger !== undefined && timing.timing === undefined;

  const fault = (field: Fault) => {
    if (field === "devices" && saveFault && isOfDevices) return errorText(saveFault);
    const rule = steps.isSeen(stepOf(field)) ? faults.get(field) : undefined;
    return rule === undefined ? undefined : t(`fault.${faultWord(field, draft)}`, { rule });
  };
  const change: StepProps["change"] = (part) =>
    setDraft((before) => ({ ...before, config: { ...before.config, ...part } }));
  const submitWhole = (andRun: boolean) => {
    if (!steps.settle()) return;
    if (isUntimed) {
      steps.showStep("summary");
      steps.leadToFault();
    } else void submit(draft, timing.timing, andRun);
  };

  return {
    ...steps,
    base,
    draft,
    change,
    rename: (name: string) => setDraft((before) => ({ ...before, name })),
    fault,
    trigger: { trigger, found: timing, onChange: setTrigger },
    dirty:
      !saved && (trigger !== undefined || JSON.stringify(draft) !== JSON.stringify(base ? draftOf(base) : initial)),
    /** Why it could not be saved, where no field of the step that shows says so. */
    refusal: saveFault && !(isOfDevices && steps.step === "resources") ? errorText(saveFault) : undefined,
    isPending,
    submit: () => submitWhole(false),
    saveAndRun: () => submitWhole(true),
  };
}

/** Saves the draft as a job, with its schedule, and runs it where that is asked; or runs it once. Then goes where that is seen. */
function useSubmit(
  { project, base, once }: { project: string; base: Job | undefined; once: boolean },
  steps: ReturnType<typeof useSteps>,
  on: { onSaved: () => void; onJob: (job: Job) => void; onRevision: (revision: number) => void },
) {
  const navigate = useNavigate();
  const { save, saveSchedule } = useJobActions(project);
  const run = useRunJob(project);
  const askAboutConflict = useAskAboutConflict();
  const tellNoStart = useTellNoStart();

  const leaveFor = (path: string) => {
    // The guard must have seen that nothing is unsaved any more.
    flushSync(on.onSaved);
    void navigate(path);
  };
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === "job_changed") {
      askAboutConflict(error, {
        onTheirs: () => {
          flushSync(on.onSaved);
          window.location.reload();
        },
        onMine: () => on.onRevision(Number(error.args["revision"])),
      });
    }
    // What is wrong with the chosen devices is said where they are chosen.
    if (isDeviceFault(error)) {
      steps.showStep("resources");
      steps.leadToFault();
    }
  };
  const start = async (job_id: string, config?: Draft["config"]) => {
    const { test_id } = await run.mutateAsync(config ? { job_id, config } : { job_id });
    leaveFor(paths.run(project, test_id, job_id));
  };
  const submit = async (draft: Draft, timing: ReturnType<typeof useTiming>["timing"], andRun: boolean) => {
    const config = jobConfig.safeParse(draft.config);
    if (!config.success) return steps.showStep("app");
    let made: Job | undefined;
    try {
      if (once && base) return await start(base.job_id, config.data);
      const name = draft.name.trim();
      made = await save.mutateAsync({ job: base, name, config: config.data });
      const { job_id } = made;
      if (timing) await saveSchedule.mutateAsync({ job_id, name, timing });
      if (!andRun) return leaveFor(paths.job(project, job_id));
      // It is saved: what is missing to run it is missing on its page, too.
      await start(job_id).catch((error: unknown) => {
        tellNoStart(error);
        leaveFor(paths.job(project, job_id));
      });
    } catch (error) {
      // Its trigger was refused: the next press changes this job, and makes no second one.
      if (made) on.onJob(made);
      onError(error);
    }
  };
  return {
    submit,
    error: once ? run.error : (save.error ?? saveSchedule.error),
    isPending: save.isPending || saveSchedule.isPending || run.isPending,
  };
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
