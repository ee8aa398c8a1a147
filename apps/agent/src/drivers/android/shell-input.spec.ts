import { expect, test } from "vitest";
import { shellInput } from "./shell-input.ts";

function setUp(keysTogether = true) {
  const lines: string[] = [];
  let now = 0;
  const run = async (line: string) => void lines.push(line);
  const screenSize = async () => ({ width: 1080, height: 2400 });
  const sink = shellInput({ run, screenSize, keysTogether }, () => now);
  const touch = (action: "down" | "move" | "up" | "cancel", x: number, y: number, pointer_id = 0) =>
    sink.touch({ action, pointer_id, x, y, width: 540, height: 1200, pressure: 1 });
  return { lines, sink, touch, later: (ms: number) => (now += ms) };
}

test("a short touch is a tap, in pixels of the screen", async () => {
  const { lines, touch } = setUp();
  await touch("down", 100, 200);
  await touch("up", 101, 201);
  expect(lines).toEqual(["input tap 200 400"]);
});

test("a drag is a swipe, a long touch is one in place", async () => {
  const { lines, touch, later } = setUp();
  await touch("down", 100, 200);
  later(300);
  await touch("move", 150, 300);
  await touch("up", 200, 400);
  await touch("down", 10, 10);
  later(800);
  await touch("up", 10, 10);
  expect(lines).toEqual(["input swipe 200 400 400 800 300", "input swipe 20 20 20 20 800"]);
});

test("a second finger and a cancelled one do nothing", async () => {
  const { lines, touch } = setUp();
  await touch("down", 1, 1, 0);
  await touch("down", 2, 2, 1);
  await touch("up", 2, 2, 1);
  await touch("cancel", 1, 1, 0);
  expect(lines).toEqual([]);
});

test("a key is one command, by Android's number", async () => {
  const { lines, sink } = setUp();
  for (const action of ["down", "up"] as const) await sink.key(action, "AppSwitch", []);
  await sink.wake();
  expect(lines).toEqual(["input keyevent 187", "input keyevent 224"]);
});

test("keys are pressed together where the device can, and never one without the other", async () => {
  const { lines, sink } = setUp();
  for (const action of ["down", "up"] as const) {
    await sink.key(action, "ControlLeft", ["ctrl"]);
    await sink.key(action, "KeyA", ["ctrl", "shift"]);
  }
  expect(lines).toEqual(["input keyevent 113", "input keycombination 113 59 29"]);
  const old = setUp(false);
  await expect(old.sink.key("down", "KeyA", ["ctrl"])).rejects.toThrow("one key at a time");
  await old.sink.key("up", "KeyA", ["ctrl"]);
  await old.sink.key("down", "KeyA", []);
  expect(old.lines).toEqual(["input keyevent 29"]);
});

test("text is quoted, and other scripts are refused in words", async () => {
  const { lines, sink } = setUp();
  await sink.text("it's $5\nok");
  expect(lines).toEqual([`input text 'it'\\''s%s$5'`, "input keyevent 66", "input text ok"]);
  await expect(sink.text("你好")).rejects.toThrow("ASCII");
  await expect(sink.getClipboard(false)).rejects.toThrow("clipboard");
});
