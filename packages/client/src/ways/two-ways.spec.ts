import { isWayText, STREAM_WAYS } from "@udt/contract";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TwoWays, type StreamFrame, type Way } from "./two-ways.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Channel {
  /** Each end joins a channel once. */
  readonly joined = new Set<number>();
  readonly lanes: StreamFrame[][] = [[], []];
  isDead = false;
}

/** Two ends, and what is on its way between them: nothing arrives but by `bring`. */
class Pair {
  readonly taken: StreamFrame[][] = [[], []];
  readonly ways: Way[][] = [[], []];
  readonly sockets: StreamFrame[][] = [[], []];
  refused = 0;
  stalled = 0;
  channel: Channel | undefined;
  readonly ends = [0, 1].map(
    (end): TwoWays =>
      new TwoWays({
        sendBySocket: (frame) => this.sockets[1 - end]!.push(frame),
        take: (frame, way) => {
          this.taken[end]!.push(frame);
          this.ways[end]!.push(way);
        },
        hear: () => undefined,
        stalled: () => this.stalled++,
        refuse: () => this.refused++,
      }),
  );
  readonly #channels: (Channel | undefined)[] = [undefined, undefined];

  /** One end has the newest channel from now on. */
  join(end: number): void {
    const { channel } = this;
    if (!channel || channel.joined.has(end)) return;
    channel.joined.add(end);
    this.#use(end, channel);
  }

  leave(end: number): void {
    this.#use(end, undefined);
  }

  #use(end: number, channel: Channel | undefined): void {
    this.#channels[end] = channel;
    this.ends[end]!.use(
      channel && {
        send: (frame) => {
          if (!channel.isDead) channel.lanes[1 - end]!.push(frame);
          return !channel.isDead;
        },
      },
    );
  }

  open(): void {
    this.channel = new Channel();
    this.join(0);
    this.join(1);
  }

  bringBySocket(to: number, count = Infinity): void {
    for (const frame of this.sockets[to]!.splice(0, count)) this.ends[to]!.heardBySocket(frame);
  }

  bringByChannel(to: number, count = Infinity): void {
    const channel = this.#channels[to];
    if (channel) for (const frame of channel.lanes[to]!.splice(0, count)) this.ends[to]!.heardByChannel(frame);
  }

  /** Until nothing is on its way. */
  settle(): void {
    for (let round = 0; round < 20; round++) {
      for (const to of [0, 1]) {
        this.bringBySocket(to);
        this.bringByChannel(to);
      }
      vi.advanceTimersByTime(STREAM_WAYS.take_within_ms);
    }
  }
}

/** What a socket brings beside the words about ways. */
const messages = (frames: StreamFrame[]) => frames.filter((frame) => typeof frame !== "string" || !isWayText(frame));

/** One more than may be on their way. */
const EMPTY = Array.from({ length: STREAM_WAYS.untaken_max_bytes / STREAM_WAYS.keeping_bytes + 1 }, () => "");

