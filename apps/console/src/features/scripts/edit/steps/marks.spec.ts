import { expect, it } from "vitest";
import { statesOf } from "./marks.ts";

const isLeaf = (line: number) => line !== 2;
const base = { failed: [], isOver: false };

it("what was reported is marked, what runs still is not, and what holds others only where it failed", () => {
  const ran = { ...base, lines: [1, 2, 3, 3, 4], told: [true, true, false] };
  expect([...statesOf(ran, isLeaf)]).toEqual([
    [1, "passed"],
    [3, "failed"],
  ]);
  expect(statesOf({ ...ran, failed: [2] }, isLeaf).get(2)).toBe("failed");
});

it("a step that failed in one round has failed, whatever the next did", () => {
  const ran = { ...base, lines: [3, 3], told: [false, true], isOver: true };
  expect([...statesOf(ran, isLeaf)]).toEqual([[3, "failed"]]);
});

it("a step whose line is gone counts, and shows nowhere", () => {
  expect([...statesOf({ ...base, lines: [undefined, 5], told: [false, true] }, isLeaf)]).toEqual([[5, "passed"]]);
});
