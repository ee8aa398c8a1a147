import type { editor } from "monaco-editor/editor";
import { useEffect, useRef, useState } from "react";
import type { EditorDoc } from "../docs.ts";

export interface FileLine {
  file: string;
  /** From 1. */
  line: number;
}

/**
 * Shows a line of a file as soon as the editor shows that file.
 * @param code the editor, and the document that it is to show; undefined while there is none
 * @param first what is shown without being asked for
 */
export function useJump(
  code: editor.IStandaloneCodeEditor | undefined,
  doc: EditorDoc | undefined,
  first: FileLine | undefined,
) {
  const [wanted, want] = useState(first);
  const shown = useRef<FileLine>(undefined);
  useEffect(() => {
    if (!wanted || wanted === shown.current || !code || doc?.path() !== wanted.file || code.getModel() !== doc.model)
      return;
    const lineNumber = Math.min(wanted.line, doc.model.getLineCount());
    code.setPosition({ lineNumber, column: doc.model.getLineFirstNonWhitespaceColumn(lineNumber) || 1 });
    code.revealLineInCenter(lineNumber);
    code.focus();
    shown.current = wanted;
  }, [wanted, code, doc]);
  return want;
}
