import { SCREEN_PACKET } from "@udt/contract";
import { markedPicture } from "@udt/video/picture-mark";
import { beforeEach, expect, it } from "vitest";
import { PictureIntake } from "./picture-intake.ts";

const unit = (type: number, ...bytes: number[]) => Uint8Array.of(0, 0, 0, 1, type, ...bytes);
const [SPS, PPS, IDR, SLICE] = [unit(0x67, 9), unit(0x68, 9), unit(0x65, 7), unit(0x41, 5)];
const PATH = "a-name-of-a-path";

let events: unknown[];
let told: unknown[];
let intake: PictureIntake;
beforeEach(() => {
  [events, told] = [[], []];
  intake = new PictureIntake({
    onBytes: () => undefined,
    onPacket: ({ kind, ptsUs, data }) => events.push([kind, ptsUs, [...data]]),
    onWay: (way) => events.push(way),
    onLate: () => events.push("late"),
    onBroken: () => events.push("broken"),
    tell: (message) => told.push(message),
  });
});

const bySocket = (kind: keyof typeof SCREEN_PACKET, pts: number) =>
  intake.take(Uint8Array.of(SCREEN_PACKET[kind], 0, 0, 0, 0, 0, 0, 0, pts, ...SLICE));
/** Pictures of a track, the hundredth part of the bytes that were sent with each being its number. */
const byTrack = (path: string, ...frames: [type: string, number: number, ...picture: Uint8Array[]][]) => {
  const readable = new ReadableStream<{ type: string; data: ArrayBuffer }>({
    start(out) {
      for (const [type, number, ...picture] of frames) {
        const mark = { turn: 1, number, pts_us: number, bytes: number * 100 };
        out.enqueue({ type, data: markedPicture(mark, ...picture).buffer });
      }
      out.close();
    },
  });
  return intake.read(Object.assign(new Event("rtctransform"), { transformer: { options: { path }, readable } }));
};

it("hands on what comes by the track as the socket's packets, and the decoder's configuration once", async () => {
  intake.use(PATH);
  await byTrack(PATH, ["key", 1, SPS, PPS, IDR], ["delta", 2, SLICE], ["key", 3, SPS, PPS, IDR]);
  const key = [...IDR];
  expect(events).toEqual([
    "direct",
    ["config", 1, [...SPS, ...PPS]],
    ["key", 1, key],
    ["delta", 2, [...SLICE]],
    ["key", 3, key],
  ]);
  intake.tick(0, 0);
  expect(told).toEqual([
    { type: "path", path: PATH },
    { type: "received", bytes: 300, undecoded: 0 },
  ]);
});

it("shows what comes by one way at a time, and goes back when the other end says so", async () => {
  intake.use(PATH);
  bySocket("key", 1);
  await byTrack(PATH, ["key", 1, SPS, PPS, IDR]);
  bySocket("delta", 2);
  intake.hear({ type: "turn_over", turn: 1, bytes: 500 });
  bySocket("key", 3);
  const names = events.map((event) => (Array.isArray(event) ? `${event[0]}${event[1]}` : event));
  expect(names).toEqual(["key1", "direct", "config1", "key1", "server", "key3"]);
  intake.tick(0, 0);
  expect(told.at(-1)).toEqual({ type: "received", bytes: 500 + 9 + SLICE.length, undecoded: 0 });
});

it("takes nothing of another path, nor what a browser says is no key frame first", async () => {
  intake.use(PATH);
  await byTrack("a-name-of-another", ["key", 1, SPS, PPS, IDR]);
  await byTrack(PATH, ["delta", 1, SLICE], ["empty", 2, SLICE]);
  expect(events).toEqual([]);
});

it("names its path again when the stream was broken, and none when nothing comes by it", () => {
  intake.use(PATH);
  intake.opened();
  intake.hear({ type: "sent", turn: 1, bytes: 100 });
  const now = performance.now();
  intake.tick(now + 1_000, 0);
  intake.tick(now + 3_000, 0);
  expect(events).toEqual(["late", "broken"]);
  expect(told).toEqual([
    { type: "path", path: PATH },
    { type: "path", path: PATH },
    { type: "received", bytes: 0, undecoded: 0 },
    { type: "path", path: null },
  ]);
});
