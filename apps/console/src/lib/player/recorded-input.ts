/** What was given to a device, as its recording has it: places are shares of the picture, from 0 to 1. */
export type RecordedInput = { timestamp: number } & (
  | { type: "touch"; action: "down" | "move" | "up" | "cancel"; pointer_id: number; x: number; y: number }
  | { type: "scroll"; x: number; y: number; vertical: number; horizontal: number }
  /** Without a name it typed something, which is not written down. */
  | { type: "key"; action: "down" | "up" | "press"; key?: string }
  | { type: "text"; length: number }
  | { type: "rotate" | "wake" }
);

const TYPES = new Set(["touch", "scroll", "key", "text", "rotate", "wake"]);

/** Lines that are none, such as the half of one where the agent was killed, are left out. */
export function parseInput(text: string): RecordedInput[] {
  return text.split("\n").flatMap((line) => {
    try {
      const read = JSON.parse(line) as RecordedInput;
      return TYPES.has(read.type) && Number.isFinite(read.timestamp) ? [read] : [];
    } catch {
      return [];
    }
  });
}

/** A finger from its coming down to its going up, or a turn of the wheel. */
export interface Stroke {
  from: number;
  to: number;
  isScroll: boolean;
  points: { time: number; x: number; y: number }[];
}

/** In the order of their beginning. What is never lifted ends with its last move. */
export function strokesOf(inputs: readonly RecordedInput[]): Stroke[] {
  const strokes: Stroke[] = [];
  const down = new Map<number, Stroke>();
  for (const input of inputs) {
    if (input.type !== "touch" && input.type !== "scroll") continue;
    const { timestamp, x, y } = input;
    const point = { time: timestamp, x, y };
    if (input.type === "scroll" || input.action === "down") {
      const stroke = { from: timestamp, to: timestamp, isScroll: input.type === "scroll", points: [point] };
      strokes.push(stroke);
      if (input.type === "touch") down.set(input.pointer_id, stroke);
      continue;
    }
    const stroke = down.get(input.pointer_id);
    if (!stroke) continue;
    stroke.to = timestamp;
    stroke.points.push(point);
    if (input.action !== "move") down.delete(input.pointer_id);
  }
  return strokes;
}

/** So long a finger is still shown after it was lifted: a tap is shorter than a frame of most videos. */
const SHOWN_MS = 250;

/** Where fingers are at a moment, or were just before. */
export function fingersAt(strokes: readonly Stroke[], time: number): { x: number; y: number; isLifted: boolean }[] {
  return strokes.flatMap(({ from, to, points }) => {
    const point = time >= from && time <= to + SHOWN_MS && points.findLast((one) => one.time <= time);
    return point ? [{ x: point.x, y: point.y, isLifted: time > to }] : [];
  });
}

const LONG_MS = 500;
/** A finger that stays within so much of the picture has not moved. */
const STILL = 0.02;

/** What a stroke was meant as. */
export function gestureOf({ from, to, isScroll, points }: Stroke): "scroll" | "swipe" | "long_press" | "tap" {
  const [first] = points;
  const isMoved =
    first !== undefined && points.some(({ x, y }) => Math.abs(x - first.x) > STILL || Math.abs(y - first.y) > STILL);
  if (isScroll) return "scroll";
  if (isMoved) return "swipe";
  return to - from >= LONG_MS ? "long_press" : "tap";
}
