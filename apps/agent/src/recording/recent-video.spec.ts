import { beforeEach, expect, test } from "vitest";
import { ScreenChannel } from "../screen/screen-channel.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { RecentVideo } from "./recent-video.ts";
import { ServerClock } from "./server-clock.ts";

/** A clock that says what it is set to. */
class SetClock extends ServerClock {
  at = 1_000_000;
  override now(): number {
    return this.at;
  }
}

const KILOBYTE = 1024;
let clock: SetClock;
let channel: ScreenChannel;
let asked: number;
let recent: RecentVideo;
beforeEach(() => {
  clock = new SetClock();
  asked = 0;
  channel = new ScreenChannel(() => asked++);
  const keeper = { video: channel, requestKeyFrame: () => asked++ } as unknown as ScreenKeeper;
  recent = new RecentVideo(keeper, clock, { max_ms: 60_000, max_bytes: 100 * KILOBYTE });
  channel.onEvent({ type: "meta", source: "live", codec: "h264" });
  channel.onEvent({ type: "size", width: 720, height: 1600 });
  packet("config");
});

function packet(kind: "config" | "key" | "delta", bytes = 100): void {
  channel.onEvent({ type: "packet", kind, pts_us: BigInt(clock.at) * 1000n, data: new Uint8Array(bytes) });
}
/** Seconds before now, of each picture that is kept, by key frame. */
const kept = () =>
  recent.snapshot()?.groups.map(({ pictures }) => pictures.map(({ at }) => (clock.at - at) / 1000)) ?? [];
const after = (seconds: number, kind: "key" | "delta", bytes?: number) => {
  clock.at += seconds * 1000;
  packet(kind, bytes);
};

test("what a minute's first picture needs is kept, and nothing before it", () => {
  expect(recent.snapshot()).toBeUndefined();
  for (let second = 0; second < 120; second += 10) {
    after(second === 0 ? 0 : 5, "key");
    after(5, "delta");
  }
  // The oldest key frame is the last that is older than a minute.
  expect(kept()[0]).toEqual([65, 60]);
  expect(kept()).toHaveLength(7);
  const { started_at, until } = recent.snapshot()!;
  expect((until - started_at) / 1000).toBe(65);
});

test("the bound of bytes drops the oldest up to a key frame, whatever time is left", () => {
  const told: (number | undefined)[] = [];
  recent.onChange = () => told.push(recent.since);
  for (let index = 0; index < 4; index++) {
    after(1, "key", 20 * KILOBYTE);
    after(1, "delta", 20 * KILOBYTE);
  }
  expect(kept()).toEqual([
    [3, 2],
    [1, 0],
  ]);
  expect(recent.size_bytes).toBeLessThanOrEqual(100 * KILOBYTE);
  expect(told).toEqual([1_001_000, 1_003_000, 1_005_000]);
});

test("with one key frame alone past the bound nothing is kept, and another is asked for", () => {
  after(0, "key", 60 * KILOBYTE);
  after(1, "delta", 60 * KILOBYTE);
  expect(recent.snapshot()).toBeUndefined();
  expect([recent.size_bytes, asked]).toEqual([0, 1]);
  after(1, "delta");
  expect(recent.snapshot()).toBeUndefined();
  after(1, "key");
  expect(kept()).toEqual([[0]]);
});

test("a device that sends no key frames while it moves is asked for one, one that stands still never", () => {
  after(0, "key");
  for (let second = 0; second < 20; second++) after(1, "delta");
  expect(asked).toBe(0);
  after(1, "delta");
  after(1, "delta");
  expect(asked).toBe(1);
  after(1, "key");
  clock.at += 3_600_000;
  expect(asked).toBe(1);
  // What stands still is there for the whole minute, by its one picture.
  const { started_at, until, groups } = recent.snapshot()!;
  expect([(until - started_at) / 1000, groups.length]).toEqual([60, 1]);
});

test("a turned screen's size and parameter sets stand with its own pictures", () => {
  after(0, "key");
  channel.onEvent({ type: "size", width: 1600, height: 720 });
  packet("config", 7);
  after(1, "key");
  expect(recent.snapshot()!.groups.map(({ size, config }) => [size.width, config.length])).toEqual([
    [720, 109],
    [1600, 16],
  ]);
});

test("of still pictures none is kept, and it says so", () => {
  let changes = 0;
  recent.onChange = () => changes++;
  channel.onEvent({ type: "meta", source: "stills", codec: "picture" });
  channel.onEvent({ type: "packet", kind: "still", pts_us: 0n, data: new Uint8Array(10) });
  expect([recent.isVideo, recent.snapshot(), changes]).toEqual([false, undefined, 1]);
});
