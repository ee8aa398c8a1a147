import { Emitter } from "@udt/base";
import type { InputMessage, Said } from "@udt/contract";
import { createStore, type Store } from "../../../lib/streams/index.ts";
import { toVideoPixel, type Point, type Rect, type Size } from "../../../lib/screen/geometry.ts";
import { PhoneKeyboard } from "./phone-keyboard.ts";
import { TouchTimes } from "./touch-times.ts";
import { PointerTracker } from "./pointer-tracker.ts";
import { WheelAccumulator } from "./wheel.ts";

type InputWay = "live" | "commands";

/**
 * What the user's hands do on the screen, on its way to the device. Moves and wheel turns are joined and sent once a
 * display frame; downs, ups, keys and text go at once and in order.
 */
export class InputController {
  /** Where fingers are drawn, in video pixels; set in the very event that moves them. */
  readonly touches: Store<readonly Point[]> = createStore<readonly Point[]>([]);
  /** Whether what the user does now reaches the device. */
  readonly ready: Store<boolean> = createStore(false);
  /** Where the time of touches goes. */
  readonly touchTimes = new TouchTimes();
  readonly keyboard = new PhoneKeyboard();
  /** Told of each message that went on its way to the device. */
  readonly sent = new Emitter<InputMessage>();
  /** Why the device takes nothing of it; undefined while it does. */
  readonly refused: Store<Said | undefined> = createStore<Said | undefined>(undefined);
  /** The way to the device, while there is one: `shell` reaches no clipboard and no panel's light, and types ASCII alone. */
  readonly way: Store<InputWay | undefined> = createStore<InputWay | undefined>(undefined);
  readonly #tracker: PointerTracker;
  readonly #wheel = new WheelAccumulator();
  #wheelAt: Point = { x: 0, y: 0 };
  #stream: (message: InputMessage) => boolean = () => false;
  #size: Size | undefined;
  #frame = 0;
  /** A finger came down or up in the present event. */
  #touched = false;

  constructor() {
    this.#tracker = new PointerTracker((touch) => {
      this.#send(touch);
      if (touch.action === "down" || touch.action === "up") this.#touched = true;
    });
  }

  /** Joins a stream as it opens, by whatever way that goes on; with undefined leaves it: the device's end lifts the fingers of a broken stream itself. */
  attach(send: ((message: InputMessage) => boolean) | undefined, way?: InputWay): void {
    if (!send) this.#tracker.forget();
    this.#stream = send ?? (() => false);
    this.ready.set(send !== undefined);
    this.refused.set(undefined);
    this.way.set(send && way);
    this.#drawn();
  }

  get size(): Size | undefined {
    return this.#size;
  }

  resize(size: Size): void {
    this.#size = size;
    this.#tracker.resize(size);
    this.#drawn();
  }

  /** A message that is no gesture; what fingers did before goes first. False when nothing can be sent now. */
  send(message: InputMessage): boolean {
    this.#flush();
    return this.ready.get() && this.#send(message);
  }

  /** Sends what was done on another device, where it was scaled to this one's screen. Nobody is told of it as of hands on this one. */
  repeat(message: InputMessage): boolean {
    return this.ready.get() && this.#stream(message);
  }

  /** @param eventAt when the browser had the event, milliseconds of `performance.timeOrigin + performance.now()` */
  down(pointerId: number, at: Point, box: Rect, options: { pressure: number; pinch: boolean; eventAt: number }): void {
    if (!this.ready.get() || !this.#size) return;
    this.#flush();
    this.#tracker.down(pointerId, toVideoPixel(at, box, this.#size), options);
    this.#mark(options.eventAt);
    this.#drawn();
  }

  move(pointerId: number, at: Point, box: Rect, pressure: number): void {
    if (!this.#size || !this.#tracker.active) return;
    this.#tracker.move(pointerId, toVideoPixel(at, box, this.#size), pressure);
    this.#drawn();
    this.#schedule();
  }

  up(pointerId: number, at: Point, box: Rect, eventAt: number): void {
    if (!this.#size) return;
    this.#tracker.up(pointerId, toVideoPixel(at, box, this.#size));
    this.#mark(eventAt);
    this.#drawn();
  }

  cancel(pointerId: number): void {
    this.#tracker.cancel(pointerId);
    this.#drawn();
  }

  wheel(at: Point, box: Rect, delta: { x: number; y: number; mode: number }): void {
    if (!this.ready.get() || !this.#size) return;
    this.#wheel.add(delta.x, delta.y, delta.mode);
    this.#wheelAt = toVideoPixel(at, box, this.#size);
    this.#schedule();
  }

  /** The page lost the focus: no finger may stay down behind the user's back. */
  releaseAll(): void {
    this.#tracker.releaseAll();
    this.#drawn();
  }

  dispose(): void {
    this.releaseAll();
    cancelAnimationFrame(this.#frame);
    this.attach(undefined);
  }

  #mark(eventAt: number): void {
    if (this.#touched) this.touchTimes.sent(this.#stream, eventAt);
    this.#touched = false;
  }

  #send(message: InputMessage): boolean {
    const isSent = this.#stream(message);
    if (isSent) this.sent.emit(message);
    return isSent;
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#tracker.flush();
    const notches = this.#wheel.take();
    if (notches && this.#size) this.#send({ type: "scroll", ...this.#wheelAt, ...this.#size, ...notches });
  }

  #drawn(): void {
    const touches = this.#tracker.touches;
    if (touches.length > 0 || this.touches.get().length > 0) this.touches.set(touches);
  }
}
