/** Touches and keys, each told to the device in full before it is said to be done. */
import { delay } from "@udt/base";
import type { DeviceKey, InputMessage, KeyModifier } from "@udt/contract";
import { DriveFault, type DeviceAccess, type DevicePlace } from "./access.ts";
import { withStream, type DeviceStream } from "./stream.ts";

const ANSWER_MS = 30_000;
const STEP_MS = 16;

export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
type Input = DeviceStream<"input">;

/** Given once everything that was said before is. @throws DriveFault input_refused */
async function sync(input: Input): Promise<Size | null> {
  const seq = 1;
  input.send({ type: "sync", seq });
  const { is_refused, size } = await input.next(
    (message) => (message.type === "synced" ? message : undefined),
    ANSWER_MS,
  );
  if (is_refused)
    throw new DriveFault("input_refused", "The device did not take it: it lacks the key, or takes no input now.");
  return size;
}

/** The finger goes down, along the points within the time, and up. */
async function touch(input: Input, size: Size, points: readonly [Point, ...Point[]], duration_ms: number) {
  const tell = (action: "down" | "move" | "up", { x, y }: Point) =>
    input.send({ type: "touch", action, pointer_id: 0, x, y, ...size, pressure: action === "up" ? 0 : 1 });
  const [first, ...rest] = points;
  tell("down", first);
  const begun = Date.now();
  for (const [at, point] of rest.entries()) {
    await delay(Math.max(0, begun + ((at + 1) * duration_ms) / rest.length - Date.now()));
    tell("move", point);
  }
  if (rest.length === 0) await delay(duration_ms);
  tell("up", rest.at(-1) ?? first);
}

function alongLine(from: Point, to: Point, duration_ms: number): [Point, ...Point[]] {
  const steps = Math.max(2, Math.round(duration_ms / STEP_MS));
  const rest = Array.from({ length: steps }, (_, at) => {
    const share = (at + 1) / steps;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
  return [from, ...rest];
}

/**
 * Touches the screen from one point to another, or one point alone. Points are pixels of a display of the size that `display`
 * tells for the picture as it is now.
 * @throws DriveFault no_picture, point_outside, input_refused
 */
export async function touchScreen(
  access: DeviceAccess,
  place: DevicePlace,
  wish: { from: Point; to?: Point; duration_ms: number },
  display: (picture: Size) => Promise<Size>,
): Promise<void> {
  await withStream(access, place, "input", async (input) => {
    const picture = await sync(input);
    if (picture === null) throw new DriveFault("no_picture", "The device shows no picture yet.");
    const { width, height } = await display(picture);
    const scaled = ({ x, y }: Point): Point => {
      if (x < 0 || y < 0 || x >= width || y >= height)
        throw new DriveFault(
          "point_outside",
          `The point ${x},${y} is outside of the screen of ${width}×${height}.`,
          "x",
        );
      return { x: (x * picture.width) / width, y: (y * picture.height) / height };
    };
    const { from, to, duration_ms } = wish;
    const points: [Point, ...Point[]] =
      to === undefined ? [scaled(from)] : alongLine(scaled(from), scaled(to), duration_ms);
    await touch(input, picture, points, duration_ms);
    await sync(input);
  });
}

const given = (access: DeviceAccess, place: DevicePlace, message: InputMessage): Promise<void> =>
  withStream(access, place, "input", async (input) => {
    input.send(message);
    await sync(input);
  });

/** Types into the field that has the focus. @throws DriveFault input_refused */
export const typeText = (access: DeviceAccess, place: DevicePlace, text: string): Promise<void> =>
  given(access, place, { type: "text", text });

/** @throws DriveFault input_refused */
export const pressKey = (
  access: DeviceAccess,
  place: DevicePlace,
  key: DeviceKey,
  modifiers: readonly KeyModifier[],
): Promise<void> => given(access, place, { type: "key", action: "press", key, modifiers: [...modifiers] });
