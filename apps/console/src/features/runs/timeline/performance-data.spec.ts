import { describe, expect, it } from "vitest";
import { between, isThere, parsePerformance } from "./performance-data.ts";

const sample = (timestamp: number, change: Record<string, unknown> = {}) =>
  JSON.stringify({ timestamp, cpu_app: 12.5, cpu_total: 40, fps: 60, mem_pss: 180, net_in: 3, net_out: 1, ...change });

describe("recorded performance", () => {
  it("becomes columns", () => {
    const data = parsePerformance(`${sample(1000)}\n${sample(2000, { fps: null, mem_pss: "x" })}\n`);
    expect(data.times).toEqual([1, 2]);
    expect(data.values.fps).toEqual([60, null]);
    expect(data.values.mem_pss).toEqual([180, null]);
    expect(isThere(data, ["fps"])).toBe(true);
    expect(isThere(parsePerformance(sample(1000, { fps: null })), ["fps"])).toBe(false);
  });

  it("leaves out what is no sample and what goes back in time", () => {
    const text = [sample(2000), "{", "[]", "null", '{"timestamp":"x"}', sample(1000), sample(3000), sample(3000)].join(
      "\n",
    );
    expect(parsePerformance(text).times).toEqual([2, 3]);
    expect(parsePerformance("").times).toEqual([]);
  });

  it("says whose traffic it is, and whether the device reckons its figures", () => {
    const text = [sample(1000), sample(2000, { net_of: "app", is_simulated: true }), sample(3000, { net_of: "x" })];
    const data = parsePerformance(text.join("\n"));
    expect(data.net_of).toEqual([null, "app", null]);
    expect(data.is_simulated).toBe(true);
    expect(between(data, 1500, 1600).net_of).toEqual([null, "app"]);
    expect(parsePerformance(text[0]!).is_simulated).toBe(false);
  });

  it("is cut to a range with a neighbour on either side", () => {
    const data = parsePerformance(Array.from({ length: 10 }, (_, index) => sample(index * 1000)).join("\n"));
    expect(between(data, 3000, 5000).times).toEqual([2, 3, 4, 5, 6]);
    expect(between(data, 0, 99_000).times).toHaveLength(10);
    expect(between(data, 50_000, 60_000).times).toEqual([]);
  });
});
