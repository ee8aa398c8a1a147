import { describe, expect, it } from "vitest";
import { CallTree } from "../tree/call-tree.ts";
import { flameColumns } from "./flame-columns.ts";

/** A tree of collapsed stacks; each call is of the image that is named after it in capitals. */
function treeOf(stacks: Record<string, number>): CallTree {
  const tree = new CallTree();
  for (const [stack, bytes] of Object.entries(stacks)) {
    let node = 0;
    for (const call of stack.split(";")) node = tree.child(node, tree.frames.numberOf(call, call.toUpperCase()));
    tree.add(node, bytes, 1);
  }
  return tree.summed();
}

/** What columns tell, a line for each call. */
const linesOf = ({ symbols, images, image, depth, frame, own, own_before }: ReturnType<typeof flameColumns>) =>
  depth.map((deep, at) => {
    const symbol = frame[at] ?? -1;
    const before = own_before ? ` from ${own_before[at]}` : "";
    return `${"  ".repeat(deep)}${symbols[symbol]} (${images[image[symbol] ?? -1]}) ${own[at]}${before}`;
  });

describe("a tree as columns", () => {
  it("has each call after its caller, with what it allocated itself", () => {
    const tree = treeOf({ "a;b": 3, "a;c;d": 4, "a;b;e": 5, f: 6 });
    expect(linesOf(flameColumns(tree, null, 100))).toEqual([
      "a (A) 0",
      "  b (B) 3",
      "    e (E) 5",
      "  c (C) 0",
      "    d (D) 4",
      "f (F) 6",
    ]);
  });

  it("leaves the smallest calls out, whose bytes are then their callers'", () => {
    const told = flameColumns(treeOf({ "a;b": 3, "a;c;d": 4, "a;b;e": 5, f: 6 }), null, 3);
    expect(linesOf(told)).toEqual(["a (A) 4", "  b (B) 8", "f (F) 6"]);
    expect(told.left_out).toBe(3);
  });

  it("leaves out all of the equals for which there is no room", () => {
    const told = flameColumns(treeOf({ a: 4, b: 4, c: 9 }), null, 2);
    expect(linesOf(told)).toEqual(["c (C) 9"]);
    expect(told.left_out).toBe(2);
  });

  it("has the bytes of before beside those of now, and what is gone and new", () => {
    const told = flameColumns(treeOf({ "a;b": 3, "a;n": 7 }), treeOf({ "a;b": 1, "a;g": 2 }), 100);
    expect(linesOf(told).toSorted()).toEqual([
      "  b (B) 3 from 1",
      "  g (G) 0 from 2",
      "  n (N) 7 from 0",
      "a (A) 0 from 0",
    ]);
    expect(linesOf(told)[0]).toBe("a (A) 0 from 0");
  });

  it("keeps a call whose caller's size was rounded to less than its own", () => {
    const tree = treeOf({ "a;b": 5, c: 4 });
    tree.add(1, -3, 0);
    expect(linesOf(flameColumns(tree, null, 2))).toEqual(["a (A) 0", "  b (B) 5"]);
  });

  it("of no calls is empty", () => {
    expect(linesOf(flameColumns(new CallTree(), null, 5))).toEqual([]);
  });
});
