import type { editor } from "monaco-editor/editor";
import { createStore, type Store } from "../../../../lib/streams/index.ts";

type Chosen = Store<number | undefined>;
const stores = new WeakMap<editor.ITextModel, Chosen>();
const NOTHING_OPEN: Chosen = createStore<number | undefined>(undefined);

/** How many steps of an open file are chosen in its view of steps; undefined while that does not show. */
export function chosenSteps(model: editor.ITextModel | undefined): Chosen {
  if (!model) return NOTHING_OPEN;
  const known = stores.get(model) ?? createStore<number | undefined>(undefined);
  stores.set(model, known);
  return known;
}
