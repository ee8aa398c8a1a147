import { expect, test } from "vitest";
import { CaptureClock } from "./capture-clock.ts";

/** A device whose clock runs 7 s ahead, and that takes `encodeMs` from capture to arrival. */
const picture = (clock: CaptureClock, capturedMs: number, encodeMs: number) =>
  clock.arrived((capturedMs + 7_000) * 1000, capturedMs + encodeMs);

test("takes the fastest picture for one that was there at once, and tells the others' capture by it", () => {
  const clock = new CaptureClock();
  expect(picture(clock, 1_000, 20)).toBe(1_020);
  // Faster than any before: nothing of it is known to be the encoder's.
  expect(picture(clock, 1_100, 5)).toBe(1_105);
  expect(picture(clock, 1_200, 30)).toBe(1_205);
});

test("forgets what was fast long ago: clocks drift", () => {
  const clock = new CaptureClock();
  expect(picture(clock, 0, 5)).toBe(5);
  expect(picture(clock, 31_000, 25)).toBe(31_005);
  expect(picture(clock, 62_000, 25)).toBe(62_025);
  expect(picture(clock, 62_100, 40)).toBe(62_125);
});
