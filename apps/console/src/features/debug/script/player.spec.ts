import type { ElementTree, InputMessage } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FIND_MS, Player, type Hands } from "./player.ts";
import type { Area } from "./pictures.ts";
import { box, element } from "../inspect/elements.fixture.ts";
import { screen } from "./script.fixture.ts";
import type { Action, Step } from "./steps.ts";

const BUTTON = { by: "resource_id", value: "shop:id/pay", instance: 0 } as const;
const button = (text = "") =>
  screen(element(null), element(0, { resource_id: "shop:id/pay", text, ...box(0, 0, 50, 100) }));
const steps = (...actions: Action[]): Step[] =>
  actions.map((action, at) => ({ step_id: at + 1, note: "", rest_ms: 0, action }));

describe("a player", () => {
  let shown: ElementTree;
  let isReady: boolean;
  let sent: InputMessage[];
  let times: number[];
  /** What the screen looks like, and what of it was compared. */
  let looksLike: string;
  let compared: Area[];
  let player: Player;
  const hands: Hands = {
    read: async () => shown,
    send: (message) => isReady && times.push(Date.now()) > 0 && sent.push(message) > 0,
    size: () => ({ width: 200, height: 400 }),
    start: async () => undefined,
    likeness: async (area, { png }) => {
      compared.push(area);
      return png === looksLike ? 0.9 : 0.8;
    },
  };
  beforeEach(() => {
    vi.useFakeTimers();
    shown = button();
    isReady = true;
    sent = [];
    times = [];
    looksLike = "as it was";
    compared = [];
    player = new Player(hands);
  });
  afterEach(() => {
    player.stop();
    vi.useRealTimers();
  });
  const play = async (...actions: Action[]) => {
    void player.start(steps(...actions));
    await vi.advanceTimersByTimeAsync(120_000);
    return player.play.get();
  };

  it("touches an element where it is now, in the video's pixels", async () => {
    const { isWhole, done } = await play({ kind: "tap", target: BUTTON, within: { x: 0.5, y: 0.5 } });
    expect(isWhole).toBe(true);
    expect([...done]).toEqual([1]);
    expect(sent).toMatchObject([
      { type: "touch", action: "down", x: 50, y: 100, width: 200, height: 400 },
      { type: "touch", action: "up", x: 50, y: 100 },
    ]);
  });

  it("holds an element where it is now, as long as was held", async () => {
    await play({ kind: "hold", target: BUTTON, within: { x: 0.5, y: 0.5 }, ms: 900 });
    expect(sent).toMatchObject([
      { type: "touch", action: "down", x: 50, y: 100 },
      { type: "touch", action: "up", x: 50, y: 100 },
    ]);
    expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual(900);
  });

  it("waits for what is to show, and stops at the step whose element does not", async () => {
    shown = screen(element(null));
    void player.start(steps({ kind: "tap", target: BUTTON, within: { x: 0.5, y: 0.5 } }, { kind: "rotate" }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(player.play.get()).toMatchObject({ step_id: 1, failed: undefined });
    shown = button();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(player.play.get().isWhole).toBe(true);
    shown = screen(element(null));
    sent = [];
    const { failed, isWhole } = await play(
      { kind: "key", key: "GoHome", modifiers: [], times: 1 },
      { kind: "tap", target: BUTTON, within: { x: 0.5, y: 0.5 } },
      { kind: "rotate" },
    );
    expect(failed).toEqual({ step_id: 2, failure: { why: "not_found", target: BUTTON } });
    expect(isWhole).toBe(false);
    expect(sent.map(({ type }) => type)).toEqual(["key"]);
    expect(player.isPlaying.get()).toBe(false);
  });

  it("finds out what an element says", async () => {
    shown = button("Paid");
    expect((await play({ kind: "check", target: BUTTON, text: "Paid" })).isWhole).toBe(true);
    expect((await play({ kind: "check", target: BUTTON, text: "" })).isWhole).toBe(true);
    expect((await play({ kind: "check", target: BUTTON, text: "Pay" })).failed).toEqual({
      step_id: 1,
      failure: { why: "other_text", found: "Paid" },
    });
  });

  it("finds out whether an element looks as it did, where it is now", async () => {
    const picture = { png: "as it was", screen: { width: 200, height: 400 }, texts: [] };
    const look = { kind: "look", target: BUTTON, picture } as const;
    expect((await play(look)).isWhole).toBe(true);
    expect(compared).toEqual([{ left: 0, top: 0, right: 0.5, bottom: 0.5 }]);
    looksLike = "otherwise";
    void player.start(steps({ ...look, within_s: 3 }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(player.play.get().failed).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(player.play.get().failed?.failure).toEqual({ why: "other_look", target: BUTTON });
    shown = screen(element(null));
    expect((await play(look)).failed?.failure).toEqual({ why: "not_found", target: BUTTON });
  });

  it("gives a check as long as it says", async () => {
    shown = button("Paid");
    void player.start(steps({ kind: "check", target: BUTTON, text: "Pay", within_s: 2 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(player.play.get().failed).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(player.play.get().failed?.failure).toEqual({ why: "other_text", found: "Paid" });
    void player.start(steps({ kind: "check", target: BUTTON, text: "Pay", within_s: 40 }));
    await vi.advanceTimersByTimeAsync(FIND_MS * 2);
    shown = button("Pay");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(player.play.get().isWhole).toBe(true);
  });

  it("swipes along the way, holds as long as was held, types and presses", async () => {
    await play(
      { kind: "swipe", from: { x: 0.5, y: 0.75 }, to: { x: 0.5, y: 0.25 }, ms: 200 },
      { kind: "press", at: { x: 0.5, y: 0.5 }, ms: 700 },
      { kind: "text", text: "ada" },
      { kind: "key", key: "KeyA", modifiers: ["ctrl"], times: 2 },
      { kind: "rotate" },
    );
    const touches = sent.flatMap((message) => (message.type === "touch" ? [message] : []));
    const ups = touches.flatMap(({ action }, at) => (action === "up" ? [at] : []));
    const swipe = touches.slice(0, ups[0]! + 1);
    expect(swipe[0]).toMatchObject({ action: "down", y: 300 });
    expect(swipe.at(-1)).toMatchObject({ action: "up", y: 100 });
    const ys = swipe.map(({ y }) => y);
    expect(ys).toEqual(ys.toSorted((a, b) => b - a));
    expect(swipe.length).toBeGreaterThan(8);
    expect(touches.slice(ups[0]! + 1).map(({ action }) => action)).toEqual(["down", "up"]);
    expect(sent.slice(touches.length)).toEqual([
      { type: "text", text: "ada" },
      { type: "key", action: "press", key: "KeyA", modifiers: ["ctrl"] },
      { type: "key", action: "press", key: "KeyA", modifiers: ["ctrl"] },
      { type: "rotate" },
    ]);
  });

  it("says when there is no way to the device, and when the app does not come", async () => {
    isReady = false;
    expect((await play({ kind: "text", text: "a" })).failed?.failure).toEqual({ why: "no_way" });
    const start = { kind: "start", package_name: "shop", clears: false } as const;
    expect((await play(start)).isWhole).toBe(true);
    expect((await play({ ...start, package_name: "other" })).failed?.failure).toEqual({
      why: "not_in_front",
      package_name: "other",
    });
  });

  it("goes on reading where the screen cannot be read for a while", async () => {
    const read = vi.spyOn(hands, "read").mockRejectedValueOnce(new Error("it moves"));
    expect((await play({ kind: "check", target: BUTTON, text: "" })).isWhole).toBe(true);
    const refusal = new Error("no window");
    read.mockRejectedValue(refusal);
    expect((await play({ kind: "check", target: BUTTON, text: "" })).failed?.failure).toEqual({
      why: "refused",
      error: refusal,
    });
    read.mockRestore();
  });

  it("stops when told to, with no finger left down", async () => {
    void player.start(steps({ kind: "press", at: { x: 0.5, y: 0.5 }, ms: FIND_MS }, { kind: "rotate" }));
    await vi.advanceTimersByTimeAsync(1_000);
    player.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(player.isPlaying.get()).toBe(false);
    expect(player.play.get()).toMatchObject({ failed: undefined, isWhole: false });
    expect(sent.map((message) => message.type === "touch" && message.action)).toEqual(["down", "up"]);
  });
});
