import { callText } from "./names.ts";
import { ROOT, type FlameNames, type FlameTree } from "./tree.ts";

/** 1 for each frame whose name or image has the text in it, large and small letters alike. */
export function framesWith(names: FlameNames, text: string): Uint8Array {
  const wanted = text.toLowerCase();
  return Uint8Array.from(names.symbols, (_symbol, frame) =>
    Number(callText(names, frame).toLowerCase().includes(wanted)),
  );
}

/** How many calls are of such frames, and how many bytes are theirs and below them, each counted once. */
export function found(tree: FlameTree, total: Float64Array, isFound: Uint8Array): { calls: number; bytes: number } {
  const isBelow = new Uint8Array(tree.size);
  let [calls, bytes] = [0, 0];
  for (let node = 1; node < tree.size; node += 1) {
    const isWithin = isBelow[tree.parent[node] ?? ROOT] === 1;
    const isOne = isFound[tree.frame[node] ?? 0] === 1;
    if (isOne) calls += 1;
    if (isOne && !isWithin) bytes += total[node] ?? 0;
    if (isOne || isWithin) isBelow[node] = 1;
  }
  return { calls, bytes };
}
