import { UserOutlined } from "@ant-design/icons";
import { frameworkOf } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { CloseIcon } from "../../../../lib/components/icons.tsx";
import { StatePill, type Tone } from "../../../../lib/components/index.ts";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { Said } from "../../../../lib/words/index.ts";
import { firstFailed, isOver, lastBegun, placeIn, type Trial } from "./trial.ts";
import { CaseList } from "./case-list.tsx";
import { CaseView, GoButton, type Go } from "./case-view.tsx";
import { LogView } from "./log-view.tsx";
import type { AccountOfTrials } from "./use-account.ts";
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
  const [chosen, choose] = useState<{ trial: number; case_run_id: number | undefined }>();
  const { cases, file, number, selection, at } = trial;
  const isHeld = at?.is_held === true;
  const isEnded = isOver(trial);
  // Nobody chose: what runs is looked at as it is printed, or as its steps are done, what has ended by what went wrong.
  const hasSteps = frameworkOf(file) === "low_code";
  const own = chosen?.trial === number ? chosen : undefined;
  const one = own
    ? cases.find(({ task }) => task.case_run_id === own.case_run_id)
    : ((isEnded ? firstFailed(trial) : undefined) ?? (hasSteps ? lastBegun(trial) : undefined));
  const again = () => {
    const { lineNow, start } = trying;
    start(file, { selection: selection && { from: lineNow(selection.from), to: lineNow(selection.to) } });
  };
  return (
    <section className="trial" aria-label={t("trial.title", { file })}>
      <header className="trial-head">
        <h2 className="udt-ellipsis" title={file} data-literal>
          {file.slice(file.lastIndexOf("/") + 1)}
        </h2>
        <Standing trial={trial} lineNow={trying.lineNow} />
        <span className="edit-space" />
        {isHeld && (
          <>
            <Button size="small" title="F7" onClick={() => trying.goOn("continue")}>
              {t("trial.continue")}
            </Button>
            <Button size="small" title="F10" onClick={() => trying.goOn("step")}>
              {t("trial.step")}
            </Button>
          </>
        )}
        {isEnded && <AccountButton accounts={trying.accounts} />}
        {isEnded ? (
          <Button size="small" disabled={!trying.phone} onClick={again}>
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
      <Broken trial={trial} onGo={onGo} />
      <div className="trial-body">
        <CaseList
          trial={trial}
          chosen={one}
          onChoose={(next) => choose({ trial: number, case_run_id: next?.task.case_run_id })}
          onAlone={
            isEnded && trying.phone && selection === null
              ? ({ task }) => trying.start(file, { case_keys: [task.case_key] })
              : undefined
          }
        />
        {one ? <CaseView one={one} pictures={trying.pictures} onGo={onGo} /> : <LogView trial={trial} />}
      </div>
    </section>
  );
}

/** With which account it runs again, and the way to another one. */
function AccountButton({ accounts }: { accounts: AccountOfTrials }) {
  const t = useT("scripts");
  const { account, ask } = accounts;
  return (
    <Button size="small" type="text" icon={<UserOutlined />} title={t("trial.account.title")} onClick={ask}>
      <span className="udt-ellipsis" data-literal={account && true}>
        {account?.account ?? t("trial.account.none")}
      </span>
    </Button>
  );
}

/** Why nothing, or nothing more, was run, and which part broke it off. */
function Broken({ trial: { error, broken_by, file }, onGo }: { trial: Trial; onGo: Go }) {
  const t = useT("scripts");
  if (error === null) return null;
  const place = typeof error === "string" ? null : placeIn(error.evidence, file);
  return (
    <div className="trial-error" role="alert" tabIndex={0}>
      {broken_by !== null && <b>{t(`trial.broken_by.${broken_by}`)}</b>}
      {place && <GoButton place={place} onGo={onGo} />}
      {typeof error === "string" ? <p>{error}</p> : <Said said={error} />}
    </div>
  );
}

/** How far it is, or how it came out. */
function Standing({ trial, lineNow }: { trial: Trial; lineNow: Trying["lineNow"] }) {
  const t = useT("scripts");
  const format = useFormat();
  const { stage, cases, passed, failed, broken_by, selection, at } = trial;
  const hasFailed = stage === "done" && failed > 0;
  const heldAt = stage === "run" && at?.is_held ? lineNow(at.line) : undefined;
  const word = hasFailed
    ? t("trial.state.failed")
    : heldAt !== undefined
      ? t("trial.held", { line: heldAt })
      : t(`trial.stage.${broken_by === null ? stage : "broken"}`);
  return (
    <span className="trial-standing" role="status">
      <StatePill tone={hasFailed ? "bad" : heldAt === undefined ? STAGE_TONES[stage] : "warning"}>{word}</StatePill>
      {selection && <span className="udt-secondary udt-num">{t("trial.lines", { ...selection })}</span>}
      {cases.length > 0 && heldAt === undefined && (
        <span className="udt-secondary udt-num">
          {t("trial.passed", { passed: format.number(passed), total: format.number(cases.length) })}
        </span>
      )}
    </span>
  );
}
