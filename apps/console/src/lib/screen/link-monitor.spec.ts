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

describe("what was given to the device", () => {
  const asked = (monitor: LinkMonitor, now: number) => monitor.tick(now).ping!;

  it("is asked after at once, and is unanswered when nothing has come within two seconds", () => {
    const monitor = new LinkMonitor();
    monitor.opened(0);
    monitor.pong(asked(monitor, 0), 10);
    monitor.given(100);
    expect(monitor.tick(250).ping).toBe(2);
    for (let at = 500; at < 1850; at += 250) expect(monitor.tick(at).unansweredMs).toBeUndefined();
    // What is given besides does not put it off.
    monitor.given(1800);
    expect(monitor.tick(2000).unansweredMs).toBe(1900);
    expect(monitor.tick(2250).unansweredMs).toBeUndefined();
    monitor.pong(2, 2300);
    expect(monitor.tick(2500).unansweredMs).toBeNull();
  });

  it("is answered by a pong to what was asked after it, and by a picture", () => {
    const monitor = new LinkMonitor();
    monitor.opened(0);
    const before = asked(monitor, 0);
    monitor.given(100);
    const after = asked(monitor, 250);
    // Asked before: it says nothing of what was given since.
    monitor.pong(before, 300);
    expect(monitor.tick(2000).unansweredMs).toBe(1900);
    monitor.pong(after, 2100);
    expect(monitor.tick(2250).unansweredMs).toBeNull();
    monitor.given(2300);
    monitor.pictured();
    expect(monitor.tick(4250).unansweredMs).toBeUndefined();
  });

  it("counts for nothing without a connection, and is forgotten with it", () => {
    const monitor = new LinkMonitor();
    monitor.given(0);
    monitor.opened(100);
    monitor.pong(asked(monitor, 100), 110);
    monitor.given(200);
    monitor.broken();
    monitor.opened(300);
    monitor.pong(asked(monitor, 300), 310);
    expect(monitor.tick(2200).unansweredMs).toBeUndefined();
  });
});
