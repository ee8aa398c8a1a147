import type { DeviceKey } from "@udt/contract";
import { expect, test } from "vitest";
import { inputText } from "./input-text.ts";
import { RecentLines } from "./recent-lines.ts";

const line = (time: number, text = `${time}`) => ({ time, text });

test("the newest lines are kept within time and bytes, oldest first", () => {
  const lines = new RecentLines({ max_ms: 1_000, max_bytes: 100_000 });
  for (let time = 0; time < 5_000; time += 100) lines.add(line(time));
  expect(lines.since(0).map(({ time }) => time)).toEqual(Array.from({ length: 11 }, (_, index) => 3_900 + index * 100));
  expect(lines.since(4_850).map(({ time }) => time)).toEqual([4_900]);
});

test("no flood makes more of them than the bound", () => {
  const lines = new RecentLines({ max_ms: 1_000, max_bytes: 100_000 });
  for (let index = 0; index < 20_000; index++) lines.add(line(index / 100, "x".repeat(100)));
  expect(lines.size_bytes).toBeLessThanOrEqual(100_000);
  expect(lines.since(0)).toHaveLength(333);
  // One that is larger than all is not kept either.
  lines.add(line(300, "x".repeat(200_000)));
  expect([lines.size_bytes, lines.since(0)]).toEqual([0, []]);
});

test("what is given is written down by its place in the picture", () => {
  const size = { width: 720, height: 1600 };
  const touch = { type: "touch", action: "down", pointer_id: 0, x: 360, y: 400, ...size, pressure: 1 } as const;
  expect(JSON.parse(inputText(touch, 5.4)!)).toEqual({
    timestamp: 5,
    type: "touch",
    action: "down",
    pointer_id: 0,
    x: 0.5,
    y: 0.25,
  });
  expect(inputText({ type: "clipboard_get", copy: false }, 0)).toBeUndefined();
  const legs = { page: 1.26, socket: 2, server: 1, agent: 0, device: 20, encode: 3, back: 4, decode: 5, paint: 0.04 };
  expect(JSON.parse(inputText({ type: "touch_time", ...legs }, 7)!)).toEqual({
    timestamp: 7,
    type: "touch_time",
    ...legs,
    page: 1.3,
    paint: 0,
  });
  const { server: _, ...direct } = legs;
  expect(JSON.parse(inputText({ type: "touch_time", ...direct }, 7)!)).not.toHaveProperty("server");
});

test("no text that was typed or pasted is in it, nor the keys that type it", () => {
  const press = (key: DeviceKey) => inputText({ type: "key", action: "press", key, modifiers: [] }, 0);
  const written = [
    inputText({ type: "text", text: "geheim密码" }, 0),
    inputText({ type: "clipboard_set", text: "geheim", paste: true }, 0),
    press("KeyG"),
    press("Digit7"),
    press("GoHome"),
    press("Enter"),
  ];
  expect(written.map((one) => JSON.parse(one!) as object)).toEqual([
    { timestamp: 0, type: "text", length: 8 },
    { timestamp: 0, type: "text", length: 6 },
    { timestamp: 0, type: "key", action: "press" },
    { timestamp: 0, type: "key", action: "press" },
    { timestamp: 0, type: "key", action: "press", key: "GoHome" },
    { timestamp: 0, type: "key", action: "press", key: "Enter" },
  ]);
});
