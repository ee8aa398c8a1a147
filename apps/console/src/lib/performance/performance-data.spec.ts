import { describe, expect, it } from "vitest";
import { addGap, between, isThere, newest, parsePerformance } from "./performance-data.ts";

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

  it("breaks its lines off where nothing was measured, and draws none over that", () => {
    const data = parsePerformance([1000, 2000, 3000, 9000, 10_000].map((time) => sample(time)).join("\n"));
    expect(data.values.fps).toEqual([60, 60, 60, null, 60, 60]);
    expect(data.times).toEqual([1, 2, 3, 3.001, 9, 10]);
    expect(data.net_of).toHaveLength(6);
  });

  it("has no gaps between the samples of a device that takes its time for each", () => {
    const data = parsePerformance([4000, 8000, 12_000, 16_500].map((time) => sample(time)).join("\n"));
    expect(data.times.filter((time) => time > 8)).toEqual([12, 16.5]);
  });

  it("is broken off once, however often it is said", () => {
    const data = parsePerformance(`${sample(1000)}\n${sample(2000)}`);
    for (let times = 0; times < 3; times++) addGap(data);
    expect(data.values.fps).toEqual([60, 60, null]);
    const none = parsePerformance("");
    addGap(none);
    expect(none.times).toEqual([]);
  });

  it("keeps its newest rows", () => {
    const data = newest(parsePerformance([1000, 2000, 3000].map((time) => sample(time)).join("\n")), 2);
    expect([data.times, data.values.fps, data.net_of]).toEqual([
      [2, 3],
      [60, 60],
      [null, null],
    ]);
  });

  it("of an older recording, which knows no parts of memory and no janky frames, is what it has", () => {
    const data = parsePerformance(sample(1000));
    expect(isThere(data, ["mem_pss"])).toBe(true);
    expect(isThere(data, ["mem_java", "mem_stack", "jank"])).toBe(false);
  });
});
