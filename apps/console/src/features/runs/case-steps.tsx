import type { Run } from "@udt/contract";
import { type ReactNode, useMemo } from "react";
import { StepLook, StepMark, useStepPictures } from "../../lib/case-steps/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { Playhead } from "../../lib/player/index.ts";
import type { OneCase } from "./failure-text.tsx";
import { isRunning } from "./beginning.ts";
import { useResources, useResourceUrl } from "./files.tsx";
import { Mend } from "./mend/mend.tsx";
import { type MendableScript, useMendable } from "./mend/mendable.ts";

type Step = OneCase["detail"]["steps"][number];

const NONE: PictureOf = () => undefined;

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
    <Steps {...props} pictureOf={NONE} />
  ) : (
    <WithPictures {...props} device_id={one.device_id} />
  );
}

function WithPictures({ device_id, ...props }: StepsProps & { device_id: string }) {
  const { one } = props;
  const resources = useResources(device_id, one.case_run_id).data?.resource_list;
  const urlOf = useResourceUrl(device_id);
  const byName = useMemo(() => Map.groupBy(resources ?? [], ({ name }) => name), [resources]);
  const pictureOf = ({ started_at }: Step, name: string) => {
    // Scripts name their pictures as they like, and a later step of the attempt may use a name again: it is sent after its step.
    const named = byName.get(name) ?? resources?.filter((each) => each.name.endsWith(`/${name}`)) ?? [];
    const file = named.findLast(({ created_at }) => created_at >= started_at) ?? named[0];
    return file && urlOf(file);
  };
  return <Steps {...props} pictureOf={pictureOf} />;
}

type PictureOf = (step: Step, name: string) => string | undefined;

function Steps({ run, one, playhead, pictureOf }: StepsProps & { pictureOf: PictureOf }) {
  const format = useFormat();
  const script = useMendable(run, one);
  const { steps } = one.detail;
  const { pairOf, viewer } = useStepPictures(steps, pictureOf);
  const begin = one.started_at ?? steps[0]?.started_at ?? 0;
  return (
    <>
      <ol className="runs-steps" data-literal>
        {steps.map((step) => (
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
            {pairOf(step)}
            <StepLook step={step} actions={script && mendsOf(script, step)} />
          </li>
        ))}
      </ol>
      {viewer}
    </>
  );
}

/** What leads into the script from each candidate. */
const mendsOf = (script: MendableScript, { candidate_locators: found }: Step): ReactNode[] | undefined =>
  found?.list.map((candidate) => <Mend key={candidate.element} script={script} at={found.at} candidate={candidate} />);
