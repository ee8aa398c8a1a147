import type { ElementTree, InputMessage } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UNTOUCHED_READS_MAX } from "../elements/tree-watch.ts";
import type { TouchMessage } from "../input/pointer-tracker.ts";
import { boxAt, treeOf } from "./conductor.fixture.ts";
import { Conductor } from "./conductor.ts";
import type { Phone } from "./followed-phone.ts";

const buy = (left: number, top: number, of: Partial<ElementTree> = {}) =>
  treeOf([{ resource_id: "buy", states: ["clickable"], bounds: boxAt(left, top) }], of);

/** A phone that takes down what it is given. */
class Follower implements Phone {
  readonly got: InputMessage[] = [];
  isThere = true;
  picture: { width: number; height: number } | undefined;
  screen: ElementTree = buy(10, 10);
  constructor(width: number, height: number) {
    this.picture = { width, height };
  }
  send = (message: InputMessage) => this.isThere && this.got.push(message) > 0;
  size = () => this.picture;
  read: (() => Promise<ElementTree>) | undefined = () => Promise.resolve(this.screen);
  get places(): string[] {
    return this.got.map((each) => (each.type === "touch" ? `${each.action} ${each.x},${each.y}` : each.type));
  }
}

const touch = (action: TouchMessage["action"], x: number, y: number, pointer_id = 0): TouchMessage => ({
  type: "touch",
  action,
  pointer_id,
  x,
  y,
  width: 100,
  height: 200,
  pressure: 1,
});

