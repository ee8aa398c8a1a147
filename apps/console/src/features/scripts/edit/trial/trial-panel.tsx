import { CaretRightOutlined, FileTextOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { CloseIcon } from "../../../../lib/components/icons.tsx";
import { StatePill, type Tone } from "../../../../lib/components/index.ts";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { isOver, stateOf, type Trial, type TrialCase } from "./trial.ts";
import { CaseView, type Go } from "./case-view.tsx";
import { LogView } from "./log-view.tsx";
import { StateMark } from "./state-mark.tsx";
import type { Trying } from "./use-trial.ts";
import "./trial.css";

const STAGE_TONES: Record<Trial["stage"], Tone> = {
  starting: "busy",
  environment: "busy",
  list: "busy",
  run: "busy",
  stopping: "warning",
  done: "good",
  stopped: "offline",
  failed: "bad",
};

interface Props {
  trial: Trial;
  trying: Trying;
  onGo: Go;
}

/** Below the editor: what runs there and how it comes out. */
export function TrialPanel({ trial, trying, onGo }: Props) {
  const t = useT("scripts");
  const [chosen, choose] = useState<{ trial_of: string; case_run_id: number | null }>();
  const { cases, file } = trial;
  const isEnded = isOver(trial);
  const first = cases.map(({ task }) => task.case_key).join("\n");
  // Nobody chose: what runs is looked at as it is printed, what has ended by what went wrong.
  const wrong = isEnded ? cases.find((one) => stateOf(one, trial) === "failed") : undefined;
  const at = chosen?.trial_of === first ? chosen.case_run_id : (wrong?.task.case_run_id ?? null);
  const one = cases.find(({ task }) => task.case_run_id === at);
  return (
    <section className="trial" aria-label={t("trial.title", { file })}>
      <header className="trial-head">
        <h2 className="udt-ellipsis" title={file} data-literal>
          {file.slice(file.lastIndexOf("/") + 1)}
        </h2>
        <Standing trial={trial} />
        <span className="edit-space" />
        {isEnded ? (
          <Button size="small" disabled={!trying.phone} onClick={() => trying.start(file)}>
            {t("trial.again")}
          </Button>
        ) : (
          <Button size="small" danger disabled={trial.stage === "stopping"} onClick={trying.stop}>
            {t("trial.stop")}
          </Button>
        )}
        <button
          type="button"
          className="udt-icon-button"
          data-large
          aria-label={t("trial.close")}
          title={t("trial.close")}
          onClick={trying.close}
        >
          <CloseIcon />
        </button>
      </header>
      <div className="trial-body">
        <ul className="trial-cases" aria-label={t("trial.parts")}>
          <li aria-current={!one || undefined}>
            <button type="button" onClick={() => choose({ trial_of: first, case_run_id: null })}>
              <FileTextOutlined />
              <span>{t("trial.log")}</span>
            </button>
          </li>
          {cases.map((each) => (
            <CaseRow
              key={each.task.case_run_id}
              each={each}
              trial={trial}
              isChosen={each === one}
              onChoose={() => choose({ trial_of: first, case_run_id: each.task.case_run_id })}
              onAlone={isEnded && trying.phone ? () => trying.start(file, [each.task.case_key]) : undefined}
            />
          ))}
        </ul>
        {one ? <CaseView one={one} onGo={onGo} /> : <LogView trial={trial} onGo={onGo} />}
      </div>
    </section>
  );
}

/** How far it is, or how it came out. */
function Standing({ trial }: { trial: Trial }) {
  const t = useT("scripts");
  const format = useFormat();
  const { stage, cases } = trial;
  const states = cases.map((one) => stateOf(one, trial));
  const passed = states.filter((state) => state === "success").length;
  const hasFailed = stage === "done" && states.includes("failed");
  return (
    <span className="trial-standing" role="status">
      <StatePill tone={hasFailed ? "bad" : STAGE_TONES[stage]}>
        {hasFailed ? t("trial.state.failed") : t(`trial.stage.${stage}`)}
      </StatePill>
      {cases.length > 0 && (
        <span className="udt-secondary udt-num">
          {t("trial.passed", { passed: format.number(passed), total: format.number(cases.length) })}
        </span>
      )}
    </span>
  );
}

function CaseRow(props: {
  each: TrialCase;
  trial: Trial;
  isChosen: boolean;
  onChoose: () => void;
  onAlone: (() => void) | undefined;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const { each, trial, isChosen, onChoose, onAlone } = props;
  const { task, result } = each;
  const state = stateOf(each, trial);
  const ms = result?.ended_at == null ? undefined : result.ended_at - result.started_at;
  const alone = t("trial.alone", { name: task.name });
  return (
    <li aria-current={isChosen || undefined}>
      <button type="button" onClick={onChoose}>
        <StateMark state={state} />
        <span className="udt-ellipsis" title={task.name} data-literal>
          {task.name}
        </span>
        {ms !== undefined && <small className="udt-secondary udt-num">{format.duration(ms)}</small>}
      </button>
      {onAlone && (
        <button type="button" className="udt-icon-button" aria-label={alone} title={alone} onClick={onAlone}>
          <CaretRightOutlined />
        </button>
      )}
    </li>
  );
}
