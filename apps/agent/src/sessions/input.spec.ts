import { EventEmitter } from "node:events";
import { Emitter, SaidError, say as word } from "@udt/base";
import type { InputSink } from "@udt/driver";
import { expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { serveInput } from "./input.ts";

const SIZE = { width: 432, height: 960 };

/** A browser's end, and a device whose keys are given when the test says so. */
function begin(takes: boolean) {
  const told: unknown[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    resume: () => undefined,
    send: (text: string) => told.push(JSON.parse(text)),
  });
  const given: string[] = [];
  const keys: { release(): void; refuse(): void }[] = [];
  const giving: boolean[] = [];
  const lifted = Promise.withResolvers<void>();
  const sink = {
    touch: ({ action }: { action: string }) => (action === "up" ? lifted.promise : Promise.resolve()),
    clipboardChanged: new Emitter<string>(),
    text: (text: string) =>
      new Promise<void>((resolve, reject) => {
        given.push(text);
        keys.push({ release: resolve, refuse: () => reject(new SaidError(word("device_ascii_only"))) });
      }),
  } as unknown as InputSink;
  const input = { sink, source: "live" as const, ended: new AbortController().signal };
  const change = Promise.withResolvers<void>();
  const keeper = {
    input: takes ? input : (undefined as typeof input | undefined),
    inputSoon: async () => (await change.promise, keeper.input),
    opened: new Emitter<void>(),
    pictured: new Emitter(),
    inputRefused: new Emitter(),
    hands: { giving: (_who: object, isGiving: boolean) => giving.push(isGiving) },
    watch: { given: () => undefined },
    video: { size: takes ? SIZE : undefined },
  };
  const opened = (way: typeof input | undefined) => {
    keeper.input = way;
    change.resolve();
  };
  serveInput(socket as unknown as WebSocket, keeper as unknown as ScreenKeeper, () => undefined, undefined);
  const say = (message: object) => socket.emit("message", Buffer.from(JSON.stringify(message)), false);
  const synced = () => told.filter((message) => (message as { type: string }).type === "synced");
  return { say, told, synced, given, keys, giving, lifted, opened, input };
}

it("answers a sync once all that was said before was given, with the size that touches are told in", async () => {
  const { say, synced, given, keys } = begin(true);
  say({ type: "text", text: "a" });
  say({ type: "text", text: "b" });
  say({ type: "sync", seq: 7 });
  await vi.waitFor(() => expect(given).toEqual(["a"]));
  keys[0]!.release();
  await vi.waitFor(() => expect(given).toEqual(["a", "b"]));
  expect(synced()).toEqual([]);
  keys[1]!.release();
  await vi.waitFor(() => expect(synced()).toEqual([{ type: "synced", seq: 7, is_refused: false, size: SIZE }]));
});

it("says that something was refused since the last sync, once", async () => {
  const { say, synced, keys } = begin(true);
  say({ type: "text", text: "a" });
  say({ type: "sync", seq: 1 });
  say({ type: "sync", seq: 2 });
  await vi.waitFor(() => expect(keys).toHaveLength(1));
  keys[0]!.refuse();
  await vi.waitFor(() =>
    expect(synced()).toMatchObject([
      { seq: 1, is_refused: true },
      { seq: 2, is_refused: false },
    ]),
  );
});

it("tells of each message that the device refused why, and of no other", async () => {
  const { say, told, keys } = begin(true);
  say({ type: "text", text: "ä" });
  say({ type: "text", text: "a" });
  say({ type: "sync", seq: 1 });
  await vi.waitFor(() => expect(keys).toHaveLength(1));
  keys[0]!.refuse();
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  keys[1]!.release();
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ type: "synced" }));
  expect(told.filter((message) => (message as { type: string }).type === "not_done")).toEqual([
    { type: "not_done", said: { code: "device_ascii_only", args: {}, evidence: "" } },
  ]);
});

it("says so of a device that takes no input now, and of one without a picture", async () => {
  const { say, synced, opened } = begin(false);
  say({ type: "text", text: "a" });
  say({ type: "sync", seq: 1 });
  opened(undefined);
  await vi.waitFor(() => expect(synced()).toEqual([{ type: "synced", seq: 1, is_refused: true, size: null }]));
});

it("keeps what comes while the way to the device is opened anew, and drops the touches of a picture that was", async () => {
  const { say, synced, given, keys, opened, input } = begin(false);
  say({ type: "touch", action: "down", pointer_id: 0, x: 1, y: 1, ...SIZE });
  say({ type: "text", text: "a" });
  say({ type: "sync", seq: 1 });
  await new Promise(setImmediate);
  expect(synced()).toEqual([]);
  opened(input);
  await vi.waitFor(() => expect(given).toEqual(["a"]));
  keys[0]!.release();
  // The touch was refused.
  await vi.waitFor(() => expect(synced()).toMatchObject([{ seq: 1, is_refused: true }]));
});

it("holds a finger to be down until the device has that it was lifted", async () => {
  const { say, synced, giving, lifted } = begin(true);
  const finger = { type: "touch", pointer_id: 0, x: 1, y: 1, ...SIZE };
  say({ ...finger, action: "down" });
  say({ type: "sync", seq: 1 });
  await vi.waitFor(() => expect(synced()).toHaveLength(1));
  say({ ...finger, action: "up" });
  await new Promise(setImmediate);
  expect(giving.at(-1)).toBe(true);
  lifted.resolve();
  await vi.waitFor(() => expect(giving.at(-1)).toBe(false));
});
