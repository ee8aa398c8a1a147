import { isWayText } from "@udt/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PathInUse } from "./paths-in-use.ts";
import { createStore } from "./store.ts";
import { TwoWaySocket } from "./two-way-socket.ts";

class Channel extends EventTarget {
  readyState = "connecting";
  binaryType = "";
  readonly sent: unknown[] = [];
  send(data: unknown): void {
    this.sent.push(data);
  }
  close(): void {
    this.readyState = "closed";
  }
  become(state: "open" | "closed"): void {
    this.readyState = state;
    this.dispatchEvent(new Event(state === "open" ? "open" : "close"));
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const PATHS = ["the-first-path-here", "the-second-path-here"];
const KEY = "a-name-for-a-channel";
let sent: string[];
let taken: unknown[];
let refused: number;
let channels: Channel[];
let opens: boolean;
let doubts = 0;
const path = createStore<PathInUse | undefined>(undefined);
let socket: TwoWaySocket;
const stands = (name: string): PathInUse => ({
  name,
  doubt: () => doubts++,
  openChannel: (key) => {
    if (!opens) throw new DOMException("closed");
    expect(key).toBe(KEY);
    const channel = new Channel();
    channels.push(channel);
    return channel as unknown as RTCDataChannel;
  },
});
const word = (message: object) => socket.heard(JSON.stringify(message));
const give = (name = PATHS[0]) => word({ way: "key", path: name, key: KEY });
const asks = () => sent.flatMap((text) => (/"way":"ask","path":"([^"]+)"/.exec(text) ?? []).slice(1));

beforeEach(() => {
  vi.useFakeTimers();
  [sent, taken, refused, channels, opens] = [[], [], 0, [], true];
  path.set(undefined);
  socket = new TwoWaySocket({
    socket: { send: (text: string) => sent.push(text) } as unknown as WebSocket,
    path,
    take: (frame) => taken.push(frame),
    refuse: () => refused++,
  });
});
afterEach(() => {
  socket.close(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it("asks for a channel as soon as a path stands, and uses it once it answers", () => {
  socket.send("before");
  expect(sent).toEqual(["before"]);
  path.set(stands(PATHS[0]!));
  expect(asks()).toEqual([PATHS[0]]);
  give();
  const channel = channels[0]!;
  channel.become("open");
  expect([channel.binaryType, channel.sent]).toEqual(["arraybuffer", ['{"way":"turn","turn":1}']]);
  channel.say('{"way":"taken","turn":1,"count":0}');
  socket.send("by the channel");
  expect(channel.sent.at(-1)).toBe("by the channel");
  // And what the far end sends by it.
  channel.say('{"way":"turn","turn":1}');
  word({ way: "turn", turn: 1 });
  channel.say("text");
  channel.say(new Uint8Array([1, 2]).buffer);
  expect(taken).toEqual(["text", Uint8Array.of(1, 2)]);
});

it("answers what a channel brought before it was told to be open", () => {
  path.set(stands(PATHS[0]!));
  give();
  const channel = channels[0]!;
  channel.say('{"way":"turn","turn":1}');
  expect(channel.sent).toEqual([]);
  channel.become("open");
  expect(channel.sent).toEqual(['{"way":"turn","turn":1}', '{"way":"taken","turn":1,"count":0}']);
  word({ way: "turn", turn: 1 });
  channel.say("text");
  expect(taken).toEqual(["text"]);
});

it("goes on by the socket when the path is gone, and by the next one's channel", () => {
  path.set(stands(PATHS[0]!));
  give();
  channels[0]!.become("open");
  channels[0]!.say('{"way":"taken","turn":1,"count":0}');
  socket.send("on its way");
  path.set(undefined);
  expect(channels[0]!.readyState).toBe("closed");
  expect(sent.filter((text) => !isWayText(text))).toEqual(["on its way"]);
  path.set(stands(PATHS[1]!));
  // A name for the path before is late.
  give();
  expect(channels).toHaveLength(1);
  give(PATHS[1]);
  expect([asks(), channels.length]).toEqual([PATHS, 2]);
});

it("doubts the path whose channel takes nothing, once", () => {
  path.set(stands(PATHS[0]!));
  give();
  channels[0]!.become("open");
  channels[0]!.say('{"way":"taken","turn":1,"count":0}');
  socket.send("on its way");
  expect(doubts).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect([doubts, sent.at(-1)]).toEqual([1, "on its way"]);
});

it("asks again for a channel that was closed, ever less often, and comes to rest", () => {
  path.set(stands(PATHS[0]!));
  for (let attempt = 1; attempt < 9; attempt++) {
    give();
    if (attempt % 2) channels.at(-1)?.become("closed");
    else opens = false;
    vi.advanceTimersByTime(60_000);
    opens = true;
    channels.at(-1)?.become("closed");
    vi.advanceTimersByTime(60_000);
  }
  expect(asks().length).toBeLessThanOrEqual(7);
  expect([asks().length > 3, vi.getTimerCount()]).toEqual([true, 0]);
});

it("says by the socket what was on its way, before it is closed", () => {
  path.set(stands(PATHS[0]!));
  give();
  channels[0]!.become("open");
  channels[0]!.say('{"way":"taken","turn":1,"count":0}');
  socket.send("the last");
  socket.close(true);
  expect([sent.at(-1), channels[0]!.readyState]).toEqual(["the last", "closed"]);
  path.set(stands(PATHS[1]!));
  expect(asks()).toEqual([PATHS[0]]);
});

it("refuses what only a page says", () => {
  word({ way: "ask", path: PATHS[0] });
  expect(refused).toBe(1);
});
