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

it("tells nothing of how long decoding took once no picture has come for a second", () => {
  const stats = new StatsMeter();
  stats.read(0);
  stats.decoded(40);
  stats.drawn();
  stats.roundTrip(5);
  expect(stats.read(500)).toMatchObject({ fps: 2, decodeMs: 40, roundTripMs: 5 });
  expect(stats.read(1_400)).toMatchObject({ decodeMs: 40 });
  stats.read(2_000);
  expect(stats.read(2_500)).toMatchObject({ fps: 0, decodeMs: null, roundTripMs: 5 });
  stats.decoded(8);
  stats.drawn();
  expect(stats.read(2_600).decodeMs).toBe(8);
});
