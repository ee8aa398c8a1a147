import { SCREEN_PACKET } from "@udt/contract";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { CHANNEL_LIMITS, ScreenChannel, type ViewerSocket } from "./screen-channel.ts";
import { timedFrame } from "../timed-frame.ts";

/** A socket whose network stands still until `drain`. */
class StalledSocket implements ViewerSocket {
  bufferedAmount = 0;
  readonly sent: string[] = [];
  stalled = false;
  #waiting: { bytes: number; done: () => void }[] = [];

  send(data: Uint8Array | string, done: () => void): void {
    this.sent.push(typeof data === "string" ? (JSON.parse(data) as { type: string }).type : nameOf(data));
    if (!this.stalled) return;
    this.bufferedAmount += data.length;
    this.#waiting.push({ bytes: data.length, done });
  }

  drain(): void {
    for (const { bytes, done } of this.#waiting.splice(0)) {
      this.bufferedAmount -= bytes;
      done();
    }
  }
}

const nameOf = (frame: Uint8Array) =>
  `${["config", "key", "delta", "still"][frame[0]!]}${Buffer.from(frame).readBigUInt64BE(1)}`;
let requests: number;
let channel: ScreenChannel;
beforeEach(() => {
  requests = 0;
  channel = new ScreenChannel(() => requests++);
});
const packet = (kind: "config" | "key" | "delta" | "still", pts: number, bytes = 100) =>
  channel.onEvent({ type: "packet", kind, pts_us: BigInt(pts), data: new Uint8Array(bytes) });

test("a packet's header is its kind and its time, big endian", () => {
  // Kind 1, then 0x0102030405060708 microseconds, then the bytes as they are.
  expect(Buffer.from(timedFrame(SCREEN_PACKET.key, 0x0102030405060708n, new Uint8Array([9, 8]))).toString("hex")).toBe(
    "0101020304050607080908",
  );
});

test("a viewer that joins late gets config, the last key frame and what followed it, and asks for nothing", () => {
  channel.onEvent({ type: "meta", source: "live", codec: "h264" });
  channel.onEvent({ type: "size", width: 10, height: 20 });
  for (const [kind, pts] of [
    ["config", 0],
    ["key", 1],
    ["delta", 2],
    ["key", 3],
    ["delta", 4],
    ["delta", 5],
  ] as const)
    packet(kind, pts);
  const late = new StalledSocket();
  channel.attach(late);
  expect(late.sent).toEqual(["meta", "size", "config0", "key3", "delta4", "delta5"]);
  packet("delta", 6);
  expect(late.sent.at(-1)).toBe("delta6");
  expect(requests).toBe(0);
});

test("with too much since the key frame, a late viewer gets that picture at once and waits for a fresh one", () => {
  packet("config", 0);
  packet("key", 1);
  for (let pts = 2; pts < 6; pts++) packet("delta", pts, CHANNEL_LIMITS.cache_bytes / 2);
  const late = new StalledSocket();
  channel.attach(late);
  expect(late.sent).toEqual(["config0", "key1"]);
  expect(requests).toBe(1);
  packet("delta", 6);
  expect(late.sent).toHaveLength(2);
  packet("key", 7);
  packet("delta", 8);
  expect(late.sent.slice(2)).toEqual(["config0", "key7", "delta8"]);
});

test("a viewer before the first picture starts with the first key frame", () => {
  const early = new StalledSocket();
  channel.attach(early);
  packet("config", 0);
  packet("delta", 1);
  packet("key", 2);
  expect(early.sent).toEqual(["config0", "key2"]);
  expect(requests).toBe(0);
});

test("a slow viewer is given nothing past its mark, and goes on with a key frame; others notice nothing", () => {
  const slow = new StalledSocket();
  const fast = new StalledSocket();
  slow.stalled = true;
  channel.attach(slow);
  channel.attach(fast);
  packet("config", 0);
  packet("key", 1);
  for (let pts = 2; pts < 200; pts++) packet("delta", pts, 20_000);
  expect(slow.bufferedAmount).toBeLessThanOrEqual(CHANNEL_LIMITS.viewer_high_bytes + 20_009);
  expect(fast.sent).toHaveLength(200);
  expect(requests).toBe(0);

  const before = slow.sent.length;
  slow.drain();
  expect(requests).toBe(1);
  packet("delta", 200);
  expect(slow.sent).toHaveLength(before);
  packet("config", 201);
  packet("key", 202);
  packet("delta", 203);
  expect(slow.sent.slice(before)).toEqual(["config201", "key202", "delta203"]);
});

test("a new source starts everyone with its own key frame", () => {
  const viewer = new StalledSocket();
  packet("config", 0);
  packet("key", 1);
  channel.attach(viewer);
  channel.reset();
  packet("delta", 2);
  packet("config", 3);
  packet("key", 4);
  expect(viewer.sent).toEqual(["config0", "key1", "config3", "key4"]);
});

test("stills need no config, and the newest is the picture of a late viewer", () => {
  packet("still", 1);
  packet("still", 2);
  const late = new StalledSocket();
  channel.attach(late);
  packet("still", 3);
  expect(late.sent).toEqual(["still2", "still3"]);
});

test("where the picture is bounded, a way that piles up is given nothing more until it is empty", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  channel.isBounded = true;
  const socket = new StalledSocket();
  const viewer = channel.attach(socket);
  packet("config", 0);
  packet("key", 1);
  vi.advanceTimersByTime(50);
  viewer.received(218);
  const [from, bytes] = [socket.sent.length, 10_000];
  let at = 2;
  for (; at < 100; at++) {
    vi.advanceTimersByTime(100);
    packet("delta", at, bytes);
  }
  const given = socket.sent.length - from;
  expect(given * 100).toBeLessThanOrEqual(CHANNEL_LIMITS.late_ms + 300);
  expect(given).toBeGreaterThan(3);
  expect(requests).toBe(0);
  // It has arrived: a key frame is asked for, and the picture goes on.
  viewer.received(218 + given * (bytes + 9));
  expect(requests).toBe(1);
  packet("config", at);
  packet("key", at + 1);
  expect(socket.sent.slice(-2)).toEqual([`config${at}`, `key${at + 1}`]);
});

test("a viewer that has caught up and gets no key frame asks again with what it is not given", () => {
  const slow = new StalledSocket();
  slow.stalled = true;
  channel.attach(slow);
  packet("config", 0);
  packet("key", 1);
  for (let pts = 2; pts < 40; pts++) packet("delta", pts, 20_000);
  slow.drain();
  expect(requests).toBe(1);
  packet("delta", 40);
  packet("delta", 41);
  expect(requests).toBe(3);
  packet("config", 42);
  packet("key", 43);
  packet("delta", 44);
  expect(requests).toBe(3);
  expect(slow.sent.at(-1)).toBe("delta44");
});
