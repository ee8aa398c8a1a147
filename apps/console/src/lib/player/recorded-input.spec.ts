import type { Resource } from "@udt/contract";
import { expect, test } from "vitest";
import { fingersAt, gestureOf, parseInput, strokesOf, type RecordedInput } from "./recorded-input.ts";
import { recordedVideos } from "./recorded-parts.ts";

const touch = (
  timestamp: number,
  action: "down" | "move" | "up",
  x: number,
  y = 0.5,
  pointer_id = 0,
): RecordedInput => ({
  timestamp,
  type: "touch",
  action,
  pointer_id,
  x,
  y,
});

test("lines are read, and the half of one at a broken end is left out", () => {
  const line = JSON.stringify(touch(5, "down", 0.1));
  expect(parseInput(`${line}\n${line.slice(0, 20)}`)).toEqual([touch(5, "down", 0.1)]);
  expect(parseInput('null\n{"type":"other","timestamp":1}\n')).toEqual([]);
});

test("two fingers at once are two strokes, each where it is at the moment", () => {
  const strokes = strokesOf([
    touch(0, "down", 0.1),
    touch(10, "down", 0.9, 0.5, 1),
    touch(20, "move", 0.2),
    touch(30, "up", 0.2),
    touch(40, "up", 0.9, 0.5, 1),
    touch(50, "move", 0.3),
  ]);
  expect(strokes.map(({ from, to }) => [from, to])).toEqual([
    [0, 30],
    [10, 40],
  ]);
  expect(fingersAt(strokes, 15).map(({ x, isLifted }) => [x, isLifted])).toEqual([
    [0.1, false],
    [0.9, false],
  ]);
  // A tap that is shorter than a frame is still seen.
  expect(fingersAt(strokes, 35).map(({ isLifted }) => isLifted)).toEqual([true, false]);
  expect(fingersAt(strokes, 400)).toEqual([]);
});

test.each([
  ["tap", [touch(0, "down", 0.5), touch(80, "up", 0.51)]],
  ["long_press", [touch(0, "down", 0.5), touch(700, "up", 0.5)]],
  ["swipe", [touch(0, "down", 0.5), touch(40, "move", 0.8), touch(80, "up", 0.5)]],
  ["scroll", [{ timestamp: 0, type: "scroll", x: 0, y: 0, vertical: 1, horizontal: 0 }]],
] as const)("%s is told from the way a finger takes", (gesture, inputs) => {
  expect(strokesOf(inputs).map(gestureOf)).toEqual([gesture]);
});

test("a recording's files are those of its name, the newest first; a run's are none of these", () => {
  const file = (name: string, created_at: number) => ({ name, created_at, started_at: 1 }) as Resource;
  const list = [
    file("recorded-1.mp4", 1),
    file("recorded-1.log", 1),
    file("recorded-1.input.jsonl", 1),
    file("recent-2.mp4", 2),
    file("screen.mp4", 3),
  ];
  expect(recordedVideos(list)).toEqual([
    { origin: "recent", stem: "recent-2", video: list[3], input: undefined, log: undefined },
    { origin: "recorded", stem: "recorded-1", video: list[0], input: list[2], log: list[1] },
  ]);
});
