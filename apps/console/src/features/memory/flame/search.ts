import { ok, type Result } from "@udt/base";
import { compileExpression } from "../../../lib/expressions/compile-expression.ts";
import { callText } from "./names.ts";
import { ROOT, type FlameNames, type FlameTree } from "./tree.ts";

export type SearchFault = "bad_regex" | "unsupported_regex" | "no_regex";
type Fits = (text: string) => boolean;

/** A regular expression stands between slashes, as in the filter of logs; with `i` behind them letters' size does not matter. */
const EXPRESSION = /^\/(.+)\/(i?)$/;
/** How long names are looked through before the page may do something else. */
const SLICE_MS = 8;
/** As often the clock is asked. */
const SLICE_NAMES = 512;

/** What a search asks of a name: to have the text in it, large and small letters alike, or to fit a regular expression. */
export async function fitsOf(keyword: string): Promise<Result<Fits, SearchFault>> {
  const [, source, ignoresCase] = EXPRESSION.exec(keyword) ?? [];
  if (source !== undefined) return compileExpression(source, ignoresCase === "i");
  const wanted = keyword.toLowerCase();
  return ok((text) => text.toLowerCase().includes(wanted));
}

/** @returns 1 for each frame whose name or image fits; undefined where it was given up meanwhile */
export async function framesWith(names: FlameNames, fits: Fits, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const isFound = new Uint8Array(names.symbols.length);
  let from = performance.now();
  for (let frame = 0; frame < isFound.length; frame += 1) {
    isFound[frame] = Number(fits(callText(names, frame)));
    if (frame % SLICE_NAMES !== 0 || performance.now() - from < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return undefined;
    from = performance.now();
  }
  return isFound;
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
