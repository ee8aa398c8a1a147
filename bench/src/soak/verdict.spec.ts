import { describe, expect, it } from "vitest";
import { FILLED_HOURS, judge } from "./verdict.ts";

const HOURS = 8;
const COUNT = 48;
/** Samples over the hours, by a function of the hour. */
const samples = (valueAt: (hour: number, index: number) => number) =>
  Array.from({ length: COUNT }, (_, index) => {
    const hour = ((index + 1) / COUNT) * HOURS;
    return { hour, value: valueAt(hour, index) };
  });
/** The same noise each time, from -1 to 1. */
const noise = (index: number) => ((index * 7919) % 101) / 50 - 1;

describe("a figure of the soak", () => {
  it("is flat that fills in the first half and stays, with little noise", () => {
    const filling = samples((hour, at) => Math.min(hour, 3) * 40 + 0.5 * noise(at));
    expect(judge(filling, 1).said).toBe("flat");
  });

  it("is flat that falls", () => {
    const falling = samples((hour) => 100 - hour);
    expect(judge(falling, 0)).toMatchObject({ said: "flat", per_hour: -1 });
  });

  it("grows that is steeper than the bound in the second half, and tells by how much", () => {
    const verdict = judge(
      samples((hour, at) => 100 + 2 * hour + 0.5 * noise(at)),
      1,
    );
    expect(verdict.said).toBe("grows");
    expect(verdict.per_hour).toBeCloseTo(2, 0);
    expect(verdict.after - verdict.before).toBeCloseTo(6, 0);
  });

  it("has a slope between its limits", () => {
    const { from, per_hour, to } = judge(
      samples((hour, at) => 100 + 2 * hour + 0.5 * noise(at)),
      1,
    );
    expect(from).toBeLessThan(2);
    expect(to).toBeGreaterThan(2);
    expect(from).toBeLessThan(per_hour);
    expect(per_hour).toBeLessThan(to);
  });

  it("is unclear when noise hides whether it grows", () => {
    const noisy = samples((hour, at) => 100 + 1.1 * hour + 20 * noise(at));
    expect(judge(noisy, 1).said).toBe("unclear");
  });

  it("is not moved by samples that were taken in the midst of work", () => {
    expect(
      judge(
        samples((_, at) => (at > COUNT - 5 ? 400 : 100)),
        1,
      ).said,
    ).toBe("flat");
  });

  it("is judged by no sample of before what is bounded has filled", () => {
    const short = Array.from({ length: 24 }, (_, at) => ({
      hour: (at + 1) / 8,
      value: Math.min((at + 1) / 8, FILLED_HOURS),
    }));
    expect(judge(short, 0).said).toBe("flat");
  });

  it("is not judged by too few", () => {
    expect(() => judge(samples(() => 1).slice(0, 12), 1)).toThrow("4 samples after the warm-up are too few");
  });
});
