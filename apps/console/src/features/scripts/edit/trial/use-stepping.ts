import type { editor } from "monaco-editor/editor";
import { useEffect, useEffectEvent } from "react";
import { useT } from "../../../../lib/i18n/index.ts";
import { useMonaco } from "../monaco.ts";
import { breakpointsOf } from "./breakpoints.ts";
import { useEditorKey } from "./use-editor-key.ts";
import type { Trying } from "./use-trial.ts";

/** What there is beside a file of steps: breakpoints, keys to go on from them by, and the line that one waits at in sight. */
export function useStepping(code: editor.IStandaloneCodeEditor | undefined, hasSteps: boolean, trial: Trying): void {
  const t = useT("scripts");
  useBreakpoints(code, hasSteps);
  useHeldInSight(code, trial);
  useEditorKey(code, "F7", { label: t("trial.continue"), run: () => trial.goOn("continue") });
  useEditorKey(code, "F10", { label: t("trial.step"), run: () => trial.goOn("step") });
}

/**
 * Has breakpoints set beside the lines of a file of steps, by a press there and by a key.
 * @param hasSteps a file of another kind has none
 */
function useBreakpoints(code: editor.IStandaloneCodeEditor | undefined, hasSteps: boolean): void {
  const t = useT("scripts");
  const { editor } = useMonaco();
  const turn = (line: number | undefined) => {
    const model = code?.getModel();
    if (model && hasSteps && line !== undefined) breakpointsOf(model).toggle(line, t("trial.breakpoint_hint"));
  };
  const press = useEffectEvent(turn);
  useEditorKey(code, "F9", { label: t("trial.breakpoint_turn"), run: () => turn(code?.getPosition()?.lineNumber) });
  useEffect(() => {
    code?.updateOptions({ glyphMargin: hasSteps });
    const { GUTTER_GLYPH_MARGIN, GUTTER_LINE_NUMBERS } = editor.MouseTargetType;
    const pressed = code?.onMouseDown(({ target: { type, position } }) => {
      if (type === GUTTER_GLYPH_MARGIN || type === GUTTER_LINE_NUMBERS) press(position.lineNumber);
    });
    return () => pressed?.dispose();
  }, [code, editor, hasSteps]);
}

/** Brings the line that a trial waits at in sight, where its file shows. */
function useHeldInSight(
  code: editor.IStandaloneCodeEditor | undefined,
  { begun, shown }: Pick<Trying, "begun" | "shown">,
): void {
  const held = shown?.at?.is_held ? begun?.lines.now(shown.at.line) : undefined;
  useEffect(() => {
    if (held !== undefined && code?.getModel() === begun?.model) code?.revealLineInCenterIfOutsideViewport(held);
  }, [code, begun, held]);
}
