import { expect, it } from "vitest";
import { StatsMeter } from "./stats-meter.ts";

it("has a picture that changes after a rest told at once, and all that follow in turn", () => {
  const stats = new StatsMeter();
  expect([stats.drawn(), stats.drawn(), stats.drawn()]).toEqual([true, false, false]);
  expect(stats.read(0).frames).toBe(3);
  expect(stats.drawn()).toBe(false);
  expect(stats.turn(250).frames).toBe(4);
  expect([stats.drawn(), stats.drawn()]).toEqual([true, false]);
});