describe("two ways", () => {
  it("go by the channel once it answers, and the socket has nothing more", () => {
    const pair = new Pair();
    const [page, agent] = pair.ends as [TwoWays, TwoWays];
    page.send("by the socket");
    pair.open();
    page.send("before it answers");
    pair.settle();
    expect([page.way, agent.way]).toEqual(["direct", "direct"]);
    page.send("by the channel");
    agent.send(Uint8Array.of(1, 2));
    expect(pair.sockets).toEqual([[], []]);
    pair.settle();
    expect(pair.taken).toEqual([[Uint8Array.of(1, 2)], ["by the socket", "before it answers", "by the channel"]]);
    expect(pair.ways).toEqual([["direct"], ["server", "server", "direct"]]);
    expect([page.untaken, agent.untaken, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  it("wait for what the socket brings first, however fast the channel is", () => {
    const pair = new Pair();
    pair.open();
    pair.ends[0]!.send("first");
    pair.bringByChannel(1);
    pair.bringByChannel(0);
    pair.ends[0]!.send("second");
    pair.bringByChannel(1);
    expect(pair.taken[1]).toEqual([]);
    pair.settle();
    expect(pair.taken[1]).toEqual(["first", "second"]);
  });

  it("say again by the socket what the channel may have lost, and take it once", () => {
    const pair = new Pair();
    pair.open();
    pair.settle();
    pair.ends[0]!.send("taken");
    pair.ends[0]!.send("lost");
    pair.bringByChannel(1, 1);
    vi.advanceTimersByTime(STREAM_WAYS.stalled_ms);
    pair.ends[0]!.send("after");
    expect(pair.stalled).toBe(1);
    expect(messages(pair.sockets[1]!)).toEqual(["taken", "lost", "after"]);
    pair.bringBySocket(1);
    expect(pair.taken[1]).toEqual(["taken", "lost", "after"]);
    // What it brings all the same is nothing new; once it answers it is used again, and nothing runs meanwhile.
    vi.advanceTimersByTime(60_000);
    expect([pair.ends[0]!.way, vi.getTimerCount()]).toEqual(["server", 0]);
    pair.settle();
    expect([pair.ends[0]!.way, pair.taken[1]]).toEqual(["direct", ["taken", "lost", "after"]]);
    expect(pair.refused).toBe(0);
  });

  it("go by the socket when the channel takes nothing, is gone, or the stream is closed", () => {
    for (const end of ["dead", "gone", "closed"] as const) {
      const pair = new Pair();
      pair.open();
      pair.settle();
      pair.ends[0]!.send("on its way");
      if (end === "dead") pair.channel!.isDead = true;
      else if (end === "gone") pair.leave(0);
      else pair.ends[0]!.over();
      pair.ends[0]!.send("the last");
      pair.bringBySocket(1);
      expect(pair.taken[1]).toEqual(["on its way", "the last"]);
      for (const one of pair.ends) one.dispose();
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  it("send by the socket what no channel takes, and go on by the channel", () => {
    const pair = new Pair();
    pair.open();
    pair.settle();
    const long = "界".repeat(STREAM_WAYS.message_max_bytes / 2);
    for (const frame of ["before", long, "after"]) pair.ends[0]!.send(frame);
    pair.settle();
    pair.ends[0]!.send("later");
    pair.settle();
    expect(pair.taken[1]).toEqual(["before", long, "after", "later"]);
    expect(pair.ways[1]).toEqual(["server", "server", "server", "direct"]);
  });

  it("hold no more than may be on its way, and take nothing while they are held", () => {
    const pair = new Pair();
    pair.open();
    pair.settle();
    pair.ends[1]!.hold(true);
    const part = new Uint8Array(STREAM_WAYS.message_max_bytes);
    const parts = Math.ceil(STREAM_WAYS.untaken_max_bytes / part.length) + 1;
    for (let index = 0; index < parts; index++) pair.ends[0]!.send(part);
    expect(pair.ends[0]!.way).toBe("server");
    pair.bringByChannel(1);
    expect([pair.taken[1], pair.refused]).toEqual([[], 0]);
    pair.ends[1]!.hold(false);
    pair.settle();
    expect(pair.taken[1]).toHaveLength(parts);
  });

  it.each([
    ["a message before any turn", ["m"], []],
    ["a turn that is over again", ['{"way":"turn","turn":1}', '{"way":"turn","turn":1}'], []],
    [
      "more than may be on its way",
      ['{"way":"turn","turn":1}', ...Array.from({ length: 6 }, () => "m".repeat(190_000))],
      [],
    ],
    ["more messages than may be on their way, empty as they are", ['{"way":"turn","turn":1}', ...EMPTY], []],
    ["a message that is too long", ['{"way":"turn","turn":1}', "m".repeat(200_001)], []],
    ["what was never sent to be taken", ['{"way":"taken","turn":1,"count":4}'], []],
    ["a turn of the future to be taken", ['{"way":"taken","turn":9,"count":0}'], []],
    ["what is no word of the ways", ['{"way":"turn","turn":0}'], []],
    ["what is no JSON", ['{"way":'], []],
    ["a turn that ends before it begins", [], ['{"way":"turn_over","turn":1,"taken":0}']],
    ["a message by the socket in a turn of the channel", [], ['{"way":"turn","turn":1}', "m"]],
    ["more to be taken than was told", [], ['{"way":"turn","turn":1}', '{"way":"turn_over","turn":1,"taken":3}']],
    ["taken by the socket", [], ['{"way":"taken","turn":1,"count":0}']],
  ])("refuse %s", (_, byChannel, bySocket) => {
    const pair = new Pair();
    pair.channel = new Channel();
    pair.join(1);
    for (const frame of byChannel) pair.ends[1]!.heardByChannel(frame);
    for (const frame of bySocket) pair.ends[1]!.heardBySocket(frame);
    expect(pair.refused).toBe(1);
    pair.ends[1]!.dispose();
  });

  const end = fc.constantFrom(0, 1);
  const few = fc.integer({ min: 1, max: 5 });
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant("send" as const), end, few }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant("socket" as const), end, few }) },
    { weight: 6, arbitrary: fc.record({ does: fc.constant("channel" as const), end, few }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("time" as const), end, few }) },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constantFrom("join", "open", "die", "leave", "hold", "big"), end, few }),
    },
  );
  const acts: Record<string, (pair: Pair, end: number, few: number, said: StreamFrame[][]) => void> = {
    send: (pair, end, few, said) => {
      for (let index = 0; index < few; index++) {
        const frame = `${said[end]!.length}`;
        said[end]!.push(frame);
        pair.ends[end]!.send(frame);
      }
    },
    big: (pair, end, _few, said) => {
      const frame = new Uint8Array(STREAM_WAYS.message_max_bytes + 1).fill(said[end]!.length);
      said[end]!.push(frame);
      pair.ends[end]!.send(frame);
    },
    socket: (pair, end, few) => pair.bringBySocket(end, few),
    channel: (pair, end, few) => pair.bringByChannel(end, few),
    time: (_pair, _end, few) => void vi.advanceTimersByTime(few ** 3 * 10),
    open: (pair, end) => {
      pair.channel = new Channel();
      pair.join(end);
    },
    join: (pair, end) => pair.join(end),
    leave: (pair, end) => pair.leave(end),
    hold: (pair, end, few) => pair.ends[end]!.hold(few > 2),
    die: (pair) => {
      if (pair.channel) pair.channel.isDead = true;
    },
  };

  const brief = (frames: StreamFrame[]) =>
    frames.map((one) => (typeof one === "string" ? one : `${one.length} × ${one[0]}`));

  it("lose nothing, double nothing and keep the order, whatever becomes of the channel", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const pair = new Pair();
        const said: StreamFrame[][] = [[], []];
        pair.open();
        for (const { does, end: at, few: count } of steps) acts[does]!(pair, at, count, said);
        for (const one of pair.ends) one.hold(false);
        vi.advanceTimersByTime(STREAM_WAYS.stalled_ms);
        pair.settle();
        expect(pair.refused).toBe(0);
        expect(pair.taken.map(brief)).toEqual(said.toReversed().map(brief));
        for (const one of pair.ends) one.dispose();
        expect(vi.getTimerCount()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
