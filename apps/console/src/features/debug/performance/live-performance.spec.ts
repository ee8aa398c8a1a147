import { describe, expect, it } from "vitest";
import { say } from "@udt/base";
import { LivePerformance, ROWS } from "./live-performance.ts";

const sample = (second: number, package_name: string | null = "a.b", fps = 60) =>
  ({ type: "sample", package_name, timestamp: second * 1000, fps, net_of: null, is_simulated: false }) as const;

function watching(package_name: string | null = "a.b") {
  const live = new LivePerformance();
  live.choose(package_name);
  return live;
}

describe("live performance", () => {
  it("never keeps more than its newest rows, however long it goes on", () => {
    const live = watching();
    for (let second = 1; second <= 3 * ROWS; second++) live.take(sample(second));
    const { data } = live.state.get();
    expect(data.times).toHaveLength(ROWS);
    expect([data.times[0], data.times.at(-1)]).toEqual([2 * ROWS + 1, 3 * ROWS]);
    for (const column of [...Object.values(data.values), data.net_of]) expect(column).toHaveLength(ROWS);
  });

  it("has a gap where the connection was lost, even for a moment", () => {
    const live = watching();
    live.take(sample(1));
    live.broken();
    live.broken();
    live.take(sample(2));
    expect(live.state.get().data.values.fps).toEqual([60, null, 60]);
  });

  it("says why nothing can be measured until something is, and draws no line over that", () => {
    const live = watching();
    const said = say("device_not_measured");
    live.take(sample(1));
    live.take({ type: "unmeasured", package_name: "a.b", said });
    expect(live.state.get().said).toEqual(said);
    live.take(sample(2));
    expect(live.state.get().said).toBeUndefined();
    expect(live.state.get().data.values.fps).toEqual([60, null, 60]);
  });

  it("begins anew with another app, and takes nothing more of the one before", () => {
    const live = watching();
    live.take(sample(1));
    live.choose("a.b");
    expect(live.state.get().data.times).toEqual([1]);
    live.choose(null);
    expect(live.state.get().data.times).toEqual([]);
    live.take(sample(2));
    live.take(sample(3, null, 30));
    expect(live.state.get().data.values.fps).toEqual([30]);
  });

  it("gives who shows it something else each time, and leaves what it gave before as it was", () => {
    const live = watching();
    live.take(sample(1));
    const { data } = live.state.get();
    live.take(sample(2));
    expect(live.state.get().data).not.toBe(data);
    expect(data.times).toEqual([1]);
  });

  it("knows how far the server's clock is ahead, and what is being recorded", () => {
    const live = watching();
    live.take(sample(100), 40_000);
    expect(live.state.get().ahead_ms).toBe(60_000);
    const recording = { package_name: "a.b", started_at: 5, name: "performance-a.b.jsonl" };
    live.take({ type: "recording", recording });
    expect(live.state.get().recording).toEqual(recording);
    live.take({ type: "recording", recording: null });
    expect(live.state.get().recording).toBeNull();
  });
});
