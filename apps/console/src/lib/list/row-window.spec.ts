import { describe, expect, it } from "vitest";
import { rowWindow } from "./row-window.ts";

const even = () => 50;

describe("the rows of a long list that are drawn", () => {
  it("are those in sight and eight on either side, and the room of all others is kept", () => {
    expect(rowWindow(1000, even, 5_000, 500)).toEqual({ from: 92, to: 118, above: 4_600, below: 44_100 });
  });

  it("are the first at the top and the last at the end", () => {
    expect(rowWindow(1000, even, 0, 500)).toEqual({ from: 0, to: 18, above: 0, below: 49_100 });
    expect(rowWindow(1000, even, 49_500, 500)).toEqual({ from: 982, to: 1000, above: 49_100, below: 0 });
  });

  it("stay at the end when the list has become shorter than it was scrolled", () => {
    expect(rowWindow(20, even, 5_000, 500)).toEqual({ from: 12, to: 20, above: 600, below: 0 });
  });

  it("count rows that are higher for what they are", () => {
    const heightOf = (index: number) => (index < 10 ? 100 : 50);
    expect(rowWindow(100, heightOf, 1_000, 100)).toEqual({ from: 2, to: 20, above: 200, below: 4_000 });
  });
});
