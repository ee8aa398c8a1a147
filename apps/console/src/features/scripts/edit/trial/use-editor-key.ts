import type { editor } from "monaco-editor/editor";
import { useEffect, useEffectEvent } from "react";
import { useShortcut } from "../../../../lib/shortcuts/shortcuts.ts";
import { useMonaco } from "../monaco.ts";

type Key = "F7" | "F9" | "F10";

/** A key of the page that the editor would keep for itself, too: it does the same in both. */
export function useEditorKey(
  code: editor.IStandaloneCodeEditor | undefined,
  key: Key,
  { label, run }: { label: string; run: () => void },
): void {
  const { KeyCode } = useMonaco();
  const latest = useEffectEvent(run);
  useShortcut(key, label, run);
  useEffect(() => {
    const action = code?.addAction({ id: `udt.${key}`, label, keybindings: [KeyCode[key]], run: () => latest() });
    return () => action?.dispose();
  }, [code, KeyCode, key, label]);
}
