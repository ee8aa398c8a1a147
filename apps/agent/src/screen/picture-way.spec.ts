import { PACKET_HEADER_BYTES, SCREEN_PACKET } from "@udt/contract";
import { readMarked } from "@udt/video/picture-mark";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timedFrame } from "../timed-frame.ts";
import { PictureWay } from "./picture-way.ts";

const CONFIG = Uint8Array.of(0, 0, 0, 1, 0x67);
const KEY = Uint8Array.of(0, 0, 0, 1, 0x65);
const DELTA = Uint8Array.of(0, 0, 1, 0x41);
const hex = (...parts: Uint8Array[]) => Buffer.concat(parts).toString("hex");

let said: unknown[];
let way: PictureWay;
let isTrackOpen: boolean;
let turns: number;
const track = {
  nextTurn: () => ++turns,
  send(marked: Uint8Array<ArrayBuffer>, pts_us: number) {
    const { mark, picture } = readMarked(marked)!;
    if (isTrackOpen) said.push(["track", mark, hex(picture), pts_us]);
    return isTrackOpen;
  },
};
const send = (kind: keyof typeof SCREEN_PACKET, pts: number, data: Uint8Array) =>
  way.send(timedFrame(SCREEN_PACKET[kind], BigInt(pts), data), () => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  [said, isTrackOpen, turns] = [[], true, 0];
  way = new PictureWay({
    socket: { bufferedAmount: 0, send: (data) => said.push(["socket", typeof data === "string" ? data : data[0]]) },
    tell: (message) => said.push(message),
    askForKeyFrame: () => said.push("asks"),
    again: () => said.push("again"),
  });
});
afterEach(() => {
  way.dispose();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it("goes over to the track with the next key frame, configuration and all, and texts stay", () => {
  send("config", 1, CONFIG);
  way.use(track);
  send("delta", 2, DELTA);
  expect(said.splice(0)).toEqual([["socket", 0], "asks", ["socket", 2]]);
  send("key", 3, KEY);
  send("config", 4, CONFIG);
  way.send("a text", () => undefined);
  send("delta", 5, DELTA);
  const before = 3 * PACKET_HEADER_BYTES + CONFIG.length + DELTA.length + KEY.length;
  const bytes = before + 2 * PACKET_HEADER_BYTES + CONFIG.length + DELTA.length;
  expect(said.splice(0)).toEqual([
    ["track", { turn: 1, number: 1, pts_us: 3, bytes: before }, hex(CONFIG, KEY), 3],
    ["socket", "a text"],
    ["track", { turn: 1, number: 2, pts_us: 5, bytes }, hex(DELTA), 5],
  ]);
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual([{ type: "sent", turn: 1, bytes }]);
});

it("asks for that key frame again, and not for ever", () => {
  way.use(track);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(Array.from({ length: 10 }, () => "asks"));
});

it.each([
  ["the track is taken away", () => way.use(undefined)],
  [
    "it can send no more",
    () => {
      isTrackOpen = false;
      send("delta", 9, DELTA);
    },
  ],
])("goes back with the present picture when %s", (_, end) => {
  way.use(track);
  send("key", 1, KEY);
  said.length = 0;
  end();
  expect(said.splice(0)).toEqual([{ type: "turn_over", turn: 1, bytes: expect.any(Number) }, "again"]);
  send("key", 10, KEY);
  expect(said).toEqual([["socket", 1]]);
});

it("counts its turns on, and sends no single pictures by the track", () => {
  way.use(track);
  send("key", 1, KEY);
  send("still", 2, KEY);
  expect(said.slice(-2)).toEqual([expect.objectContaining({ type: "turn_over", turn: 1 }), "again"]);
  send("still", 3, KEY);
  send("key", 4, KEY);
  expect(said.slice(-2)).toEqual([
    ["socket", 3],
    ["track", expect.objectContaining({ turn: 2 }), hex(KEY), 4],
  ]);
});
