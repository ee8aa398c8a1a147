import { expect, it } from "vitest";
import { timeLeft } from "./time-left.ts";

it.each([
  ["seconds, five at a time", 37_200, 40_000],
  ["what is less than that", 900, 5_000],
  ["two minutes", 120_000, 120_000],
  ["whole minutes from then on", 121_000, 180_000],
  ["what is over", 0, undefined],
  ["what was to be over long ago", -60_000, undefined],
])("tells %s", (_, left, told) => expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(told));
