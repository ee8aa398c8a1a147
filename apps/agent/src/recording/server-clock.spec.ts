import { expect, test } from "vitest";
import { ArrivalClock, ServerClock } from "./server-clock.ts";

test("the server's time goes on by itself, whatever this machine's clock does", () => {
  const clock = new ServerClock();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  clock.set(1_000_000);
  const first = clock.now();
  expect(first).toBeGreaterThanOrEqual(1_000_000);
  expect(first).toBeLessThan(1_060_000);
  expect(clock.now()).toBeGreaterThanOrEqual(first);
});

test("what arrives fastest tells the difference of the clocks", () => {
  const clock = new ArrivalClock();
  // Came 300 ms late, then 20 ms late, then in a burst after a stall.
  expect(clock.map(1_000, 51_300)).toBe(51_300);
  expect(clock.map(2_000, 52_020)).toBe(52_020);
  expect(clock.map(3_000, 58_000)).toBe(53_020);
  expect(clock.map(3_100, 58_000)).toBe(53_120);
});

test("a source that counts anew is followed", () => {
  const clock = new ArrivalClock();
  clock.map(1_000_000, 50_000);
  expect(clock.map(5, 51_000)).toBe(51_000);
  clock.reset();
  expect(clock.map(9_000, 60_000)).toBe(60_000);
});
