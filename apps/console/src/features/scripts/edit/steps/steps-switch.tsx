import { frameworkOf } from "@udt/contract";
import { isLowCode } from "@udt/low-code/is-low-code";
import { Segmented } from "antd";
import type { editor } from "monaco-editor/editor";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useT } from "../../../../lib/i18n/index.ts";
import { local } from "../../../../lib/storage.ts";
import type { EditorDoc } from "../docs.ts";

export type LowCodeView = "text" | "steps";
const STORED = "udt_edit_view";

/** How somebody reads files of steps, in whichever repository. */
export function useStepsView(): [LowCodeView, (view: LowCodeView) => void] {
  const [view, setView] = useState<LowCodeView>(() => (local.getItem(STORED) === "steps" ? "steps" : "text"));
  const change = (next: LowCodeView) => {
    local.setItem(STORED, next);
    setView(next);
  };
  return [view, change];
}

/** Whether a document says that it is a file of steps. */
export function useIsLowCode(doc: EditorDoc | undefined): boolean {
  const model = doc?.model;
  const isPossible = doc !== undefined && frameworkOf(doc.path()) === "low_code";
  const subscribe = useCallback(
    (listener: () => void) => {
      const listening = model?.onDidChangeContent(listener);
      return () => listening?.dispose();
    },
    [model],
  );
  return useSyncExternalStore(subscribe, () => isPossible && model !== undefined && isLowCode(model.getValue()));
}

export function StepsSwitch({ view, onView }: { view: LowCodeView; onView: (view: LowCodeView) => void }) {
  const t = useT("scripts");
  return (
    <Segmented
      size="small"
      className="edit-view-switch"
      aria-label={t("edit.view")}
      value={view}
      onChange={onView}
      options={(["text", "steps"] as const).map((value) => ({ value, label: t(`edit.view_as.${value}`) }))}
    />
  );
}

/** The text comes back where its caret is, and with the focus. */
export function useTextInSight(code: editor.IStandaloneCodeEditor | undefined, isSteps: boolean): void {
  const was = useRef(isSteps);
  useEffect(() => {
    const hasCome = was.current && !isSteps;
    was.current = isSteps;
    const at = code?.getPosition();
    if (!hasCome || !code || !at) return;
    code.layout();
    code.revealLineInCenterIfOutsideViewport(at.lineNumber);
    code.focus();
  }, [code, isSteps]);
}
