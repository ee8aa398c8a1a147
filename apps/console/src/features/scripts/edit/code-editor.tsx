import type { editor } from "monaco-editor/editor";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { IS_MAC } from "../../../lib/shortcuts/shortcuts.ts";
import { MONO_FONT } from "../../../lib/theme/tokens.ts";
import { useThemeMode } from "../../../lib/theme/theme-mode.ts";
import { useMonaco } from "./monaco.ts";

/** What the editor and the comparison of two texts have in common. */
export const EDITOR_OPTIONS = {
  automaticLayout: true,
  fontFamily: MONO_FONT,
  fontSize: 13,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  fixedOverflowWidgets: true,
  overviewRulerBorder: false,
  // The console's own shortcuts know a field by this.
  editContext: false,
  padding: { top: 10, bottom: 10 },
  // Punctuation of Chinese and Japanese is no mistake; what cannot be seen still shows.
  unicodeHighlight: { ambiguousCharacters: false },
} as const satisfies editor.IEditorOptions & { automaticLayout: boolean };

export interface Caret {
  line: number;
  column: number;
}

/** Has the editors in the console's theme. */
export function useEditorTheme(): void {
  const { editor } = useMonaco();
  const mode = useThemeMode();
  useEffect(() => {
    editor.setTheme(`udt-${mode}`);
  }, [editor, mode]);
}

/** One editor, which shows one document after the other; each where it was left. */
export function CodeEditor(props: {
  model: editor.ITextModel;
  label: string;
  readOnly: boolean;
  /** The tabulator moves the focus on; else it indents. */
  tabMoves: boolean;
  onTab: () => void;
  onCaret: (caret: Caret) => void;
  /** Told of the editor for as long as it is there. */
  onEditor: (one: editor.IStandaloneCodeEditor | undefined) => void;
}) {
  const monaco = useMonaco();
  useEditorTheme();
  const place = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<editor.IStandaloneCodeEditor>();
  const [views] = useState(() => new WeakMap<editor.ITextModel, editor.ICodeEditorViewState>());
  const { model, label, readOnly, tabMoves, onTab, onCaret, onEditor } = props;
  const turnTab = useEffectEvent(onTab);
  useEffect(() => {
    if (!place.current) return undefined;
    const one = monaco.editor.create(place.current, { ...EDITOR_OPTIONS, model: null });
    setMade(one);
    onEditor(one);
    one.onDidChangeCursorPosition(({ position }) => onCaret({ line: position.lineNumber, column: position.column }));
    // In the place of the editor's own, of which nobody could see how it stands.
    const { KeyCode, KeyMod } = monaco;
    one.addCommand((IS_MAC ? KeyMod.WinCtrl : KeyMod.CtrlCmd) | KeyCode.KeyM, () => turnTab());
    return () => {
      onEditor(undefined);
      one.dispose();
    };
  }, [monaco, onCaret, onEditor]);
  useEffect(() => {
    const wordWrap = readOnly ? "on" : "off";
    made?.updateOptions({ readOnly, domReadOnly: readOnly, wordWrap, ariaLabel: label, tabFocusMode: tabMoves });
  }, [made, readOnly, label, tabMoves]);
  useEffect(() => {
    if (!made) return undefined;
    made.setModel(model);
    made.restoreViewState(views.get(model) ?? null);
    made.focus();
    return () => {
      const view = model.isDisposed() ? null : made.saveViewState();
      if (view) views.set(model, view);
    };
  }, [made, model, views]);
  return <div ref={place} className="edit-code" />;
}
