import { describe, expect, it } from "vitest";
import { flameColumns } from "../compare/flame-columns.ts";
import { Place } from "../fault.ts";
import { readPprof } from "../pprof/read-pprof.ts";
import { collapsed } from "../readers/collapsed.ts";
import { CallTree, ROOT } from "../tree/call-tree.ts";
import { topStacks } from "../tree/top-stacks.ts";
import { collapsedStacks } from "./collapsed-stacks.ts";
import { pprofProfile } from "./pprof-profile.ts";

const TAKEN_AT = Date.UTC(2026, 8, 5, 3, 23, 0, 508);

/** Calls by their stacks, the outermost first, each `symbol@image`. */
function treeOf(stacks: Readonly<Record<string, number>>): CallTree {
  const tree = new CallTree();
  for (const [stack, bytes] of Object.entries(stacks)) {
    let node = ROOT;
    for (const call of stack.split(" > ")) {
      const [symbol = "", image = ""] = call.split("@");
      node = tree.child(node, tree.frames.numberOf(symbol, image));
    }
    tree.add(node, bytes, 1);
  }
  return tree.summed();
}
const SHOP = {
  "main@Shop > ImageCache.load@Shop > malloc@libsystem_malloc.dylib": 32_505_857,
  "main@Shop > ImageCache.load@Shop": 129,
  "main@Shop > draw": 7,
  "worker@libworker.so": 4_294_967_297,
};
const columnsOf = (tree: CallTree, most = 1_000) => flameColumns(tree, null, most);
const profile = async (pieces: Iterable<Uint8Array>) =>
  readPprof(
    (async function* () {
      yield* [...pieces].map((piece) => Buffer.from(piece));
    })(),
    new Place("a.pb"),
  );
const sizes = (tree: CallTree) =>
  Object.fromEntries(topStacks(tree, 100).map(({ stack, bytes }) => [stack.join(" > "), bytes]));

describe("a tree that is written", () => {
  it("is as collapsed stacks a line for each call that allocated something itself", () => {
    expect([...collapsedStacks(columnsOf(treeOf(SHOP)))].join("")).toBe(
      [
        "worker (libworker.so) 4294967297\n",
        "main (Shop);ImageCache.load (Shop) 129\n",
        "main (Shop);ImageCache.load (Shop);malloc (libsystem_malloc.dylib) 32505857\n",
        "main (Shop);draw 7\n",
      ]
        .toSorted()
        .join(""),
    );
  });

  it("is read back with the same bytes, whatever names have in them", () => {
    const reader = collapsed.read(new Place("a.txt"));
    const odd = { "Ljava/lang/String;@a\nb > x 12": 5, "main > x 12 > y": 9 };
    for (const piece of collapsedStacks(columnsOf(treeOf(odd))))
      for (const line of piece.split("\n")) reader.line(line);
    const { malloc } = reader.end();
    expect(sizes(malloc ?? new CallTree())).toEqual({
      "Ljava/lang/String: (a b) > x 12": 5,
      "main > x 12 > y": 9,
    });
  });

  it("is as a profile of pprof the same calls with the same bytes, and its time", async () => {
    const tree = treeOf(SHOP);
    const { malloc, taken_at } = await profile(pprofProfile(columnsOf(tree), TAKEN_AT));
    expect(taken_at).toBe(new Date(TAKEN_AT).toISOString());
    expect(malloc?.total).toBe(tree.total);
    expect(sizes(malloc ?? new CallTree())).toEqual(sizes(tree));
  });

  it("is byte for byte what Go's own pprof reads", () => {
    // `go tool pprof -raw`: 129 at ImageCache.load ← main; 32505857 at malloc ← ImageCache.load ← main; 4294967297 at worker;
    // mappings Shop and libsystem_malloc.dylib with functions; time 2026-09-05 03:23:00.508 UTC; 4327473283 in all.
    const golden = [
      "CgQIARACEggKAgIBEgKBARILCgMDAgESBIGAwA8SCgoBBBIFgYCAgBAaBggBKAM4ARoGCAIoBDgBIggIARABIgIIASoGCAEQBRgFIggIAhABIgII",
      "AioGCAIQBhgGIggIAxACIgIIAyoGCAMQBxgHIgYIBCICCAQqBggEEAgYCDIAMgtpbnVzZV9zcGFjZTIFYnl0ZXMyBFNob3AyFmxpYnN5c3RlbV9t",
      "YWxsb2MuZHlsaWIyBG1haW4yD0ltYWdlQ2FjaGUubG9hZDIGbWFsbG9jMgZ3b3JrZXJIgP60gOLXk+kYcAE=",
    ].join("");
    const columns = {
      symbols: ["main", "ImageCache.load", "malloc", "worker"],
      images: ["Shop", "libsystem_malloc.dylib", ""],
      image: [0, 0, 1, 2],
      depth: [0, 1, 2, 0],
      frame: [0, 1, 2, 3],
      own: [0, 129, 32_505_857, 4_294_967_297],
      own_before: null,
      left_out: 0,
    };
    expect(Buffer.concat([...pprofProfile(columns, TAKEN_AT)]).toString("base64")).toBe(golden);
  });

  it("has in both formats all bytes, where small calls are left out", async () => {
    const tree = treeOf(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`main > call${at}`, at + 1])));
    const few = columnsOf(tree, 20);
    expect(few.depth.length).toBeLessThan(30);
    const lines = [...collapsedStacks(few)].join("").trim().split("\n");
    expect(lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0)).toBe(tree.total);
    expect((await profile(pprofProfile(few, TAKEN_AT))).malloc?.total).toBe(tree.total);
  });

  it("is in pieces of moderate size", () => {
    const tree = treeOf(
      Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`main > ${"x".repeat(99)}${at}`, 1])),
    );
    const pieces = [...collapsedStacks(columnsOf(tree, 10_000))];
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  });
});
