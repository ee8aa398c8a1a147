import { expect, test } from "vitest";
import { ViewerFlow } from "./viewer-flow.ts";

/** A way of so many bits a second with a delay, which says every 250 ms what has arrived. */
function run(flow: ViewerFlow, way: { rate: number; delayMs: number }, stream: { rate: number; seconds: number }) {
  const arrivals: { total: number; at: number }[] = [];
  let total = 0;
  let free = 0;
  let told = 0;
  const end = stream.seconds * 1_000;
  for (let now = 0; now <= end; now += 50) {
    const bytes = (stream.rate * 50) / 8_000;
    flow.sent(bytes, now);
    total += bytes;
    free = Math.max(free, now) + (bytes * 8_000) / way.rate;
    arrivals.push({ total, at: free + way.delayMs });
    if (now % 250 !== 0) continue;
    told = arrivals.findLast(({ at }) => at <= now)?.total ?? told;
    flow.received(told, now);
  }
  return end;
}

test("a way that carries the stream is not late, however far it is", () => {
  for (const delayMs of [1, 300, 900]) {
    const flow = new ViewerFlow();
    const now = run(flow, { rate: 20e6, delayMs }, { rate: 2e6, seconds: 8 });
    expect(flow.excessMs(now), `${delayMs} ms`).toBeLessThan(150);
  }
});

test("what piles up on the way is late, and the rate is the way's own", () => {
  const flow = new ViewerFlow();
  const now = run(flow, { rate: 1e6, delayMs: 300 }, { rate: 6e6, seconds: 3 });
  expect(flow.excessMs(now)).toBeGreaterThan(1_000);
  expect(flow.rate(now) / 1e6).toBeCloseTo(1, 0);
  expect(flow.onWayBytes).toBeGreaterThan(1e6);
});

test("a page that claims what it was never sent changes nothing", () => {
  const flow = new ViewerFlow();
  flow.received(1e9, 0);
  expect(flow.onWayBytes).toBe(0);
  flow.sent(1_000, 10);
  expect(flow.onWayBytes).toBe(1_000);
});

test("a page that says nothing is not taken for a slow way", () => {
  const flow = new ViewerFlow();
  flow.sent(1e6, 0);
  expect(flow.excessMs(60_000)).toBe(0);
});

test("remembers little of a long stream that nobody answers for", () => {
  const flow = new ViewerFlow();
  const before = process.memoryUsage().heapUsed;
  // Eight hours.
  const end = 8 * 3_600_000;
  for (let now = 0; now < end; now += 20) flow.sent(100, now);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5e6);
  expect(flow.onWayBytes).toBe((end / 20) * 100);
});

test("who has fallen far behind stays late", () => {
  const flow = new ViewerFlow();
  const now = run(flow, { rate: 20e6, delayMs: 5 }, { rate: 2e6, seconds: 3 });
  for (let later = now; later < now + 600_000; later += 20) flow.sent(10_000, later);
  expect(flow.pileMs(now + 600_000)).toBeGreaterThan(59_000);
});

test("a way that became longer is late for no longer than it takes to know it", () => {
  const flow = new ViewerFlow();
  const near = run(flow, { rate: 20e6, delayMs: 5 }, { rate: 2e6, seconds: 3 });
  expect(flow.excessMs(near)).toBeLessThan(100);
  for (let now = near; now < near + 12_000; now += 250) {
    flow.sent(20_000, now - 600);
    flow.received(1e9, now);
  }
  expect(flow.excessMs(near + 12_000)).toBeLessThan(100);
});
