import { describe, expect, it } from "vitest";
import { judge } from "./verdict.ts";

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
  it("is flat that fills in the first half and stays, whatever noise there is", () => {
    expect(
      judge(
        samples((hour, at) => Math.min(hour, 3) * 40 + 3 * noise(at)),
        1,
      ),
    ).toMatchObject({ is_flat: true });
  });

  it("is flat that falls", () => {
    expect(
      judge(
        samples((hour) => 100 - hour),
        0,
      ),
    ).toMatchObject({ is_flat: true, per_hour: -1 });
  });

  it("is not flat that grows in the second half beyond the bound, and tells by how much", () => {
    const { is_flat, per_hour, before, after } = judge(
      samples((hour, at) => 100 + 2 * hour + 0.5 * noise(at)),
      1,
    );
    expect(is_flat).toBe(false);
    expect(per_hour).toBeCloseTo(2, 0);
    expect(after - before).toBeCloseTo(6, 0);
  });

  it("is not moved by samples that were taken in the midst of work", () => {
    const { is_flat } = judge(
      samples((_, at) => (at > COUNT - 5 ? 400 : 100)),
      1,
    );
    expect(is_flat).toBe(true);
  });

  it("is not judged by too few", () => {
    expect(() => judge(samples(() => 1).slice(0, 6), 1)).toThrow("6 samples are too few");
  });
});
