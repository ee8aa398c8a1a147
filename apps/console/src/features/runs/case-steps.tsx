import type { Run } from "@udt/contract";
import type { ReactNode } from "react";
import { StepLook, StepMark } from "../../lib/case-steps/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { Playhead } from "../../lib/player/index.ts";
import type { OneCase } from "./failure-text.tsx";
import { isRunning } from "./beginning.ts";
import { useResources, useResourceUrl } from "./files.tsx";
import { Mend } from "./mend/mend.tsx";
import { type MendableScript, useMendable } from "./mend/mendable.ts";

type Step = OneCase["detail"]["steps"][number];

interface StepsProps {
  run: Run;
  one: OneCase;
  /** Goes to a step's moment where something was recorded. */
  playhead: Playhead | undefined;
}

/** The steps that a script named, by when they began in the case, with the pictures that it kept. */
export function CaseSteps(props: StepsProps) {
  const t = useT("runs");
  const { one } = props;
  const { steps } = one.detail;
  if (steps.length === 0)
    return <p className="udt-secondary">{t(isRunning(one) ? "case.steps_coming" : "case.steps_none")}</p>;
  return one.device_id === null ? (
    <Steps {...props} pictureOf={() => undefined} />
  ) : (
    <WithPictures {...props} device_id={one.device_id} />
  );
}

function WithPictures({ device_id, ...props }: StepsProps & { device_id: string }) {
  const { one } = props;
  const list = useResources(device_id, one.case_run_id).data?.resource_list ?? [];
  const urlOf = useResourceUrl(device_id);
  const pictureOf = ({ screenshot, started_at }: Step) => {
    // Scripts name their pictures as they like, and a later step of the attempt may use a name again: it is sent after its step.
    const named = list.filter(({ name }) => name === screenshot || name.endsWith(`/${screenshot}`));
    const file = named.findLast(({ created_at }) => created_at >= started_at) ?? named[0];
    return file && urlOf(file);
  };
  return <Steps {...props} pictureOf={pictureOf} />;
}

function Steps({ run, one, playhead, pictureOf }: StepsProps & { pictureOf: (step: Step) => string | undefined }) {
  const format = useFormat();
  const script = useMendable(run, one);
  const begin = one.started_at ?? one.detail.steps[0]?.started_at ?? 0;
  return (
    <ol className="runs-steps" data-literal>
      {one.detail.steps.map((step) => {
        const picture = step.screenshot === "" ? undefined : pictureOf(step);
        return (
          <li key={`${step.started_at} ${step.name}`} data-tone={step.ok ? "good" : "bad"}>
            <StepMark step={step} />
            {playhead ? (
              <button type="button" className="udt-link" onClick={() => playhead.seek(step.started_at)}>
                {step.name}
              </button>
            ) : (
              <span>{step.name}</span>
            )}
            <small className="udt-secondary udt-num" title={format.exact(step.started_at)}>
              {format.offset(step.started_at - begin)}
              {step.ended_at !== null && ` · ${format.duration(step.ended_at - step.started_at)}`}
            </small>
            {picture !== undefined && (
              <a href={picture} target="_blank" rel="noreferrer">
                <img src={picture} alt={step.name} loading="lazy" />
              </a>
            )}
            <StepLook step={step} actions={script && mendsOf(script, step)} />
          </li>
        );
      })}
    </ol>
  );
}

/** What leads into the script from each candidate. */
const mendsOf = (script: MendableScript, { candidate_locators: found }: Step): ReactNode[] | undefined =>
  found?.list.map((candidate) => <Mend key={candidate.element} script={script} at={found.at} candidate={candidate} />);
