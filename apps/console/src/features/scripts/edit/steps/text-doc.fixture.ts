import { changeText } from "@udt/low-code";
import { createStore } from "../../../../lib/streams/index.ts";
import type { LineRange, StepsDoc } from "./steps-doc.ts";

/** A text with undoing and a selection, without an editor. */
export function textDoc(first: string): StepsDoc {
  const texts = [first];
  let at = 0;
  let version = 1;
  const listeners = new Set<() => void>();
  const selected = createStore<LineRange>({ from: 1, to: 1 });
  const go = (to: number) => {
    if (to < 0 || to >= texts.length) return;
    at = to;
    version++;
    for (const listener of listeners) listener();
  };
  return {
    text: () => texts[at] ?? "",
    version: () => version,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    breakpoints: () => [],
    put(changes) {
      texts.splice(at + 1, texts.length, changeText(texts[at] ?? "", changes) ?? "");
      go(at + 1);
    },
    canUndo: () => at > 0,
    canRedo: () => at < texts.length - 1,
    undo: () => go(at - 1),
    redo: () => go(at + 1),
    selected,
    select: (lines) => selected.set(lines),
  };
}
