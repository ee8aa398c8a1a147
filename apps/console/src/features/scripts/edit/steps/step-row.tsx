import { HolderOutlined, WarningOutlined } from "@ant-design/icons";
import { CheckOutlined, CloseOutlined, PauseOutlined, SyncOutlined } from "@ant-design/icons";
import { isThing } from "@udt/low-code";
import type { DragEvent, ReactNode } from "react";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { ActionIcon } from "./actions.tsx";
import { withKey } from "./keys-said.ts";
import type { StepRow as Row } from "./rows.ts";
import { sentenceOf, targetText } from "./sentence.ts";
import { own, TurnButton } from "./turn-button.tsx";

export type StepMark = "running" | "held" | "passed" | "failed";
const MARKS: Record<StepMark, ReactNode> = {
  running: <SyncOutlined spin />,
  held: <PauseOutlined />,
  passed: <CheckOutlined />,
  failed: <CloseOutlined />,
};

/** One step: what it does, what it is called, by what it finds its element, and how it came out. */
export function StepLine(props: {
  row: Row;
  mark: StepMark | undefined;
  hasBreakpoint: boolean;
  /** How many faults its lines have. */
  wrong: number;
  canChange: boolean;
  onBreakpoint: () => void;
  onTurn: () => void;
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
}) {
  const t = useT("steps");
  const format = useFormat();
  const { row, mark, hasBreakpoint, wrong, canChange, onBreakpoint, onTurn, onDragStart, onDragEnd } = props;
  const { step } = row.one;
  const words = { t, format };
  const turn = t(hasBreakpoint ? "breakpoint.clear" : "breakpoint.set");
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className="steps-gutter"
        aria-pressed={hasBreakpoint}
        aria-label={turn}
        title={withKey(turn, "F9")}
        onClick={own(onBreakpoint)}
      >
        <b aria-hidden />
        <span className="udt-num" aria-hidden data-number={format.number(row.number)} />
      </button>
      {canChange && (
        <span
          className="steps-drag"
          draggable
          role="img"
          aria-label={t("drag")}
          title={t("drag")}
          onDragStart={onDragStart}
          onDragEnd={onDragEnd}
        >
          <HolderOutlined />
        </span>
      )}
      {row.isOpen === undefined ? <span className="steps-turn" /> : <TurnButton isOpen={row.isOpen} onTurn={onTurn} />}
      <ActionIcon action={step["action"]} />
      <span className="steps-words">
        <span className="steps-sentence udt-ellipsis" title={sentenceOf(words, step)} data-literal>
          {sentenceOf(words, step)}
        </span>
        <Facts row={row} />
      </span>
      {step["disabled"] === true && <span className="steps-tag">{t("disabled")}</span>}
      {wrong > 0 && (
        <span className="steps-wrong" role="img" aria-label={t("wrong", { count: wrong, total: format.number(wrong) })}>
          <WarningOutlined />
        </span>
      )}
      {mark && (
        <span
          className="steps-mark"
          data-state={mark}
          role="img"
          aria-label={t(`state.${mark}`)}
          title={t(`state.${mark}`)}
        >
          {MARKS[mark]}
        </span>
      )}
    </>
  );
}

/** What its author calls it, its locator as it is written, and what else holds for it. */
function Facts({ row: { one } }: { row: Row }) {
  const t = useT("steps");
  const format = useFormat();
  const { step } = one;
  const { name, locator, fallback, timeout, on_failure } = step;
  const others = Array.isArray(fallback) ? (fallback as unknown[]) : [];
  const goesOn = on_failure === "go_on" || on_failure === "ignore" ? on_failure : undefined;
  if (name === undefined && !isThing(locator) && others.length === 0 && timeout === undefined && !goesOn) return null;
  return (
    <small className="steps-facts udt-ellipsis">
      {typeof name === "string" && !isSame(name, sentenceOf({ t, format }, step)) && (
        <span className="steps-name" data-literal>
          {name}
        </span>
      )}
      {isThing(locator) && <code data-literal>{writtenOf(locator)}</code>}
      {others.length > 0 && (
        <span title={others.map((each) => targetText({ t, format }, each)).join("\n")}>
          {t("fallbacks", { count: others.length, total: format.number(others.length) })}
        </span>
      )}
      {typeof timeout === "number" && <span className="udt-num">{t("timeout", { seconds: String(timeout) })}</span>}
      {goesOn && <span>{t(`on_failure.${goesOn}`)}</span>}
    </small>
  );
}

/** Whether a name says what a step does in the same words: a recording calls its steps so, with its own quotes. */
const isSame = (name: string, sentence: string): boolean => bare(name) === bare(sentence);
const bare = (text: string): string => text.replaceAll(/[“”"「」『』\s]/g, "");

/** A locator in the file's own words. */
export function writtenOf(locator: Record<string, unknown>): string {
  return Object.entries(locator)
    .filter(([key, value]) => key !== "by" || value === "position")
    .map(([key, value]) => (isThing(value) ? `${key} (${writtenOf(value)})` : `${key}: ${String(value)}`))
    .join(", ");
}
