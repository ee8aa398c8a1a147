import type { ElementTree, InputMessage } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Recorder } from "./recorder.ts";
import { box, element } from "../inspect/elements.fixture.ts";
import { screen } from "./script.fixture.ts";
import { ScriptKeeper } from "./script-keeper.ts";
import type { Action } from "./steps.ts";

const FIRST = screen(element(null, { resource_id: "shop:id/account", ...box(0, 0, 100, 100) }));
const SECOND = screen(element(null, { resource_id: "shop:id/email", ...box(0, 0, 100, 100) }));

describe("a recorder", () => {
  let shown: ElementTree;
  let frames: number;
  /** How long a reading takes. */
  let readMs: number;
  let kept: Map<string, string>;
  let keeper: ScriptKeeper;
  let recorder: Recorder;
  let sent: { message: InputMessage; time: number }[];
  const keeps = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const read = async () => {
    const tree = shown;
    await new Promise((done) => setTimeout(done, readMs));
    return tree;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    shown = FIRST;
    frames = 1;
    readMs = 20;
    kept = new Map();
    keeper = new ScriptKeeper(keeps, "script");
    recorder = new Recorder(keeper, read);
    sent = [];
  });
  afterEach(() => {
    recorder.stop();
    vi.useRealTimers();
  });

  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const show = (tree: ElementTree) => {
    shown = tree;
    recorder.pictured(++frames);
  };
  const say = (message: InputMessage) =>
    recorder.pass(message, (passed) => sent.push({ message: passed, time: Date.now() }) > 0);
  const touch = (action: "down" | "move" | "up", x = 50, y = 50, pointer_id = 0) =>
    say({ type: "touch", action, x, y, pointer_id, width: 100, height: 200, pressure: 1 });
  const tap = async () => {
    touch("down");
    await wait(40);
    touch("up");
  };
  const actions = (): Action[] => keeper.script.get().steps.map(({ action }) => action);
  const record = async () => {
    void recorder.start();
    await wait(1_000);
  };
  const sentTouches = () => sent.flatMap(({ message }) => (message.type === "touch" ? [message.action] : []));

  it("lets everything through and writes nothing while it is off", async () => {
    await tap();
    expect(sentTouches()).toEqual(["down", "up"]);
    expect(actions()).toEqual([]);
  });

  it("begins with the app in front, and tells a tap by what lay under it", async () => {
    await record();
    await tap();
    show(SECOND);
    await wait(2_000);
    expect(actions()).toEqual([
      { kind: "start", package_name: "shop", clears: false },
      {
        kind: "tap",
        target: { by: "resource_id", value: "shop:id/account", instance: 0, is_alone: true },
        within: { x: 0.505, y: 0.505 },
      },
    ]);
  });

  it("begins with the app that was started from the home screen, and goes back there as it was told", async () => {
    const home = (id: string) =>
      element(null, { package_name: "dev.udt.launcher", resource_id: id, ...box(0, 0, 100, 100) });
    shown = screen(home("launcher:id/app_shop"));
    await record();
    await tap();
    await wait(200);
    expect(actions().map(({ kind }) => kind)).toEqual(["start", "tap"]);
    show(FIRST);
    await wait(2_000);
    await tap();
    expect(actions()).toMatchObject([
      { kind: "start", package_name: "shop", clears: false },
      { kind: "tap", target: { value: "shop:id/account" } },
    ]);
    // Later it is a step like any other.
    say({ type: "key", key: "GoHome", action: "press" });
    show(screen(home("launcher:id/app_notes")));
    await wait(2_000);
    await tap();
    show(SECOND);
    await wait(2_000);
    await tap();
    expect(actions().map(({ kind }) => kind)).toEqual(["start", "tap", "key", "tap", "tap"]);
  });

  it("has what is touched first in another app as it was touched", async () => {
    await record();
    await tap();
    show(screen(element(null, { package_name: "camera", resource_id: "camera:id/shutter", ...box(0, 0, 100, 100) })));
    await wait(2_000);
    await tap();
    expect(actions().map(({ kind }) => kind)).toEqual(["start", "tap", "tap"]);
  });

  it("keeps what an element without words looked like before it was touched", async () => {
    shown = screen(element(null, box(0, 0, 100, 200)), element(0, { states: ["clickable"], ...box(40, 40, 60, 60) }));
    const cuts: unknown[] = [];
    let isPassing = false;
    recorder.sees(() => {
      // The touch is on its way and does not wait for this, and no frame came since: it is in the call that sent it.
      expect([sentTouches(), isPassing]).toEqual([["down"], true]);
      const size = { width: 50, height: 100 };
      return { size, cut: async (area) => (cuts.push(area), "cGljdHVyZQ=="), pixels: () => undefined };
    });
    await record();
    const { pass } = recorder;
    recorder.pass = (...all) => {
      isPassing = true;
      const isSent = pass.apply(recorder, all);
      isPassing = false;
      return isSent;
    };
    await tap();
    await wait(100);
    expect(cuts).toEqual([{ left: 0.4, top: 0.2, right: 0.6, bottom: 0.3 }]);
    expect(actions().at(-1)).toMatchObject({
      kind: "tap",
      target: { by: "xpath" },
      picture: { png: "cGljdHVyZQ==", screen: { width: 50, height: 100 }, texts: [] },
    });
  });

  it("keeps a finger that comes before the screen is read, until it is, and what follows as it came", async () => {
    await record();
    await tap();
    show(SECOND);
    readMs = 900;
    touch("down");
    expect(recorder.isHolding.get()).toBe(true);
    await wait(700);
    touch("up");
    expect(sentTouches()).toEqual(["down", "up"]);
    await wait(5_000);
    const [, , down, up] = sent;
    expect(sentTouches()).toEqual(["down", "up", "down", "up"]);
    // It was a long press, and is one at the device.
    expect(up!.time - down!.time).toBeGreaterThanOrEqual(700);
    expect(actions().at(-1)).toMatchObject({ kind: "hold", target: { value: "shop:id/email" } });
    expect(recorder.isHolding.get()).toBe(false);
  });

  it("waits for no screen that cannot be read, and says so of the tap", async () => {
    await record();
    await tap();
    show(SECOND);
    readMs = 60_000;
    await tap();
    await wait(10_000);
    expect(sentTouches()).toEqual(["down", "up", "down", "up"]);
    expect(actions().at(-1)).toEqual({ kind: "tap_at", at: { x: 0.505, y: 0.253 }, reason: "unread" });
  });

  it("tells how long after a step the screen came to rest", async () => {
    await record();
    await tap();
    const step = () => keeper.script.get().steps.at(-1)!;
    await wait(1_500);
    expect(step().rest_ms).toBe(0);
    show(SECOND);
    await wait(2_000);
    expect(step().rest_ms).toBeGreaterThanOrEqual(1_500);
    expect(step().rest_ms).toBeLessThan(2_600);
    // What changes much later was not its doing.
    const rested = step().rest_ms;
    await wait(20_000);
    show(FIRST);
    await wait(5_000);
    expect(step().rest_ms).toBe(rested);
  });

  it("joins what is typed into one step, takes back what was taken back, and counts a key's presses", async () => {
    await record();
    const key = (name: "Backspace" | "Enter") => {
      say({ type: "key", action: "down", key: name });
      say({ type: "key", action: "up", key: name });
    };
    await tap();
    for (const text of ["a", "d", "👩‍👩‍👧"]) say({ type: "text", text });
    await wait(2_000);
    key("Backspace");
    say({ type: "clipboard_set", text: "a@b", paste: true });
    for (let time = 0; time < 3; time++) key("Enter");
    expect(actions().slice(2)).toEqual([
      { kind: "text", text: "ada@b" },
      { kind: "key", key: "Enter", modifiers: [], times: 3 },
    ]);
    say({ type: "text", text: "x" });
    key("Backspace");
    key("Backspace");
    await wait(2_000);
    expect(actions().slice(3)).toEqual([
      { kind: "key", key: "Enter", modifiers: [], times: 3 },
      { kind: "key", key: "Backspace", modifiers: [], times: 1 },
    ]);
  });

  it("takes a password for the account's, by the field that has the keyboard, and waits until that is known", async () => {
    const form = (focused: "email" | "password") =>
      screen(
        element(null, { states: focused === "email" ? ["focused"] : [], ...box(0, 0, 100, 100) }),
        element(null, {
          states: focused === "email" ? ["password"] : ["focused", "password"],
          ...box(0, 100, 100, 200),
        }),
      );
    shown = form("email");
    await record();
    say({ type: "text", text: "ada@b" });
    await wait(1_000);
    // The keyboard goes on by itself, and nothing was touched.
    say({ type: "key", action: "press", key: "Tab" });
    show(form("password"));
    readMs = 900;
    say({ type: "text", text: "sec" });
    say({ type: "text", text: "ret" });
    expect(recorder.isHolding.get()).toBe(true);
    await wait(5_000);
    say({ type: "key", action: "press", key: "Backspace" });
    say({ type: "text", text: "!" });
    say({ type: "key", action: "press", key: "Enter" });
    show(form("email"));
    await wait(5_000);
    say({ type: "clipboard_set", text: "plain", paste: true });
    await wait(5_000);
    const typed = actions().filter(({ kind }) => kind === "text");
    expect(typed).toEqual([
      { kind: "text", text: "ada@b" },
      { kind: "text", text: "secre!", field: "password" },
      { kind: "text", text: "plain" },
    ]);
    expect(sent.map(({ message }) => message.type)).toEqual("text key text text key text key clipboard_set".split(" "));
  });

  it("takes what is typed after a touch of a password field for one, where no element says that it has the keyboard", async () => {
    shown = screen(element(null, { states: ["password"], ...box(0, 0, 100, 200) }));
    await record();
    await tap();
    say({ type: "text", text: "secret" });
    await wait(10_000);
    expect(actions().at(-1)).toEqual({ kind: "text", text: "secret", field: "password" });
  });

  it("asks again where the keyboard is once the screen was read, and after it began anew", async () => {
    const plain = element(null, { states: ["focused"], ...box(0, 0, 100, 100) });
    const dots = element(null, { states: ["focused", "password"], ...box(0, 0, 100, 100) });
    shown = screen(plain);
    await record();
    say({ type: "text", text: "ada" });
    // The app goes on to the next field by itself.
    show(screen(dots));
    await wait(5_000);
    say({ type: "text", text: "secret" });
    recorder.stop();
    show(screen(plain));
    void recorder.start();
    await wait(1_000);
    say({ type: "text", text: "note" });
    await wait(1_000);
    expect(actions().filter(({ kind }) => kind === "text")).toEqual([
      { kind: "text", text: "ada" },
      { kind: "text", text: "secret", field: "password" },
      { kind: "text", text: "note" },
    ]);
  });

  it("says of a text that nobody knows where it went, and takes no touch before a key for the answer", async () => {
    shown = screen(element(null, { states: ["password"], ...box(0, 0, 100, 200) }));
    await record();
    await tap();
    await wait(1_000);
    say({ type: "key", action: "press", key: "Tab" });
    await wait(1_000);
    say({ type: "text", text: "a note" });
    await wait(10_000);
    expect(actions().at(-1)).toEqual({ kind: "text", text: "a note", is_unsure: true });
  });

  it("finds no element by the password that it shows", async () => {
    const field = (states: ("password" | "focused")[], text: string) =>
      screen(element(null, { states, text, ...box(0, 0, 100, 200) }));
    shown = field(["focused", "password"], "");
    await record();
    say({ type: "text", text: "hunter2" });
    show(field(["focused"], "hunter2"));
    await wait(5_000);
    await tap();
    expect(actions().at(-1)).toMatchObject({ kind: "tap", target: { by: "xpath" } });
    expect(JSON.stringify(actions().at(-1))).not.toContain("hunter2");
  });

  it("tells a wheel as a swipe, a turn as a turn, and says how many gestures it left out", async () => {
    await record();
    const turn = (vertical: number) =>
      say({ type: "scroll", x: 50, y: 100, width: 100, height: 200, horizontal: 0, vertical });
    turn(-1);
    turn(-2);
    await wait(1_000);
    turn(1);
    say({ type: "rotate" });
    touch("down");
    touch("down", 10, 10, 1);
    touch("up", 10, 10, 1);
    touch("up");
    await wait(10_000);
    expect(actions().slice(1)).toEqual([
      { kind: "swipe", from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.2 }, ms: 300 },
      { kind: "swipe", from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.6 }, ms: 300 },
      { kind: "rotate" },
    ]);
    expect(keeper.script.get().left_out).toBe(1);
  });

  it("is kept, with what its author made of it", async () => {
    await record();
    await tap();
    say({ type: "text", text: "a" });
    await wait(2_000);
    const [first, second] = keeper.script.get().steps;
    keeper.rename(second!.step_id, "to the account");
    keeper.remove(first!.step_id);
    const later = new ScriptKeeper(keeps, "script");
    expect(later.script.get()).toEqual(keeper.script.get());
    expect(later.script.get().steps.map(({ note }) => note)).toEqual(["to the account", ""]);
    // Numbers are not given twice.
    later.add({ kind: "rotate" });
    expect(new Set(later.script.get().steps.map(({ step_id }) => step_id)).size).toBe(3);
    later.clear();
    expect(new ScriptKeeper(keeps, "script").script.get().steps).toEqual([]);
  });

  it("gives up what waits when the way to the device is gone", async () => {
    await record();
    await tap();
    readMs = 500;
    touch("down");
    recorder.forget();
    await wait(5_000);
    expect(sentTouches()).toEqual(["down", "up"]);
    expect(recorder.isHolding.get()).toBe(false);
  });
});
