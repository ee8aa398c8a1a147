import type { Picture } from "./decoder.ts";

export interface PainterEvents {
  /** Before the first picture of a new size is drawn. */
  onSize(width: number, height: number): void;
  onDrawn(ptsUs: number): void;
}

/**
 * Draws a picture as it comes, and at most one a display frame: of several, the newest, at the frame's end; older ones
 * that were never shown are closed. Not waiting for the frame saves half of one where a touch changes a still screen.
 */
export class Painter {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #events: PainterEvents;
  #next: Picture | undefined;
  /** Something was drawn in the present display frame. */
  #drawnInFrame = false;

  constructor(canvas: OffscreenCanvas, events: PainterEvents) {
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("no 2D canvas");
    this.#canvas = canvas;
    this.#context = context;
    this.#events = events;
  }

  show(picture: Picture): void {
    this.#next?.close();
    this.#next = picture;
    if (!this.#drawnInFrame) this.#draw();
  }

  #draw(): void {
    const picture = this.#next;
    if (!picture) return;
    this.#next = undefined;
    this.#drawnInFrame = true;
    requestAnimationFrame(() => {
      this.#drawnInFrame = false;
      this.#draw();
    });
    const { width, height } = picture;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#events.onSize(width, height);
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    picture.paint(this.#context);
    picture.close();
    this.#events.onDrawn(picture.ptsUs);
  }
}
