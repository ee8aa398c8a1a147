import { CaretRightOutlined, FileTextOutlined } from "@ant-design/icons";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { useRowWindow } from "../../../../lib/list/index.ts";
import { useStore } from "../../../../lib/streams/index.ts";
import { StateMark } from "./state-mark.tsx";
import { stateOf, type Trial, type TrialCase } from "./trial.ts";

/** As high as a case's row is in the style sheet. */
const ROW_PX = 32;

/** What of a trial can be looked at: its log, and each of its cases, of which those in sight are drawn. */
export function CaseList(props: {
  trial: Trial;
  /** Undefined: the log. */
  chosen: TrialCase | undefined;
  onChoose: (one: TrialCase | undefined) => void;
  /** Runs one alone; undefined while that cannot be. */
  onAlone: ((one: TrialCase) => void) | undefined;
}) {
  const t = useT("scripts");
  const { trial, chosen, onChoose, onAlone } = props;
  const { body, from, to, above, below } = useRowWindow<HTMLUListElement>(trial.cases, ROW_PX);
  return (
    <div className="trial-cases">
      <div className="trial-row" aria-current={!chosen || undefined}>
        <button type="button" onClick={() => onChoose(undefined)}>
          <FileTextOutlined />
          <span>{t("trial.log")}</span>
        </button>
      </div>
      <ul ref={body} aria-label={t("trial.cases")} style={{ paddingBlock: `${above}px ${below}px` }}>
        {trial.cases.slice(from, to).map((each) => (
          <CaseRow
            key={each.task.case_run_id}
            each={each}
            trial={trial}
            isChosen={each === chosen}
            onChoose={() => onChoose(each)}
            onAlone={onAlone && (() => onAlone(each))}
          />
        ))}
      </ul>
    </div>
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
  const { task } = each;
  const result = useStore(each.result);
  const ms = result?.ended_at == null ? undefined : result.ended_at - result.started_at;
  const alone = t("trial.alone", { name: task.name });
  return (
    <li className="trial-row" aria-current={isChosen || undefined}>
      <button type="button" onClick={onChoose}>
        <StateMark state={stateOf(result, trial)} />
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
