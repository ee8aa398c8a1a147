import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeviceMemory, footprintLimit, growthOf, isDeviceMemory, type Moment } from "./growth.ts";

const MB = 1024 ** 2;
/** Of a process, one a minute. */
const minutely = (...mbs: number[]): Moment[] =>
  mbs.map((mb, minute) => ({
    taken_at: 1_790_000_000_000 + minute * 60_000,
    footprint_bytes: mb * MB,
    pid: 7,
    footprint_measure: "phys_footprint",
  }));

describe("growth", () => {
  it.each([
    [[100, 112, 124], 12, "critical"],
    [[100, 110, 120], 10, "high"],
    [[100, 103, 106], 3, "high"],
    [[100, 102, 104], 2, "medium"],
    [[100, 101, 102], 1, "medium"],
    [[100, 100.5, 101], 0.5, "normal"],
    [[100, 100, 100], 0, "normal"],
    [[130, 120, 110], -10, "normal"],
  ])("of %j MB, one a minute, is %d MB a minute and %s", (mbs, rate, grade) => {
    const growth = growthOf(minutely(...mbs));
    expect((growth?.bytes_per_minute ?? NaN) / MB).toBeCloseTo(rate, 9);
    expect(growth?.grade).toBe(grade);
  });

  it.each([
    ["of two samples", [100, 150], 2],
    ["that jumped once", [100, 150, 149, 150], 2],
    ["that stood still between", [100, 120, 120, 140], 2],
  ])("%s is not graded", (_, mbs, rising) => {
    expect(growthOf(minutely(...mbs))).toMatchObject({ grade: null, rising });
  });

  it("is graded by three in a row, wherever they are", () => {
    expect(growthOf(minutely(100, 90, 110, 130, 125))).toMatchObject({ grade: "high", rising: 3 });
  });

  it("is of the process, and of the measure, of the last sample", () => {
    const [a, b, c, d, e, f] = minutely(500, 400, 900, 100, 102, 104) as [
      Moment,
      Moment,
      Moment,
      Moment,
      Moment,
      Moment,
    ];
    const growth = growthOf([{ ...a, pid: 6 }, { ...b, pid: 6 }, { ...c, footprint_measure: "total_pss" }, d, f, e]);
    expect(growth).toMatchObject({ samples: [d, e, f], grade: "medium" });
    expect(growthOf([{ ...a, pid: 6 }, b])).toBe(null);
    expect(growthOf([])).toBe(null);
  });

  it("of samples of one moment has no rate", () => {
    const moment = minutely(1, 2, 3).map((one) => ({ ...one, taken_at: 5 }));
    expect(growthOf(moment)).toMatchObject({ bytes_per_minute: null, grade: null });
  });

  it("is the line's own where all lie on one, however many and however late", () => {
    const line = fc.record({
      count: fc.integer({ min: 2, max: 100 }),
      rate: fc.integer({ min: -50, max: 50 }),
      every: fc.integer({ min: 1, max: 3_600_000 }),
    });
    fc.assert(
      fc.property(line, ({ count, rate, every }) => {
        const samples = Array.from({ length: count }, (_, index) => ({
          ...(minutely(0)[0] as Moment),
          taken_at: 4e12 + index * every,
          footprint_bytes: 1e10 + (index * every * rate * MB) / 60_000,
        }));
        expect((growthOf(samples)?.bytes_per_minute ?? NaN) / MB).toBeCloseTo(rate, 3);
      }),
    );
  });
});

describe("the footprint at which a system ends an app", () => {
  it.each([
    [2, 1449],
    [3, 1849],
    [4, 2097],
    [6, 3071],
    [8, 3375],
  ])("is of a device of %d GB %d MB", (gb, mb) => {
    expect(isDeviceMemory(gb) && footprintLimit(gb as DeviceMemory)).toBe(mb * MB);
  });

  it("is not known of others", () => expect(isDeviceMemory(5)).toBe(false));
});
