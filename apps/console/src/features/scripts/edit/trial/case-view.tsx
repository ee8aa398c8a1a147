import type { CaseDetail } from "@udt/contract";
import { StepLook, StepMark, useStepPictures } from "../../../../lib/case-steps/index.ts";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { Said } from "../../../../lib/words/index.ts";
import { type Store, useStore } from "../../../../lib/streams/index.ts";
import { pictureKey, type TrialCase } from "./trial.ts";

type Step = CaseDetail["steps"][number];
/** Shows a line in the editor. */
export type Go = (place: { file: string; line: number }) => void;

/** One case: why it failed and where, its steps with their pictures, and what it printed. */
export function CaseView(props: { one: TrialCase; pictures: Store<ReadonlyMap<string, string>>; onGo: Go }) {
  const { one, pictures, onGo } = props;
  const t = useT("scripts");
  const result = useStore(one.result);
  const detail = result?.detail;
  const text = detail?.message || result?.error || "";
  return (
    <div className="trial-part">
      {result?.reason && <Said said={result.reason} />}
      {detail?.location && <GoButton place={detail.location} onGo={onGo} />}
      {text !== "" && (
        <pre className="trial-failure" tabIndex={0} data-literal>
          {text}
        </pre>
      )}
      {detail && detail.steps.length > 0 && (
        <Steps steps={detail.steps} case_run_id={one.task.case_run_id} pictures={pictures} />
      )}
      {detail && detail.output !== "" && (
        <>
          <h3>{t("trial.output")}</h3>
          <pre tabIndex={0} data-literal>
            {detail.output}
          </pre>
        </>
      )}
    </div>
  );
}

export function GoButton({ place: { file, line }, onGo }: { place: { file: string; line: number }; onGo: Go }) {
  const t = useT("scripts");
  return (
    <button
      type="button"
      className="udt-link"
      title={t("trial.go", { file, line })}
      onClick={() => onGo({ file, line })}
    >
      <span data-literal>{`${file}:${line}`}</span>
    </button>
  );
}

interface StepsProps {
  steps: readonly Step[];
  case_run_id: number;
  pictures: Store<ReadonlyMap<string, string>>;
}

function Steps({ steps, case_run_id, pictures }: StepsProps) {
  const format = useFormat();
  const urls = useStore(pictures);
  const { pairOf, viewer } = useStepPictures(steps, (_, name) => urls.get(pictureKey(case_run_id, name)));
  return (
    <>
      <ol className="trial-steps" data-literal>
        {steps.map((step) => (
          <li key={`${step.started_at} ${step.name}`} data-tone={step.ok ? "good" : "bad"}>
            <StepMark step={step} />
            <span>{step.name}</span>
            {step.ended_at !== null && (
              <small className="udt-secondary udt-num">{format.duration(step.ended_at - step.started_at)}</small>
            )}
            {pairOf(step)}
            {(!step.ok || step.is_skipped || step.note) && <StepLook step={step} />}
          </li>
        ))}
      </ol>
      {viewer}
    </>
  );
}
