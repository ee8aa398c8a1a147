import { isDriven, type TestKind } from "@udt/contract";

interface Viewer {
  user_id: string;
  user_name: string;
}

/** Whose screens are open, each once: one person with two windows is one viewer. */
export const viewersOf = (viewers: readonly Viewer[]): Viewer[] => [
  ...new Map(viewers.map((viewer) => [viewer.user_id, viewer])).values(),
];

/**
 * Who else watches. Neither who looks at the page does, nor who holds the device; that of a run is held by its script, and
 * whoever started the run watches it like the others.
 */
export function watchersOf(test: { kind: TestKind; user_id: string; viewers: Viewer[] }, user_id: string): Viewer[] {
  const holder_id = isDriven(test.kind) ? test.user_id : undefined;
  return viewersOf(test.viewers).filter((viewer) => viewer.user_id !== holder_id && viewer.user_id !== user_id);
}
