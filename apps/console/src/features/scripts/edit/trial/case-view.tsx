import type { CaseDetail } from "@udt/contract";
import { StepLook, StepMark } from "../../../../lib/case-steps/index.ts";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { Said } from "../../../../lib/words/index.ts";
import { useStore } from "../../../../lib/streams/index.ts";
import type { TrialCase } from "./trial.ts";

type Step = CaseDetail["steps"][number];
/** Shows a line in the editor. */
export type Go = (place: { file: string; line: number }) => void;

/** One case: why it failed and where, its steps, and what it printed. */
export function CaseView({ one, onGo }: { one: TrialCase; onGo: Go }) {
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
        <ol className="trial-steps" data-literal>
          {detail.steps.map((step) => (
            <StepRow key={`${step.started_at} ${step.name}`} step={step} />
          ))}
        </ol>
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

function StepRow({ step }: { step: Step }) {
  const format = useFormat();
  const { name, ok, started_at, ended_at } = step;
  return (
    <li data-tone={ok ? "good" : "bad"}>
      <StepMark step={step} />
      <span>{name}</span>
      {ended_at !== null && <small className="udt-secondary udt-num">{format.duration(ended_at - started_at)}</small>}
      {!ok && <StepLook step={step} />}
    </li>
  );
}
