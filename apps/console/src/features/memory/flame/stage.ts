/** A flame graph on a canvas: what is looked at, and the way there. It is no part of React, which would be asked for each picture. */
import { rowsOf, type Space } from "./boxes.ts";
import { paint, type Picture } from "./paint.ts";
import { between, wholeOf, type View } from "./view.ts";

const GLIDE_MS = 160;
/** Who goes on moving within this time has not settled. */
const SETTLE_MS = 250;

export type Shown = Omit<Picture, "view" | "space" | "isMoving"> & { grows: Space["grows"] };

export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #onSettled: (view: View) => void;
  #shown: Shown;
  #view: View;
  #size = { width: 1, height: 1 };
  #frame = 0;
  #glide: { from: View; to: View; since: number } | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** @param onSettled told the view once nobody has moved it for a moment */
  constructor(canvas: HTMLCanvasElement, shown: Shown, onSettled: (view: View) => void) {
    this.#canvas = canvas;
    this.#shown = shown;
    this.#onSettled = onSettled;
    this.#view = wholeOf(shown.layout);
  }

  get view(): View {
    return this.#glide?.to ?? this.#view;
  }

  /** Somebody moves it, which no address has yet. */
  get isMoved(): boolean {
    return this.#settling !== undefined;
  }

  get space(): Space {
    return { ...this.#size, grows: this.#shown.grows };
  }

  get bounds(): DOMRect {
    return this.#canvas.getBoundingClientRect();
  }

  get rows(): number {
    return rowsOf(this.#size);
  }

  get layout(): Shown["layout"] {
    return this.#shown.layout;
  }

  resize(width: number, height: number): void {
    const ratio = window.devicePixelRatio;
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.#canvas.width = Math.round(this.#size.width * ratio);
    this.#canvas.height = Math.round(this.#size.height * ratio);
    this.#ask();
  }

  show(shown: Partial<Shown>): void {
    // Another graph is looked at as a whole until it is said where.
    if (shown.layout && shown.layout !== this.#shown.layout) {
      this.#shown = { ...this.#shown, pointed: -1 };
      this.goTo(wholeOf(shown.layout), true);
    }
    this.#shown = { ...this.#shown, ...shown };
    this.#ask();
  }

  /** Shows a view that an address holds. */
  goTo(view: View, isAtOnce: boolean): void {
    this.#stopSettling();
    if (isAtOnce) {
      this.#glide = undefined;
      this.#view = view;
    } else this.#glide = { from: this.#view, to: view, since: performance.now() };
    this.#ask();
  }

  /** Moves as somebody does. */
  move(view: View): void {
    this.#glide = undefined;
    this.#view = view;
    this.#stopSettling();
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#ask();
      this.#onSettled(this.#view);
    }, SETTLE_MS);
    this.#ask();
  }

  close(): void {
    this.#stopSettling();
    cancelAnimationFrame(this.#frame);
  }

  #stopSettling(): void {
    clearTimeout(this.#settling);
    this.#settling = undefined;
  }

  #ask(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#paint(now));
  }

  #paint(now: number): void {
    this.#frame = 0;
    if (this.#glide) {
      const { from, to, since } = this.#glide;
      const share = Math.min(1, Math.max(0, (now - since) / GLIDE_MS));
      this.#view = share === 1 ? to : between(from, to, 1 - (1 - share) ** 3);
      if (share === 1) this.#glide = undefined;
      else this.#ask();
    }
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const isMoving = this.isMoved || this.#glide !== undefined;
    paint(context, { ...this.#shown, view: this.#view, space: this.space, isMoving });
  }
}
