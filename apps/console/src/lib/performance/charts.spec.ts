import { describe, expect, it } from "vitest";
import { shownCharts, summaryOf, valueAt } from "./charts.ts";
import { parsePerformance } from "./performance-data.ts";

const line = (sample: Record<string, unknown>) => JSON.stringify(sample);

describe("charts of performance", () => {
  it("are those that there is something of, each with the lines that have a value", () => {
    const data = parsePerformance(
      line({ timestamp: 1000, cpu_total: 4, mem_pss: 80, mem_java: 9, jank: null, fps: 60 }),
    );
    expect(shownCharts(data).map(({ name, lines }) => [name, lines.map(({ key }) => key)])).toEqual([
      ["cpu", ["cpu_total"]],
      ["memory", ["mem_pss", "mem_java"]],
      ["fps", ["fps"]],
    ]);
  });

  it("tell where a line stood at a moment, and where it stands", () => {
    const [times, values] = [
      [1, 2, 3],
      [10, null, 30],
    ];
    expect([500, 1000, 1900, 2500, 9000].map((moment) => valueAt(times, values, moment))).toEqual([
      10,
      10,
      10,
      null,
      30,
    ]);
    expect(valueAt(times, values, undefined)).toBe(30);
    expect(valueAt([], [], undefined)).toBeNull();
  });

  it("sum up what is known, and nothing of what is not", () => {
    expect(summaryOf([1, null, 5])).toEqual({ average: 3, peak: 5 });
    expect(summaryOf([null])).toBeUndefined();
  });
});
