import { describe, expect, it } from "vitest";
import { drawn, lonePoints, shownCharts, summaryOf, valueAt } from "./charts.ts";
import { addGap, parsePerformance } from "./performance-data.ts";

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
    const times = [1, 2, 3];
    const line = { key: "fps", values: [10, null, 30] } as const;
    expect([500, 1000, 1900, 2500, 9000].map((moment) => valueAt(line, times, moment))).toEqual([10, 10, 10, null, 30]);
    expect(valueAt(line, times, undefined)).toBe(30);
    expect(valueAt({ key: "fps", values: [] }, [], undefined)).toBeNull();
  });

  it("go on between two readings of what is not read each second, and no longer than that", () => {
    const times = [1, 2, 3, 4, 5, 6, 7];
    const line = { key: "mem_pss", values: [80, null, null, 81, null, null, null] } as const;
    expect(drawn(line, times)).toEqual([80, undefined, undefined, 81, null, null, null]);
    expect([3000, 4000, 6000, 7000].map((moment) => valueAt(line, times, moment))).toEqual([80, 81, 81, null]);
    expect(drawn({ ...line, key: "fps" }, times)).toEqual(line.values);
  });

  it("have a dot where a value stands alone, and none where a line is", () => {
    const times = [1, 2, 3, 4, 5, 6, 7];
    const line = { key: "mem_pss", values: [80, null, null, 81, null, null, null] } as const;
    expect(lonePoints(drawn(line, times))).toEqual([]);
    expect(lonePoints(drawn({ ...line, key: "fps" }, times))).toEqual([0, 3]);
    expect(lonePoints(drawn({ key: "battery", values: [null, 100, null] }, [1, 2, 3]))).toEqual([1]);
  });

  it("do not go on where nothing was measured", () => {
    const data = parsePerformance(
      [1000, 2000].map((timestamp) => line({ timestamp, mem_pss: 80, fps: 60 })).join("\n"),
    );
    addGap(data);
    expect(drawn({ key: "mem_pss", values: data.values.mem_pss }, data.times)).toEqual([80, 80, null]);
    expect(valueAt({ key: "mem_pss", values: data.values.mem_pss }, data.times, undefined)).toBeNull();
  });

  it("sum up what is known, and nothing of what is not", () => {
    expect(summaryOf([1, null, 5])).toEqual({ average: 3, peak: 5 });
    expect(summaryOf([null])).toBeUndefined();
  });
});
