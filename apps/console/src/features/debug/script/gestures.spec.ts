import { expect, it } from "vitest";
import { GestureReader, type Gesture } from "./gestures.ts";

type Touch = readonly [action: "down" | "move" | "up" | "cancel", x: number, y: number, time: number, finger?: number];

/** What touches of a screen of 100 × 200 are together. */
function read(...touches: Touch[]): Gesture[] {
  const reader = new GestureReader();
  return touches.flatMap(
    ([action, x, y, time, pointer_id = 0]) =>
      reader.take({ type: "touch", action, x, y, pointer_id, width: 100, height: 200, pressure: 1 }, time) ?? [],
  );
}

it.each([
  [
    "a tap",
    [
      ["down", 49, 99, 0],
      ["up", 49, 99, 80],
    ],
    [{ kind: "tap", at: { x: 0.495, y: 0.4975 } }],
  ],
  [
    "a tap of a finger that trembles",
    [
      ["down", 49, 99, 0],
      ["move", 50, 101, 40],
      ["up", 50, 101, 80],
    ],
    [{ kind: "tap", at: { x: 0.495, y: 0.4975 } }],
  ],
  [
    "a long press",
    [
      ["down", 49, 99, 0],
      ["up", 49, 99, 700],
    ],
    [{ kind: "press", at: { x: 0.495, y: 0.4975 }, ms: 700 }],
  ],
  [
    "a swipe",
    [
      ["down", 49, 179, 0],
      ["move", 49, 99, 100],
      ["up", 49, 19, 250],
    ],
    [{ kind: "swipe", from: { x: 0.495, y: 0.8975 }, to: { x: 0.495, y: 0.0975 }, ms: 250 }],
  ],
  [
    "one there and back",
    [
      ["down", 49, 99, 0],
      ["move", 49, 19, 100],
      ["up", 49, 99, 200],
    ],
    [{ kind: "swipe", from: { x: 0.495, y: 0.4975 }, to: { x: 0.495, y: 0.4975 }, ms: 200 }],
  ],
  [
    "two fingers",
    [
      ["down", 20, 20, 0],
      ["down", 80, 80, 10, 1],
      ["up", 30, 30, 90, 1],
      ["up", 20, 20, 99],
    ],
    [{ kind: "other" }],
  ],
  [
    "what breaks off",
    [
      ["down", 20, 20, 0],
      ["cancel", 20, 20, 30],
    ],
    [{ kind: "other" }],
  ],
  [
    "two taps",
    [
      ["down", 9, 19, 0],
      ["up", 9, 19, 9],
      ["down", 9, 19, 20],
      ["up", 9, 19, 30],
    ],
    [
      { kind: "tap", at: { x: 0.095, y: 0.0975 } },
      { kind: "tap", at: { x: 0.095, y: 0.0975 } },
    ],
  ],
  [
    "nothing",
    [
      ["up", 1, 1, 1],
      ["move", 1, 1, 2],
    ],
    [],
  ],
] as const satisfies readonly (readonly [string, readonly Touch[], readonly Gesture[]])[])(
  "tells %s",
  (_, touches, gestures) => expect(read(...touches)).toEqual(gestures),
);
