import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { apart, nearest, placesOf, ticksOf } from "./places.ts";

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "Asia/Shanghai";
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (iso: string): number => Date.parse(iso);
const daysAt = (...times: (number | undefined)[]) =>
  times.map((time, index) => ({
    key: String(index),
    label: "",
    value: 1,
    text: "",
    ...(time !== undefined && { time }),
  }));
const told = (first: string, last: string) =>
  ticksOf([at(first), at(last)], 5).map(({ time, isNewDay }) => [new Date(time).toISOString(), isNewDay]);

describe("where the moments of a chart are", () => {
  it("is at their times, not in rooms of the same width", () => {
    const [first = 0, second = 0, third = 0] = placesOf(daysAt(0, 1_000, 10_000));
    expect(first).toBeCloseTo(0.05, 9);
    expect(third).toBeCloseTo(0.95, 9);
    expect((second - first) / (third - first)).toBeCloseTo(0.1, 9);
  });
  it.each([
    ["one", [5_000], [0.5]],
    ["two of one moment", [5_000, 5_000], [0.5, 0.5]],
    ["two of one moment and a later one", [0, 0, 1_000], [0.05, 0.05, 0.95]],
  ])("is told of %s", (_, times, places) => {
    expect(placesOf(daysAt(...times)).map((place) => Math.round(place * 1000) / 1000)).toEqual(places);
  });
  it("is in rooms of the same width where one has no time", () =>
    expect(placesOf(daysAt(0, undefined, 10_000, 20_000))).toEqual([0.125, 0.375, 0.625, 0.875]));
});

describe("the times below an axis", () => {
  it("are round, and the first names its day", () =>
    expect(told("2026-09-05T03:23:10Z", "2026-09-05T03:25:40Z")).toEqual([
      ["2026-09-05T03:24:00.000Z", true],
      ["2026-09-05T03:25:00.000Z", false],
    ]));
  it("are those of the viewer's own clock, with each new day", () => {
    // Midnight in Shanghai is 16:00 of the day before.
    expect(told("2026-09-05T15:30:00Z", "2026-09-06T14:00:00Z")).toEqual([
      ["2026-09-05T16:00:00.000Z", true],
      ["2026-09-05T22:00:00.000Z", false],
      ["2026-09-06T04:00:00.000Z", false],
      ["2026-09-06T10:00:00.000Z", false],
    ]);
    process.env.TZ = "Asia/Kolkata";
    expect(told("2026-09-05T03:10:00Z", "2026-09-05T06:00:00Z")).toEqual([
      ["2026-09-05T03:30:00.000Z", true],
      ["2026-09-05T04:30:00.000Z", false],
      ["2026-09-05T05:30:00.000Z", false],
    ]);
  });
  it("stay round where the clock is put on, and leave out what it leaves out", () => {
    process.env.TZ = "Europe/Berlin";
    expect(told("2026-03-28T23:30:00Z", "2026-03-29T06:10:00Z")).toEqual([
      ["2026-03-29T02:00:00.000Z", true],
      ["2026-03-29T04:00:00.000Z", false],
      ["2026-03-29T06:00:00.000Z", false],
    ]);
  });
  it("are days of what took weeks", () =>
    expect(told("2026-09-01T03:00:00Z", "2026-09-30T03:00:00Z").map(([time]) => time)).toEqual([
      "2026-09-03T16:00:00.000Z",
      "2026-09-13T16:00:00.000Z",
      "2026-09-23T16:00:00.000Z",
    ]));
  it.each([0, 1, 700, 61_000, 3_601_000, 90_000_000, 40 * 86_400_000, 20_000 * 86_400_000])(
    "are one at least and five at most of %i ms",
    (span) => {
      const { length } = ticksOf([at("2026-09-05T03:23:10.500Z"), at("2026-09-05T03:23:10.500Z") + span], 5);
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThan(6);
    },
  );
});

it("leaves out labels that are too near to the one after them", () =>
  expect([...apart([0, 0.1, 0.5, 0.7, 1], 0.25)]).toEqual([4, 3, 1]));

describe("what is pointed at", () => {
  const points = [
    { place: 0.1, height: 0.2 },
    { place: 0.5, height: 0.2 },
    { place: 0.5, height: 0.9 },
    { place: 0.98, height: null },
  ];
  it.each([
    ["the nearest across", { place: 0.2, height: 0.9 }, 0],
    ["of two at one time the nearer in height", { place: 0.52, height: 0.8 }, 2],
    ["of two at one time the other", { place: 0.52, height: 0.1 }, 1],
    ["one of which nothing is known", { place: 0.9, height: 0.1 }, 3],
  ])("is %s", (_, pointer, index) => expect(nearest(points, pointer)).toBe(index));
});
