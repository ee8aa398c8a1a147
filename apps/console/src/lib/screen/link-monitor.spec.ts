import { describe, expect, it } from "vitest";
import { LinkMonitor } from "./link-monitor.ts";

describe("whether a connection that looks open is alive", () => {
  it("pings at once and then every second", () => {
    const monitor = new LinkMonitor();
    monitor.opened(0);
    expect(monitor.tick(0).ping).toBe(1);
    expect(monitor.tick(900).ping).toBeUndefined();
    expect(monitor.pong(1, 12)).toBe(12);
    expect(monitor.tick(1000).ping).toBe(2);
  });

  it("is stalled after three silent seconds, and not once an answer comes", () => {
    const monitor = new LinkMonitor();
    monitor.opened(0);
    for (let at = 0; at <= 3000; at += 250) expect(monitor.tick(at).stalledChanged).toBeUndefined();
    expect(monitor.tick(3250).stalledChanged).toBe(true);
    expect(monitor.tick(3500).stalledChanged).toBeUndefined();
    expect(monitor.pong(4, 3600)).toBe(600);
    expect(monitor.tick(3750).stalledChanged).toBe(false);
  });

  it("is dead after ten", () => {
    const monitor = new LinkMonitor();
    monitor.opened(0);
    expect(monitor.tick(0).dead).toBe(false);
    expect(monitor.tick(10_000).dead).toBe(false);
    expect(monitor.tick(10_250).dead).toBe(true);
  });

  it("says nothing while there is no connection, and starts anew with the next", () => {
    const monitor = new LinkMonitor();
    monitor.opened(0);
    monitor.tick(0);
    monitor.broken();
    expect(monitor.tick(60_000)).toEqual({ dead: false });
    monitor.opened(60_000);
    expect(monitor.tick(60_000)).toEqual({ ping: 2, dead: false });
    expect(monitor.pong(1, 60_001)).toBeUndefined();
  });
});
