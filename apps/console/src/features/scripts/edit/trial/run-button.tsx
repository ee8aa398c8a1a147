import { AimOutlined, CaretRightOutlined, SelectOutlined } from "@ant-design/icons";
import { frameworkOf, type TrialLines } from "@udt/contract";
import { Button } from "antd";
import type { editor, Selection } from "monaco-editor/editor";
import { useEffect, useEffectEvent } from "react";
import { useT } from "../../../../lib/i18n/index.ts";
import { IS_MAC, useShortcut } from "../../../../lib/shortcuts/shortcuts.ts";
import { useStore } from "../../../../lib/streams/index.ts";
import type { EditorDoc } from "../docs.ts";
import { useMonaco } from "../monaco.ts";
import { chosenSteps } from "./chosen-steps.ts";
import type { Trying } from "./use-trial.ts";

const SELECTION_KEYS = IS_MAC ? "⇧⌘↩" : "Ctrl+Shift+Enter";
const CASE_KEYS = IS_MAC ? "⌥⌘↩" : "Ctrl+Alt+Enter";

/** Runs the open file, or the steps that are selected in it, on the phone beside it; where that cannot be it says why. */
export function RunButton(props: {
  /** The open file; undefined: none. */
  path: string | undefined;
  trial: Trying;
  /** Whether a phone can stand beside the editor, and does, ready or not. */
  phone: { isOffered: boolean; isOpen: boolean };
  /** A dialog is open, whose keys are its own. */
  isAsked: boolean;
  code: editor.IStandaloneCodeEditor | undefined;
  /** What the open file has as its text; undefined where it is none. */
  doc: Pick<EditorDoc, "model"> | undefined;
}) {
  const t = useT("scripts");
  const { path, trial, phone, isAsked, doc } = props;
  const code = doc && props.code;
  const { isRunning, start } = trial;
  const framework = path === undefined ? undefined : frameworkOf(path);
  const why = !framework ? "no_cases" : trial.phone ? undefined : phone.isOpen ? "not_ready" : "need_phone";
  const isOff = why !== undefined || isRunning;
  const hasSteps = framework === "low_code";
  const isNoneChosen = useStore(chosenSteps(doc?.model)) === 0;
  const whyNone = why ?? (isNoneChosen ? "none_chosen" : undefined);
  // A shell script is one.
  const hasCases = framework !== undefined && framework !== "shell";
  const run = () => {
    if (path !== undefined && !isOff) start(path);
  };
  const runSelection = () => {
    const selection = linesOf(code?.getSelection());
    if (path !== undefined && !isOff && whyNone === undefined && hasSteps && selection) start(path, { selection });
  };
  useShortcut("Mod+enter", t("trial.run_file"), () => !isAsked && run());
  const runCase = () => {
    const caret = code?.getPosition()?.lineNumber;
    if (path !== undefined && !isOff && hasCases && caret !== undefined) start(path, { caret });
  };
  useKeys(code, "selection", t("trial.run_selection"), runSelection);
  useKeys(code, "case", t("trial.run_case"), runCase);
  if (!phone.isOffered) return null;
  return (
    <>
      {hasSteps && (
        <Button
          icon={<SelectOutlined />}
          disabled={isOff || whyNone !== undefined}
          title={whyNone ? t(`trial.${whyNone}`) : t("trial.run_selected", { keys: SELECTION_KEYS })}
          onClick={runSelection}
        >
          {t("trial.run_selection")}
        </Button>
      )}
      {hasCases && (
        <Button
          icon={<AimOutlined />}
          disabled={isOff}
          title={why ? t(`trial.${why}`) : t("trial.run_case_at", { keys: CASE_KEYS })}
          onClick={runCase}
        >
          {t("trial.run_case")}
        </Button>
      )}
      <Button icon={<CaretRightOutlined />} disabled={isOff} title={t(`trial.${why ?? "run_file"}`)} onClick={run}>
        {t("trial.run")}
      </Button>
    </>
  );
}

/** The lines that a selection touches; its end may be the begin of one that it does not. */
function linesOf(selected: Selection | null | undefined): TrialLines | undefined {
  if (!selected) return undefined;
  const { startLineNumber: from, endLineNumber: end, endColumn } = selected;
  return { from, to: endColumn === 1 && end > from ? end - 1 : end };
}

/** In the place of the editor's own, which open a line above. */
function useKeys(
  code: editor.IStandaloneCodeEditor | undefined,
  what: "selection" | "case",
  label: string,
  run: () => void,
): void {
  const { KeyCode, KeyMod } = useMonaco();
  const latest = useEffectEvent(run);
  useEffect(() => {
    const more = what === "selection" ? KeyMod.Shift : KeyMod.Alt;
    const keybindings = [KeyMod.CtrlCmd | more | KeyCode.Enter];
    const action = code?.addAction({ id: `udt.run-${what}`, label, keybindings, run: () => latest() });
    return () => action?.dispose();
  }, [code, KeyCode, KeyMod, what, label]);
}
