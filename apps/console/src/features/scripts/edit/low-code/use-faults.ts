import type { editor } from "monaco-editor/editor";
import { useEffect, useState } from "react";
import { saidLine } from "../../../../lib/words/index.ts";
import { useMonaco } from "../monaco.ts";
import { checkLowCode } from "./ask-low-code.ts";
import type { Checked } from "./low-code-worker.ts";

/** Somebody who types on is not told of each letter. */
const SETTLED_MS = 300;
const OWNER = "low_code";

/**
 * What is wrong in a file of low-code steps as it stands, which the editor underlines.
 * @returns undefined of any other file, and until the first look
 */
export function useFaults(model: editor.ITextModel): Checked | undefined {
  const { editor, MarkerSeverity } = useMonaco();
  const [found, setFound] = useState<{ model: editor.ITextModel; checked: Checked | undefined }>();
  useEffect(() => {
    let timer: number | undefined;
    const look = async () => {
      const version = model.getVersionId();
      const checked = model.getLanguageId() === "yaml" ? await checkLowCode(model.getValue()) : undefined;
      if (model.isDisposed() || model.getVersionId() !== version) return;
      const markers = (checked?.faults ?? []).map(({ said, line }) => ({
        ...lineOf(model, line),
        message: saidLine(said),
        severity: MarkerSeverity.Error,
      }));
      editor.setModelMarkers(model, OWNER, markers);
      setFound({ model, checked });
    };
    const settle = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look().catch(reportError), ms);
    };
    settle(0);
    const heard = [model.onDidChangeContent(() => settle(SETTLED_MS)), model.onDidChangeLanguage(() => settle(0))];
    return () => {
      window.clearTimeout(timer);
      for (const each of heard) each.dispose();
    };
  }, [editor, MarkerSeverity, model]);
  return found?.model === model ? found.checked : undefined;
}

/** Of a whole line, but for the blanks around it. */
function lineOf(model: editor.ITextModel, line: number) {
  const startLineNumber = Math.min(line, model.getLineCount());
  return {
    startLineNumber,
    endLineNumber: startLineNumber,
    startColumn: model.getLineFirstNonWhitespaceColumn(startLineNumber) || 1,
    endColumn: model.getLineLastNonWhitespaceColumn(startLineNumber) || 1,
  };
}
