import { isOpenCheck, STEPS_OF_WORK, type Device, type SelfCheck, type SelfCheckResult } from "@udt/contract";
import { Button } from "antd";
import { Link } from "react-router";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat, withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { inspectionInWords } from "../../lib/inspection/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { evidenceUrl } from "../../lib/self-checks/index.ts";
import { Said } from "../../lib/words/index.ts";
import { CHECK_TONES, CheckHead } from "./check-head.tsx";
import { SettingResult } from "./setting-result.tsx";
import "./self-check.css";
import { useSelfChecks } from "./use-self-checks.ts";
import { useWorkButtons } from "./use-work-buttons.tsx";

/** How the device is, by what it last said of itself: each step, what it found, and those before. */
export function DeviceSelfCheck({ project, device }: { project: string; device: Device }) {
  const t = useT("devices");
  const common = useT("common");
  const may = useMay(project, "project.owner");
  const { device_id } = device;
  const works = useWorkButtons(project, device, ["restart", "clean"]);
  const { checks, start, cancel } = useSelfChecks(project, device_id);
  const [last, ...before] = checks.data?.list ?? [];
  const refusal = start.error ?? cancel.error;
  /** What was refused before says nothing of what is asked now. */
  const anew = () => {
    start.reset();
    cancel.reset();
  };
  const isOpen = last !== undefined && isOpenCheck(last);
  const seesTags = useMay(project, "tag.view");
  return (
    <section className="devices-check" aria-label={t("check.title")}>
      <header>
        <h2 className="devices-drawer-title">{t("check.title")}</h2>
        {may && isOpen && (
          <Button size="small" loading={cancel.isPending} onClick={() => (anew(), cancel.mutate(last.selfcheck_id))}>
            {common("cancel")}
          </Button>
        )}
      </header>
      {may && !isOpen && (
        <div className="devices-use-actions">
          <Button
            size="small"
            loading={start.isPending}
            disabled={!checks.data}
            onClick={() => (anew(), start.mutate())}
          >
            {t("check.start")}
          </Button>
          {works.buttons}
        </div>
      )}
      {works.dialog}
      {refusal && (
        <p className="devices-refused" role="alert">
          {errorText(refusal)}
        </p>
      )}
      {checks.isPending && <SkeletonRows rows={2} />}
      {checks.isError && !checks.data && (
        <ErrorState title={t("check.error")} error={checks.error} onRetry={() => void checks.refetch()} />
      )}
      {checks.data && !last && <p className="udt-secondary">{t("check.none")}</p>}
      {last && <Check project={project} check={last} isDraining={device.draining !== null} />}
      {seesTags && (
        <p>
          <Link to={paths.strategies(project, device_id)}>{t("strategies.link")}</Link>
        </p>
      )}
      {before.length > 0 && (
        <details>
          <summary>{t("check.before", { count: before.length })}</summary>
          {before.map((check) => (
            <details key={check.selfcheck_id} name="self-check">
              <summary>
                <CheckHead check={check} />
              </summary>
              <Steps project={project} check={check} />
              {check.inspection && <DoneBy project={project} inspection={check.inspection} />}
            </details>
          ))}
        </details>
      )}
    </section>
  );
}

/**
 * @param props.project Where files of it are read; null: nowhere
 * @param props.isDraining Whether its device's agent gives devices to nobody now, nor to a check
 */
export function Check({
  project,
  check,
  isDraining = false,
}: {
  project: string | null;
  check: SelfCheck;
  isDraining?: boolean;
}) {
  const t = useT("devices");
  return (
    <>
      <p className="devices-check-head" role="status">
        <CheckHead check={check} />
      </p>
      {isDraining && check.state === "waiting" && <p className="udt-secondary">{t("check.draining")}</p>}
      <Steps project={project} check={check} />
      {project !== null && check.inspection && <DoneBy project={project} inspection={check.inspection} />}
    </>
  );
}

/** By which tag it was done, and what that wanted then. */
function DoneBy({ project, inspection }: { project: string; inspection: NonNullable<SelfCheck["inspection"]> }) {
  const t = useT("devices");
  const mayChange = useMay(project, "tag.delete");
  const { tag_id, tag_name, config } = inspection;
  return (
    <details className="devices-check-config">
      <summary>{t("check.done_by", { tag: tag_name })}</summary>
      {inspectionInWords(config).map((line) => (
        <small key={line}>{line}</small>
      ))}
      {mayChange && tag_id !== null && <Link to={paths.tagEdit(project, tag_id)}>{t("check.tag_now")}</Link>}
    </details>
  );
}

function Steps({ project, check }: { project: string | null; check: SelfCheck }) {
  const t = useT("devices");
  const words = useT("inspection");
  const steps = isOpenCheck(check) ? STEPS_OF_WORK[check.work] : check.results.map(({ step }) => step);
  return (
    <>
      {check.error && <Said said={check.error} />}
      <ul>
        {steps.map((step) => {
          const result = check.results.find((one) => one.step === step);
          return (
            <li key={step} data-step={step}>
              <span>{words(`step.${step}`)}</span>
              {result ? (
                <Result project={project} check={check} result={result} />
              ) : (
                check.step === step && <StatePill tone="busy">{t("check.state.running")}</StatePill>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Result({ project, check, result }: { project: string | null; check: SelfCheck; result: SelfCheckResult }) {
  const t = useT("devices");
  const words = useT("inspection");
  const format = useFormat();
  const { state, cost_ms, message, remedy } = result;
  const evidence = project === null ? null : result.evidence_name;
  const href = project === null || evidence === null ? "" : evidenceUrl(project, { ...check, evidence });
  // Told before a restart, which takes its time: the step is taken again after it.
  const isRestarting = isOpenCheck(check) && check.step === result.step && remedy?.name === "restart";
  const shown = isRestarting ? "running" : state;
  return (
    <>
      <StatePill tone={CHECK_TONES[shown]}>{t(`check.state.${shown}`)}</StatePill>
      <small className="udt-secondary udt-num">{t("check.cost", { ms: format.number(cost_ms) })}</small>
      {message && (
        <div className="devices-check-said">
          <Said said={message} />
        </div>
      )}
      {remedy && (
        <small className="devices-check-said udt-secondary">
          {isRestarting ? t("check.restarting") : withGap(t(`check.remedy.${remedy.name}`))}
          {!isRestarting && t(remedy.helped ? "check.helped" : "check.not_helped")}
        </small>
      )}
      {result.not_restarted && (
        <small className="devices-check-said udt-secondary">
          <Said said={result.not_restarted} />
        </small>
      )}
      {result.settings && (
        <ul className="devices-check-said">
          {result.settings
            .filter((one) => one.state === "refused")
            .map((one) => (
              <SettingResult key={one.setting} result={one} />
            ))}
        </ul>
      )}
      {evidence !== null && (
        <a className="devices-check-said" href={href} target="_blank" rel="noreferrer">
          {evidence.endsWith(".png") ? (
            <img src={href} alt={t("check.evidence", { step: words(`step.${result.step}`) })} loading="lazy" />
          ) : (
            t("check.evidence", { step: words(`step.${result.step}`) })
          )}
        </a>
      )}
    </>
  );
}
