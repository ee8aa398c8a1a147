/** Calls by what they are called: in an address, so that it means the same in another sample and in another order. */
import type { Layout } from "./layout.ts";
import { ROOT, type FlameNames, type FlameTree } from "./tree.ts";

const NO_CALL = 0x811c9dc5;

/** As a stack of a report has it. */
export const callText = ({ symbols, images, image }: FlameNames, frame: number): string => {
  const [symbol, own] = [symbols[frame] ?? "", images[image[frame] ?? -1] ?? ""];
  return own === "" ? symbol : `${symbol} (${own})`;
};

/** A number of 32 bits: of 600,000 calls another has a given one's once in 7,000 trees. */
function hashOf(text: string): number {
  let hash = NO_CALL;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

const joined = (caller: number, call: number): number => {
  const mixed = Math.imul(caller ^ (call >>> 15) ^ call, 0x9e3779b1);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

const keyText = (hash: number): string => hash.toString(36);

/** Of a stack of a report, the outermost call first. */
export const stackKey = (stack: readonly string[]): string =>
  keyText(stack.reduce((caller, call) => joined(caller, hashOf(call)), NO_CALL));

export const frameKey = (names: FlameNames, frame: number): string => keyText(hashOf(callText(names, frame)) >>> 0);

/** The frame of such a key. */
export function frameOfKey(names: FlameNames, key: string): number | undefined {
  const found = names.symbols.findIndex((_symbol, frame) => frameKey(names, frame) === key);
  return found < 0 ? undefined : found;
}

/** Of a call and those that lead to it. */
export function nodeKey({ parent, frame }: FlameTree, names: FlameNames, node: number): string {
  const path: string[] = [];
  for (let at = node; at !== ROOT; at = parent[at] ?? ROOT) path.push(callText(names, frame[at] ?? -1));
  return stackKey(path.toReversed());
}

/** The slot of the call of such a key; undefined where there is none. */
export function slotOfKey({ tree, slotOf, wide }: Layout, names: FlameNames, key: string): number | undefined {
  const wanted = Number.parseInt(key, 36);
  const own = names.symbols.map((_symbol, frame) => hashOf(callText(names, frame)));
  const hashes = new Int32Array(tree.size).fill(NO_CALL);
  for (let node = 1; node < tree.size; node += 1) {
    const hash = joined(hashes[tree.parent[node] ?? ROOT] ?? 0, own[tree.frame[node] ?? 0] ?? 0);
    if (hash === wanted && (wide[node] ?? 0) > 0) return slotOf[node];
    hashes[node] = hash;
  }
  return undefined;
}
