import type { InputMessage } from "@udt/contract";
import { mirrored, rescaled, type Point, type Size } from "../../../lib/screen/geometry.ts";

export type TouchMessage = Extract<InputMessage, { type: "touch" }>;

interface Finger {
  id: number;
  at: Point;
  pressure: number;
  /** A move that has not been sent yet. */
  moved: boolean;
}

/** Android's limit of a gesture's pointers, and the contract's ids start at 0. */
const MAX_FINGERS = 10;
const MIRROR = -1;

/**
 * Turns the browser's pointers into touches in the video's pixels. It promises that every `down` it sends is followed by
 * exactly one `up` or `cancel` of the same pointer, that downs and ups keep their order, and that moves are joined until
 * {@link flush}, which a down or an up does first so that nothing overtakes.
 */
export class PointerTracker {
  readonly #send: (touch: TouchMessage) => void;
  readonly #fingers = new Map<number, Finger>();
  #size: Size | undefined;
  #pinching = false;

  constructor(send: (touch: TouchMessage) => void) {
    this.#send = send;
  }

  /** Where fingers are down now, in video pixels, for the feedback dots. */
  get touches(): readonly Point[] {
    return [...this.#fingers.values()].map((finger) => finger.at);
  }

  get active(): boolean {
    return this.#fingers.size > 0;
  }

  /** The device has turned or folded: gestures end, in the new size, for the device drops touches of another one. */
  resize(size: Size): void {
    const before = this.#size;
    if (before && before.width === size.width && before.height === size.height) return;
    if (before) for (const finger of this.#fingers.values()) finger.at = rescaled(finger.at, before, size);
    this.#size = size;
    this.releaseAll("cancel");
  }

  /** `pinch` puts a second, mirrored finger down with the first. */
  down(pointerId: number, at: Point, options: { pressure?: number; pinch?: boolean } = {}): void {
    if (!this.#size || this.#fingers.has(pointerId) || this.#pinching) return;
    if (options.pinch && this.active) return;
    if (this.#fingers.size >= MAX_FINGERS) return;
    this.flush();
    this.#press(pointerId, at, options.pressure ?? 1);
    if (options.pinch) {
      this.#pinching = true;
      this.#press(MIRROR, mirrored(at, this.#size), options.pressure ?? 1);
    }
  }

  move(pointerId: number, at: Point, pressure = 1): void {
    this.#drag(pointerId, at, pressure);
    if (this.#pinching && this.#size) this.#drag(MIRROR, mirrored(at, this.#size), pressure);
  }

  up(pointerId: number, at?: Point): void {
    this.#lift(pointerId, "up", at);
  }

  cancel(pointerId: number): void {
    this.#lift(pointerId, "cancel");
  }

  /** Sends the newest place of every finger that has moved since the last time. */
  flush(): void {
    for (const finger of this.#fingers.values()) {
      if (!finger.moved) continue;
      finger.moved = false;
      this.#emit("move", finger);
    }
  }

  /** Lifts every finger: focus or the connection is gone, or the screen has changed its shape. */
  releaseAll(action: "up" | "cancel" = "up"): void {
    for (const pointerId of this.#fingers.keys()) this.#lift(pointerId, action);
  }

  /** Forgets every finger without a word: the other end has lifted them itself when the connection broke. */
  forget(): void {
    this.#fingers.clear();
    this.#pinching = false;
  }

  #press(pointerId: number, at: Point, pressure: number): void {
    const finger = { id: this.#freeId(), at, pressure, moved: false };
    this.#fingers.set(pointerId, finger);
    this.#emit("down", finger);
  }

  #drag(pointerId: number, at: Point, pressure: number): void {
    const finger = this.#fingers.get(pointerId);
    if (!finger || (finger.at.x === at.x && finger.at.y === at.y)) return;
    finger.at = at;
    finger.pressure = pressure;
    finger.moved = true;
  }

  #lift(pointerId: number, action: "up" | "cancel", at?: Point): void {
    const finger = this.#fingers.get(pointerId);
    if (!finger) return;
    if (at) this.move(pointerId, at, finger.pressure);
    this.flush();
    this.#fingers.delete(pointerId);
    this.#emit(action, finger);
    if (this.#pinching) {
      this.#pinching = false;
      // A pinch is one gesture: its other finger goes with it.
      for (const other of this.#fingers.keys()) this.#lift(other, action);
    }
  }

  #freeId(): number {
    const taken = new Set([...this.#fingers.values()].map((finger) => finger.id));
    let id = 0;
    while (taken.has(id)) id++;
    return id;
  }

  #emit(action: TouchMessage["action"], finger: Finger): void {
    const size = this.#size;
    if (!size) return;
    this.#send({
      type: "touch",
      action,
      pointer_id: finger.id,
      x: finger.at.x,
      y: finger.at.y,
      width: size.width,
      height: size.height,
      pressure: action === "up" || action === "cancel" ? 0 : finger.pressure,
    });
  }
}
