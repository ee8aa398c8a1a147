import { describe, expect, it } from "vitest";
import { flameOf, stacksOf } from "./flame.fixture.ts";
import { calleesOf, callersOf, framesHidden, recursionFolded } from "./shapes.ts";
import { sums, treeOf } from "./tree.ts";

const made = (stacks: Parameters<typeof flameOf>[0]) => {
  const flame = flameOf(stacks);
  const frame = (name: string) => flame.symbols.indexOf(name);
  return { flame, frame, tree: treeOf(flame) };
};

describe("a tree of calls", () => {
  it("is what the columns say", () => {
    const { flame, tree } = made({ "a;b": 3, "a;b;c": 4, "d;b": 5 });
    expect(stacksOf(tree, flame)).toEqual(["a 0", "a;b 3", "a;b;c 4", "d 0", "d;b 5"]);
    expect([...sums(tree, tree.own)]).toEqual([12, 7, 7, 4, 5, 5]);
  });

  it("is refused where the columns are none", () => {
    const flame = flameOf({ "a;b": 3 });
    expect(() => treeOf({ ...flame, own: [1] })).toThrow("differ in length");
    expect(() => treeOf({ ...flame, depth: [0, 2] })).toThrow("no caller");
  });

  it("is told without recursion, however deep that goes", () => {
    const { flame, tree } = made({ "a;a;a;b": 3, "a;b": 4, "a;a": 5, "a;b;a": 6 });
    expect(stacksOf(recursionFolded(tree), flame)).toEqual(["a 5", "a;b 7", "a;b;a 6"]);
  });

  it("is told without some frames, whose bytes are their callers'", () => {
    const { flame, tree, frame } = made({ "s;a;s;b": 3, "a;b": 4, "a;s": 5, s: 6 });
    const isHidden = new Uint8Array(flame.symbols.length);
    isHidden[frame("s")] = 1;
    const shown = framesHidden(tree, isHidden);
    expect(stacksOf(shown, flame)).toEqual(["a 5", "a;b 7"]);
    expect([shown.own[0], sums(shown, shown.own)[0]]).toEqual([6, 18]);
  });

  it("turned round has who allocates first, and who called it", () => {
    const { flame, tree } = made({ "a;m": 3, "a;b;m": 4, "c;m": 5, a: 6 });
    const callers = callersOf(tree);
    expect(stacksOf(callers, flame).toSorted()).toEqual(["a 6", "m 0", "m;a 3", "m;b 0", "m;b;a 4", "m;c 5"]);
  });

  it("turned round tells callers that lead to almost nothing with what they called", () => {
    const { flame, tree } = made({ "a;m": 1_000_000, "b;m": 1 });
    expect(stacksOf(callersOf(tree), flame)).toEqual(["m 1", "m;a 1000000"]);
  });

  it("around one function has what it calls, and who calls it, with recursion counted once", () => {
    const { flame, tree, frame } = made({ "a;f;g": 3, "b;f": 4, "b;f;f;h": 5, c: 6 });
    expect(stacksOf(calleesOf(tree, frame("f")), flame)).toEqual(["f 4", "f;g 3", "f;f 0", "f;f;h 5"]);
    const callers = callersOf(tree, frame("f"));
    expect(stacksOf(callers, flame)).toEqual(["f 0", "f;a 3", "f;b 9"]);
  });

  it("keeps what it had before", () => {
    const { tree } = made({ "a;m": [3, 4], "b;m": [5, 0] });
    const callers = callersOf(tree);
    expect([callers.before && sums(callers, callers.before)[0], sums(callers, callers.own)[0]]).toEqual([8, 4]);
  });
});
