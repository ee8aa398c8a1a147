import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dominatorsOf, type Graph, heldBy, turnedRound } from "./dominators.ts";

function graphOf(references: readonly (readonly number[])[]): Graph {
  const starts = new Uint32Array(references.length + 1);
  for (const [node, targets] of references.entries()) starts[node + 1] = (starts[node] ?? 0) + targets.length;
  return { starts, targets: Int32Array.from(references.flat()) };
}

/** Who holds each node: another node, "roots" where no single one does, "nothing" for what is not held. */
function holdersOf(references: readonly (readonly number[])[], roots: readonly number[]): (number | string)[] {
  const graph = graphOf(references);
  const keptBy = Uint8Array.from(references.keys(), (node) => Number(roots.includes(node)));
  const held = heldBy(graph, keptBy);
  const holders = dominatorsOf(held, turnedRound(graph, held), keptBy);
  return references.map((_, node) => {
    const at = held.order[node] ?? 0;
    const holder = holders[at] ?? 0;
    if (at === 0) return "nothing";
    return holder === 0 ? "roots" : (held.nodes[holder] ?? 0);
  });
}

/** Without `gone`. */
function reached(references: readonly (readonly number[])[], roots: readonly number[], gone: number): Set<number> {
  const found = new Set<number>();
  const open = roots.filter((node) => node !== gone);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    open.push(...(references[node] ?? []).filter((target) => target !== gone));
  }
  return found;
}

/** By what holding means: what is not there any more once it is gone. The nearest of all that hold a node is the one that the others hold. */
function holdersByTrying(references: readonly (readonly number[])[], roots: readonly number[]): (number | string)[] {
  const all = reached(references, roots, -1);
  const without = references.map((_, node) => reached(references, roots, node));
  return references.map((_, node) => {
    if (!all.has(node)) return "nothing";
    const holders = [...all].filter((other) => other !== node && !without[other]?.has(node));
    const nearest = holders.find((one) => holders.every((other) => other === one || !without[other]?.has(one)));
    return nearest ?? "roots";
  });
}

describe("what holds what", () => {
  it.each([
    ["nothing", [[]], [], ["nothing"]],
    ["a line", [[1], [2], []], [0], ["roots", 0, 1]],
    ["two ways", [[1, 2], [3], [3], [4], []], [0], ["roots", 0, 0, 0, 3]],
    ["a cycle", [[1], [2], [0, 1]], [0], ["roots", 0, 1]],
    ["a cycle that nothing holds", [[1], [0]], [], ["nothing", "nothing"]],
    ["two roots", [[2], [2], [3], []], [0, 1], ["roots", "roots", "roots", 2]],
    ["a root within", [[1], [2], []], [0, 1], ["roots", "roots", 1]],
    ["what refers to itself", [[0, 1], [1]], [0], ["roots", 0]],
  ])("is known of %s", (_, references, roots, holders) => {
    expect(holdersOf(references, roots)).toEqual(holders);
  });

  it("is what trying each object out tells, whatever refers to what", () => {
    const graphs = fc.integer({ min: 1, max: 24 }).chain((size) => {
      const node = fc.nat(size - 1);
      return fc.record({
        references: fc.array(fc.array(node, { maxLength: 4 }), { minLength: size, maxLength: size }),
        roots: fc.uniqueArray(node, { maxLength: 3 }),
      });
    });
    fc.assert(
      fc.property(graphs, ({ references, roots }) => {
        expect(holdersOf(references, roots)).toEqual(holdersByTrying(references, roots));
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 1_000) },
    );
  });

  it("is known of a list without end, and of one that is led back at each step", () => {
    const size = 200_000;
    const line = Array.from({ length: size }, (_, node) => (node + 1 < size ? [node + 1] : []));
    expect(holdersOf(line, [0]).at(-1)).toBe(size - 2);
    const led = line.map((targets, node) => [...targets, Math.floor(node / 2), size - 1 - node]);
    expect(holdersOf(led, [0])[1]).toBe(0);
  });
});
