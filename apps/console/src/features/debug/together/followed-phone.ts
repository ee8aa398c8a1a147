import type { ElementTree, InputMessage } from "@udt/contract";
import type { Point, Size } from "../../../lib/screen/geometry.ts";
import { TreeWatch } from "../elements/tree-watch.ts";
import type { TouchMessage } from "../input/pointer-tracker.ts";
import { isSameDivergence, type Divergence } from "./divergence.ts";
import type { NoElement } from "./matching.ts";

/** One of the phones that are driven together, as the conductor needs it. */
export interface Phone {
  /** False when it cannot be reached now. */
  send: (message: InputMessage) => boolean;
  /** Of its picture; undefined until there was one. */
  size: () => Size | undefined;
  /** Undefined where its elements cannot be read. */
  read: (() => Promise<ElementTree>) | undefined;
}

/** How the last tap was repeated. */
export type Repeated = { by: "element" } | { by: "coordinate"; no: NoElement | "unreadable" };

export interface PhoneView {
  /** Its elements are being read. */
  isReading: boolean;
  repeated: Repeated | undefined;
  divergence: Divergence | undefined;
}

/** A finger that is repeated is not one of those that a hand puts on the follower itself; Android has ten of them. */
const REPEATED_FINGERS = 10;

const within = (share: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(share * length)));

/** One phone while it is driven together with others: what is repeated on it, and what is known of its screen. */
export class FollowedPhone {
  readonly watch: TreeWatch;
  repeated: Repeated | undefined;
  divergence: Divergence | undefined;
  readonly #phone: Phone;
  readonly #fingers = new Map<number, TouchMessage>();

  constructor(phone: Phone, onKnown: () => void) {
    this.#phone = phone;
    this.watch = new TreeWatch(phone.read ?? (() => Promise.reject(new Error("its elements cannot be read"))), {
      onKnown,
    });
  }

  get isReadable(): boolean {
    return this.#phone.read !== undefined && !this.watch.failed;
  }

  get view(): PhoneView {
    return { isReading: this.watch.isBusy, repeated: this.repeated, divergence: this.divergence };
  }

  /** Reads its elements from now on, or does not. */
  turn(isOn: boolean): void {
    this.watch.turn(isOn && this.#phone.read !== undefined);
  }

  diverges(divergence: Divergence | undefined): void {
    if (!isSameDivergence(this.divergence, divergence)) this.divergence = divergence;
  }

  /** Gives it what is no place on the screen. */
  give(message: InputMessage): void {
    if (!this.#phone.send(message)) this.diverges({ kind: "missed" });
  }

  /** Touches it, at a place in shares of its picture. */
  touch({ action, pointer_id, pressure }: TouchMessage, at: Point): void {
    const size = this.#phone.size();
    if (!size) {
      this.diverges({ kind: "missed" });
      return;
    }
    const touch: TouchMessage = {
      type: "touch",
      action,
      pointer_id: pointer_id + REPEATED_FINGERS,
      x: within(at.x, size.width),
      y: within(at.y, size.height),
      ...size,
      pressure: pressure ?? 1,
    };
    if (action === "down" || action === "move") this.#fingers.set(pointer_id, touch);
    else this.#fingers.delete(pointer_id);
    this.give(touch);
  }

  scroll(message: Extract<InputMessage, { type: "scroll" }>, at: Point): void {
    const size = this.#phone.size();
    if (!size) this.diverges({ kind: "missed" });
    else this.give({ ...message, x: within(at.x, size.width), y: within(at.y, size.height), ...size });
  }

  /** No finger stays down where nobody lifts it any more. */
  lift(): void {
    for (const touch of this.#fingers.values()) this.#phone.send({ ...touch, action: "cancel", pressure: 0 });
    this.#fingers.clear();
  }

  dispose(): void {
    this.lift();
    this.watch.turn(false);
  }
}
