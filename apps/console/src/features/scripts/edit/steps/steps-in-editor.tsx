import type { editor } from "monaco-editor/editor";
import { useEffect, useMemo } from "react";
import { useT } from "../../../../lib/i18n/index.ts";
import { useStore } from "../../../../lib/streams/index.ts";
import { breakpointsOf } from "../trial/breakpoints.ts";
import { chosenSteps } from "../trial/chosen-steps.ts";
import { isOver } from "../trial/trial.ts";
import type { Trying } from "../trial/use-trial.ts";
import type { Pointing } from "./form/pointing.ts";
import { statesOf } from "./marks.ts";
import { stepsDocOf } from "./steps-doc.ts";
import type { Marks } from "./tree-props.ts";
import { StepsView } from "./steps-view.tsx";

export { keepJsonSchema } from "@udt/low-code";

export interface StepsInEditorProps {
  code: editor.IStandaloneCodeEditor;
  model: editor.ITextModel;
  name: string;
  canChange: boolean;
  trial: Trying;
  pointing: Pointing;
  onText: (line: number | undefined) => void;
}

/** The steps of the document that an editor has, which need not show: with its breakpoints, and with what runs of it. */
export function StepsInEditor({ code, model, trial, ...props }: StepsInEditorProps) {
  const t = useT("scripts");
  const doc = useMemo(() => stepsDocOf(code, model), [code, model]);
  useEffect(() => doc.follow(), [doc]);
  const breakpoints = breakpointsOf(model);
  const lines = useStore(breakpoints.lines);
  const marks = marksOf(trial, model);
  return (
    <StepsView
      {...props}
      doc={doc}
      onChosen={chosenSteps(model).set}
      marks={(isLeaf) => ({ ...marks(isLeaf), breakpoints: lines })}
      onBreakpoint={(line) => breakpoints.toggle(line, t("trial.breakpoint_hint"))}
    />
  );
}

/** How the steps of a document came out that runs, or ran last. */
function marksOf({ shown, begun, lineNow }: Trying, model: editor.ITextModel) {
  return (isLeaf: (line: number) => boolean): Omit<Marks, "breakpoints"> => {
    if (!shown || begun?.model !== model) return { at: undefined, states: new Map() };
    const details = shown.cases.flatMap(({ result }) => result.get()?.detail ?? []);
    const states = statesOf(
      {
        lines: shown.visits.map((line) => begun.lines.now(line)),
        told: details.flatMap(({ steps }) => steps.flatMap(({ ok, is_skipped }) => (is_skipped ? [] : ok))),
        failed: details.flatMap(({ location }) => (location?.file === shown.file ? lineNow(location.line) : [])),
        isOver: isOver(shown),
      },
      isLeaf,
    );
    return { at: shown.at ? { ...shown.at, line: lineNow(shown.at.line) } : undefined, states };
  };
}
