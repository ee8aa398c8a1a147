/** Trees for the specs of flame graphs. */
import type { MemoryFlame } from "@udt/contract";
import { levelsOf, type Layout } from "./layout.ts";
import type { FlameNames, FlameTree } from "./tree.ts";

/** An answer of collapsed stacks, with their bytes now and, where one is given, before. */
export function flameOf(stacks: Record<string, number | [before: number, now: number]>): MemoryFlame {
  interface Call {
    own: number;
    before: number;
    calls: Map<string, Call>;
  }
  const root: Call = { own: 0, before: 0, calls: new Map() };
  const isChange = Object.values(stacks).some((size) => typeof size !== "number");
  for (const [stack, size] of Object.entries(stacks)) {
    let call = root;
    for (const name of stack.split(";")) {
      const next = call.calls.get(name) ?? { own: 0, before: 0, calls: new Map() };
      call.calls.set(name, next);
      call = next;
    }
    [call.before, call.own] = typeof size === "number" ? [0, size] : size;
  }
  const symbols: string[] = [];
  const columns = { depth: [] as number[], frame: [] as number[], own: [] as number[] };
  const own_before: number[] = [];
  const tell = ({ calls }: Call, depth: number) => {
    for (const [name, call] of calls) {
      if (!symbols.includes(name)) symbols.push(name);
      columns.depth.push(depth);
      columns.frame.push(symbols.indexOf(name));
      columns.own.push(call.own);
      own_before.push(call.before);
      tell(call, depth + 1);
    }
  };
  tell(root, 0);
  const image = symbols.map(() => 0);
  return {
    tree: "malloc",
    symbols,
    images: ["App"],
    image,
    ...columns,
    own_before: isChange ? own_before : null,
    left_out: 0,
  };
}

/** Each call with its callers, and what it has itself: `a;b 7`. */
export const stacksOf = ({ size, parent, frame, own }: FlameTree, { symbols }: FlameNames): string[] => {
  const texts = [""];
  const lines: string[] = [];
  for (let node = 1; node < size; node += 1) {
    const caller = texts[parent[node] ?? 0] ?? "";
    texts[node] = `${caller}${caller && ";"}${symbols[frame[node] ?? 0]}`;
    lines.push(`${texts[node]} ${own[node]}`);
  }
  return lines;
};

/** Each level from the left: `a 0-7`. */
export const levelTexts = (layout: Layout, { symbols }: FlameNames): string[] =>
  Array.from({ length: levelsOf(layout) }, (_, level) => {
    const slots = Array.from(layout.node.keys()).slice(layout.levels[level], layout.levels[level + 1]);
    const nameOf = (slot: number) => symbols[layout.tree.frame[layout.node[slot] ?? 0] ?? -1] ?? "all";
    return slots.map((slot) => `${nameOf(slot)} ${layout.start[slot]}-${layout.end[slot]}`).join(", ");
  });

/** A tree of so many calls, as a large app's is; the same for the same seed. */
export function largeFlame(calls: number): MemoryFlame {
  let seed = 7;
  const random = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  const symbols = Array.from({ length: 20_000 }, (_, index) => `-[Class${index} method${index % 97}:]`);
  const columns = { depth: [] as number[], frame: [] as number[], own: [] as number[] };
  let depth = 0;
  while (columns.depth.length < calls) {
    columns.depth.push(depth);
    columns.frame.push(Math.floor(random() ** 3 * symbols.length));
    columns.own.push(16 * Math.floor(random() * 400));
    // Deeper at first, and back by a few calls at a time: 10 to 40 calls deep.
    depth =
      random() < 0.62 && depth < 40 ? depth + 1 : Math.max(random() < 0.01 ? 0 : 1, depth - Math.floor(random() * 5));
  }
  const images = Array.from({ length: 40 }, (_, index) => `Image${index}`);
  return {
    tree: "malloc",
    symbols,
    images,
    image: symbols.map((_, index) => index % images.length),
    ...columns,
    own_before: null,
    left_out: 0,
  };
}
