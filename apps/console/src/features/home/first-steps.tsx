import { CheckCircleFilled } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useStart } from "../../lib/runs/index.ts";
import { DevicePicture } from "../../lib/device-pictures/index.ts";
import { DebugButton, isGivenOut, useStartDebug } from "../../lib/tests/index.ts";
import { isNoneFree, useFreeDevices } from "./use-free-devices.ts";
import { FIRST_STEPS, useFirstSteps, type FirstStep } from "./use-first-steps.ts";
import "../../lib/components/panel.css";

/**
 * The way from a new project to one that is used; each step ticks itself off, and the whole goes when it is not wanted.
 * Brief, it says no more of what is done than that it is.
 */
export function FirstSteps({ project, isBrief = false }: { project: string; isBrief?: boolean }) {
  const t = useT("home");
  const steps = useFirstSteps(project);
  const free = useFreeDevices(project);
  const start = useStartDebug();
  const { start: run, starting } = useStart(project);
  if (!steps) return null;
  if ("restore" in steps)
    return (
      <p className="udt-secondary" role="status">
        {withGap(t("steps.hidden"))}
        <Button type="link" size="small" onClick={steps.restore}>
          {t("steps.restore")}
        </Button>
      </p>
    );
  const { done, job, dismiss } = steps;
  const list = free.data?.list.filter(isGivenOut) ?? [];
  const touched = list.find(({ device_id }) => device_id === steps.device?.device_id) ?? list[0];
  const noneFree = isNoneFree(free.data);
  const device = noneFree ? undefined : (touched ?? steps.device);
  const actions: Record<FirstStep, ReactNode> = {
    touch: device ? (
      <DebugButton
        model={device.model}
        pending={start.isPending}
        onStart={(duration_minutes) => start.mutate({ project, device_id: device.device_id, duration_minutes })}
      />
    ) : (
      <LinkButton to={paths.deviceList(project)}>{t("free.all")}</LinkButton>
    ),
    run: job ? (
      <Button loading={starting !== undefined} disabled={job.awaits_library} onClick={() => run(job.job_id)}>
        {t("steps.run.action")}
      </Button>
    ) : (
      <LinkButton to={paths.jobCreate(project)}>{t("steps.run.make")}</LinkButton>
    ),
    phone: <LinkButton to={paths.connectPhone(project)}>{t("steps.phone.action")}</LinkButton>,
    colleague: <LinkButton to={paths.memberAdd(project)}>{t("steps.colleague.action")}</LinkButton>,
    library: <LinkButton to={paths.libraryCreate(project)}>{t("steps.library.action")}</LinkButton>,
  };
  const texts: Record<FirstStep, string> = {
    touch: t(noneFree && !done.has("touch") ? "free.none" : "steps.touch.text"),
    run:
      job && !done.has("run")
        ? t(job.awaits_library ? "steps.run.awaits" : "steps.run.text_of", { task: job.name })
        : t("steps.run.text"),
    phone: t("steps.phone.text"),
    colleague: t("steps.colleague.text"),
    library: t("steps.library.text"),
  };
  return (
    <section className="udt-card udt-panel home-steps">
      <header>
        <h2>{t("steps.title", { done: done.size, all: FIRST_STEPS.length })}</h2>
        <Button type="text" size="small" onClick={dismiss}>
          {t("steps.dismiss")}
        </Button>
      </header>
      <ol>
        {FIRST_STEPS.map((step, index) => {
          const isDone = done.has(step);
          return (
            <li key={step} data-done={isDone || undefined}>
              <span className="home-step">
                {isDone ? <CheckCircleFilled aria-label={t("steps.done")} /> : <b aria-hidden>{index + 1}</b>}
              </span>
              <span className="home-name">
                <b>{t(`steps.${step}.title`)}</b>
                {!(isBrief && isDone) && <small>{texts[step]}</small>}
                {step === "touch" && start.refusal && (
                  <small className="home-refused" role="alert">
                    {start.refusal}
                  </small>
                )}
              </span>
              {step === "touch" && !isDone && touched && <DevicePicture project={project} device={touched} />}
              {!isDone && actions[step]}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