describe("a conductor", () => {
  let conductor: Conductor;
  let leader: Follower;
  let small: Follower;
  let wide: Follower;
  const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  const given = (...messages: InputMessage[]) => messages.forEach((each) => conductor.given("leader", each));
  const tap = (x: number, y: number) => given(touch("down", x, y), touch("up", x, y));
  const of = (id: string) => conductor.view.get().phones[id]!;
  beforeEach(() => {
    vi.useFakeTimers();
    conductor = new Conductor();
    [leader, small, wide] = [new Follower(100, 200), new Follower(50, 100), new Follower(400, 200)];
    conductor.lead("leader");
    conductor.join("leader", leader);
    conductor.join("small", small);
    conductor.join("wide", wide);
  });
  afterEach(() => {
    conductor.dispose();
    vi.useRealTimers();
  });

  it("repeats keys, text, pasting, turning and waking on all but the leader, and reads no clipboard of theirs", () => {
    const messages: InputMessage[] = [
      { type: "key", action: "press", key: "GoBack" },
      { type: "text", text: "héllo 世界" },
      { type: "clipboard_set", text: "x", paste: true },
      { type: "rotate" },
      { type: "wake" },
    ];
    given(...messages, { type: "clipboard_get", copy: true });
    expect(small.got).toEqual(messages);
    expect(wide.got).toEqual(messages);
    expect(leader.got).toEqual([]);
  });

  it("scales a whole gesture to each screen at once, by fingers that are none of the follower's own", () => {
    conductor.repeatByElement(false);
    given(touch("down", 50, 100), touch("down", 20, 20, 1));
    expect(small.places).toEqual(["down 25,50", "down 10,10"]);
    given(touch("move", 99, 199), touch("up", 99, 199), touch("cancel", 20, 20, 1));
    expect(small.places.slice(2)).toEqual(["move 49,99", "up 49,99", "cancel 10,10"]);
    expect(wide.places).toEqual(["down 202,100", "down 82,20", "move 398,199", "up 398,199", "cancel 82,20"]);
    expect(small.got[0]).toMatchObject({ width: 50, height: 100, pointer_id: 10 });
  });

  it("turns the wheel at the same place", () => {
    given({ type: "scroll", x: 50, y: 100, width: 100, height: 200, horizontal: 0, vertical: -2 });
    expect(small.got).toEqual([{ type: "scroll", x: 25, y: 50, width: 50, height: 100, horizontal: 0, vertical: -2 }]);
  });

  it("taps the same element where it is on each, and says so", async () => {
    wide.screen = buy(300, 100, { width: 400, height: 200 });
    await pass(500);
    tap(15, 15);
    expect(small.places).toEqual(["down 7,7", "up 7,7"]);
    expect(wide.places).toEqual(["down 305,105", "up 305,105"]);
    expect(of("wide").repeated).toEqual({ by: "element" });
  });

  it("taps by coordinate what has no element, and says why on that follower alone", async () => {
    wide.screen = treeOf([{ resource_id: "sell", states: ["clickable"] }], { width: 400, height: 200 });
    await pass(500);
    tap(15, 15);
    expect(wide.places).toEqual(["down 62,15", "up 62,15"]);
    expect(of("wide").repeated).toEqual({ by: "coordinate", no: "none" });
    expect(of("small").repeated).toEqual({ by: "element" });
  });

  it("taps by coordinate before the elements are known", async () => {
    tap(15, 15);
    expect(small.places).toEqual(["down 7,7", "up 7,7"]);
    expect(of("small").repeated).toEqual({ by: "coordinate", no: "leader_unread" });
    wide.read = undefined;
    conductor.join("wide", wide);
    await pass(500);
    tap(15, 15);
    expect(of("wide").repeated).toEqual({ by: "coordinate", no: "unreadable" });
  });

  it("taps the element that was there before the clock went on, on leader and follower", async () => {
    wide.screen = buy(300, 100, { width: 400, height: 200 });
    await pass(500);
    conductor.pictured("leader", 7);
    conductor.pictured("wide", 7);
    tap(15, 15);
    expect(wide.places).toEqual(["down 305,105", "up 305,105"]);
    expect(of("wide").repeated).toEqual({ by: "element" });
  });

  it("taps by coordinate what changes unread, once it changed more often than it is read untouched", async () => {
    wide.screen = buy(300, 100, { width: 400, height: 200 });
    let frames = 0;
    for (let at = 0; at <= UNTOUCHED_READS_MAX; at++) {
      await pass(60_000);
      conductor.pictured("wide", ++frames);
    }
    tap(15, 15);
    expect(of("wide").repeated).toEqual({ by: "coordinate", no: "unread" });
    expect(of("small").repeated).toEqual({ by: "element" });
  });

  it("drags by coordinate as soon as a finger goes further than one that taps", async () => {
    await pass(500);
    given(touch("down", 50, 100), touch("move", 51, 100));
    expect(small.places).toEqual([]);
    given(touch("move", 50, 120), touch("up", 50, 140));
    expect(small.places).toEqual(["down 25,50", "move 25,60", "up 25,70"]);
  });

  it("presses the element for as long as the leader is pressed", async () => {
    wide.screen = buy(300, 100, { width: 400, height: 200 });
    await pass(500);
    given(touch("down", 15, 15));
    await pass(500);
    expect(wide.places).toEqual(["down 305,105"]);
    given(touch("up", 15, 15));
    expect(wide.places).toEqual(["down 305,105", "up 305,105"]);
  });

  it("pinches by coordinate, though its first finger waited", async () => {
    await pass(500);
    given(touch("down", 20, 20), touch("down", 80, 180, 1), touch("up", 20, 20), touch("up", 80, 180, 1));
    expect(small.places).toEqual(["down 10,10", "down 40,90", "up 10,10", "up 40,90"]);
  });

  it("keeps the order of a finger and a key", async () => {
    await pass(500);
    given(touch("down", 15, 15), { type: "key", action: "press", key: "GoBack" }, touch("up", 15, 15));
    expect(small.places).toEqual(["down 7,7", "key", "up 7,7"]);
  });

  it("leaves no finger down when the leader is lost, changed, or the follower taken out", () => {
    conductor.repeatByElement(false);
    given(touch("down", 50, 100));
    conductor.broken("leader");
    expect(small.places.at(-1)).toBe("cancel 25,50");
    given(touch("down", 50, 100));
    conductor.leave("small");
    expect(small.places.at(-1)).toBe("cancel 25,50");
    expect(wide.places.at(-1)).toBe("down 202,100");
    conductor.lead("wide");
    expect(wide.places.at(-1)).toBe("cancel 202,100");
  });

  it("follows the new leader", () => {
    conductor.lead("small");
    conductor.given("small", { type: "text", text: "a" });
    conductor.given("leader", { type: "text", text: "b" });
    expect(leader.got).toEqual([{ type: "text", text: "a" }]);
    expect(wide.got).toEqual([{ type: "text", text: "a" }]);
  });

  it("says which diverges and why once the leader rests, and no more when they agree again", async () => {
    await pass(500);
    expect(of("small").divergence).toBeUndefined();
    small.screen = treeOf([{ resource_id: "error" }]);
    conductor.given("small", touch("up", 1, 1));
    await pass(500);
    expect(of("small").divergence).toEqual({ kind: "elements", missing: ["buy"], extra: ["error"] });
    expect(of("wide").divergence).toBeUndefined();
    small.screen = buy(10, 10);
    given({ type: "key", action: "press", key: "GoBack" });
    await pass(500);
    expect(of("small").divergence).toBeUndefined();
  });

  it("says of one that was away that it missed something, and of the others nothing", async () => {
    await pass(500);
    small.isThere = false;
    given({ type: "text", text: "a" });
    expect(of("small").divergence).toEqual({ kind: "missed" });
    expect(of("wide").divergence).toBeUndefined();
    expect(wide.got).toHaveLength(1);
    small.isThere = true;
    wide.picture = undefined;
    given(touch("down", 5, 5), touch("up", 5, 5));
    expect(of("wide").divergence).toEqual({ kind: "missed" });
    // Its elements say that nothing came of it.
    await pass(500);
    expect(of("small").divergence).toBeUndefined();
  });

  it("reads nothing while it repeats by coordinate alone", async () => {
    await pass(500);
    conductor.repeatByElement(false);
    const read = vi.fn(small.read!);
    conductor.join("small", { send: small.send, size: small.size, read });
    tap(15, 15);
    await pass(60_000);
    expect(read).not.toHaveBeenCalled();
    expect(of("small")).toEqual({ isReading: false, repeated: undefined, divergence: undefined });
  });
});
