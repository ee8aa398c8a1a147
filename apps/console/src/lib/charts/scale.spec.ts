import { describe, expect, it } from "vitest";
import { belowAll, labelled, niceMax, stretches } from "./scale.ts";

describe("the top of a scale", () => {
  it.each([
    [0, 1],
    [-3, 1],
    [Number.NaN, 1],
    [1, 1],
    [3, 5],
    [6, 10],
    [11, 20],
    [2000, 2000],
    [2001, 5000],
    [0.3, 0.5],
  ])("of %d is %d", (max, top) => expect(niceMax(max)).toBeCloseTo(top, 9));
});

describe("labels", () => {
  it.each([
    [0, []],
    [1, [0]],
    [5, [4, 3, 2, 1, 0]],
    [7, [6, 4, 2, 0]],
    [30, [29, 23, 17, 11, 5]],
    [90, [89, 71, 53, 35, 17]],
  ])("of %d bars are on the last and at even steps before it", (count, shown) =>
    expect([...labelled(count, 5)]).toEqual(shown),
  );
});

describe("the bottom of a scale of shares", () => {
  it.each([
    [[], 0],
    [[0, 1], 0],
    [[0.5], 0],
    [[0.51, 1], 0.5],
    [[0.8, 0.95], 0.5],
    [[0.88, 0.95], 0.8],
    [[0.97, 1], 0.9],
  ])("of %j is %d", (shares, bottom) => expect(belowAll(shares)).toBe(bottom));
});

describe("a line", () => {
  it.each([
    [[], []],
    [[null, null], []],
    [
      [1, 0, null, 0.5, null],
      [[0, 1], [3]],
    ],
    [[null, 0.2, 0.3], [[1, 2]]],
  ])("of %j has a gap wherever nothing is known, and none at 0", (values, places) =>
    expect(stretches(values).map((stretch) => stretch.map(({ index }) => index))).toEqual(places),
  );
});
