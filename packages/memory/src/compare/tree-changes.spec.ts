import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { CallTree, ROOT } from "../tree/call-tree.ts";
import { treeChanges } from "./tree-changes.ts";

const { nodes } = LIMITS;
const MB = 1024 ** 2;

function treeOf(stacks: readonly (readonly [calls: string, mb: number])[]): CallTree {
  const tree = new CallTree();
  for (const [calls, mb] of stacks) {
    const frames = [...calls].map((symbol) => tree.frames.numberOf(symbol, "Shop"));
    tree.add(
      frames.reduce((node, frame) => tree.child(node, frame), ROOT),
      mb * MB,
      1,
    );
  }
  return tree.summed();
}

describe("what became of a tree, where two have more calls than one may", () => {
  afterEach(() => {
    LIMITS.nodes = nodes;
  });

  it("is told at what called those that there is no room for", () => {
    const one = treeOf([["abc", 10]]);
    const two = treeOf([
      ["abc", 10],
      ["abdbc", 20],
      ["ax", 30],
    ]);
    LIMITS.nodes = one.size;
    const { rows, delta } = treeChanges(one, two, MB);
    expect(delta).toBe(50 * MB);
    expect(rows.map(({ name, delta: more }) => [name, more / MB])).toEqual([
      ["a", 30],
      ["b", 20],
    ]);
  });

  it("makes the whole difference, and no more, whatever the trees and the room", () => {
    const stack = fc.tuple(fc.stringMatching(/^[abc]{1,5}$/), fc.integer({ min: 0, max: 9 }));
    const stacks = fc.array(stack, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(stacks, stacks, fc.integer({ min: 1, max: 20 }), (before, after, room) => {
        const [one, two] = [treeOf(before), treeOf(after)];
        LIMITS.nodes = room;
        const { rows, other, delta } = treeChanges(one, two, MB);
        LIMITS.nodes = nodes;
        expect(rows.reduce((sum, row) => sum + row.delta, other.delta)).toBe(delta);
        for (const row of rows) {
          expect(row.before).toBeGreaterThanOrEqual(0);
          expect(row.after).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
