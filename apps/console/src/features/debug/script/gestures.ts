import type { InputMessage } from "@udt/contract";
import type { Point, Size } from "../../../lib/screen/geometry.ts";

/** What one finger did, by parts of the screen. */
export type Gesture =
  | { kind: "tap"; at: Point }
  | { kind: "press"; at: Point; ms: number }
  | { kind: "swipe"; from: Point; to: Point; ms: number }
  /** Of several fingers, or broken off. */
  | { kind: "other" };

/** Android's own `ViewConfiguration`: a finger that stays is a long press after this. */
const PRESS_MS = 500;
/** A finger that has moved further, as a part of the screen's longer side, swipes. */
const SLOP = 0.015;
const MIN_SWIPE_MS = 50;

const part = (at: Point, { width, height }: Size): Point => ({ x: (at.x + 0.5) / width, y: (at.y + 0.5) / height });

/** Turns the touches on their way to a device into what a person would call them. */
export class GestureReader {
  /** Of fingers that are down. */
  readonly #down = new Set<number>();
  #begun: { at: Point; last: Point; time: number; moved: boolean } | undefined;
  #isOther = false;

  /** A gesture is under way. */
  get active(): boolean {
    return this.#down.size > 0;
  }

  /** @returns The gesture that ends with this message. */
  take(message: InputMessage, time: number): Gesture | undefined {
    if (message.type !== "touch") return undefined;
    const { action, pointer_id, width, height } = message;
    const at = part(message, { width, height });
    if (action === "down") {
      this.#isOther = this.active;
      this.#down.add(pointer_id);
      this.#begun ??= { at, last: at, time, moved: false };
    } else if (this.#begun && !this.#isOther) {
      const { at: from } = this.#begun;
      const long = Math.max(width, height);
      const distance = Math.hypot((at.x - from.x) * width, (at.y - from.y) * height) / long;
      this.#begun.last = at;
      if (distance > SLOP) this.#begun.moved = true;
    }
    if (action === "cancel") this.#isOther = true;
    if (action !== "up" && action !== "cancel") return undefined;
    this.#down.delete(pointer_id);
    return this.active ? undefined : this.#ended(time);
  }

  /** The stream broke: the other end lifts the fingers. */
  forget(): void {
    this.#down.clear();
    this.#begun = undefined;
    this.#isOther = false;
  }

  #ended(time: number): Gesture | undefined {
    const begun = this.#begun;
    const isOther = this.#isOther;
    this.forget();
    if (!begun) return undefined;
    if (isOther) return { kind: "other" };
    const { at, last, moved } = begun;
    const ms = Math.round(time - begun.time);
    if (moved) return { kind: "swipe", from: at, to: last, ms: Math.max(MIN_SWIPE_MS, ms) };
    return ms >= PRESS_MS ? { kind: "press", at, ms } : { kind: "tap", at };
  }
}
