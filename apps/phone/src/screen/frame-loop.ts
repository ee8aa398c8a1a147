/** Frames at most this often while something moves. */
export const FRAME_MS = 1000 / 60;
/** What happens unseen is caught up in one step, but not more than this. */
const CATCH_UP_MS = 3000;

export type AnimationStep = (elapsedMs: number) => boolean;

/**
 * Decides when the screen is drawn. A frame is made only when something changed and somebody watches; the first change
 * after a pause is drawn at once, so a touch does not wait for a tick. Unwatched, animations stand still and catch up
 * when somebody looks.
 */
export class FrameLoop {
  readonly #draw: (missed: number) => void;
  readonly #steps = new Set<AnimationStep>();
  #watchers = 0;
  #requested = false;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  /** When the next frame may be drawn. It moves in whole steps, so that a timer's lateness does not lower the rate. */
  #due = -Infinity;
  #lastAdvance = performance.now();

  /** @param draw is told how many pictures the display could have shown since this one was due. */
  constructor(draw: (missed: number) => void) {
    this.#draw = draw;
  }

  get watched(): boolean {
    return this.#watchers > 0;
  }

  watch(): () => void {
    this.#watchers += 1;
    this.request();
    let watching = true;
    return () => {
      if (!watching) return;
      watching = false;
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#cancel();
    };
  }

  animate(step: AnimationStep): void {
    if (this.#steps.size === 0) this.#lastAdvance = performance.now();
    this.#steps.add(step);
    this.request();
  }

  stop(step: AnimationStep): void {
    this.#steps.delete(step);
  }

  request(): void {
    this.#requested = true;
    this.#schedule();
  }

  /** Brings animations to the present without drawing, before somebody looks at the scene: for how long any moved. */
  advance(): number {
    const now = performance.now();
    let left = Math.min(now - this.#lastAdvance, CATCH_UP_MS);
    let moved = 0;
    this.#lastAdvance = now;
    while (this.#steps.size > 0 && left > 0) {
      const elapsed = Math.min(left, 50);
      left -= elapsed;
      moved += elapsed;
      for (const step of this.#steps) if (!step(elapsed)) this.#steps.delete(step);
    }
    return moved;
  }

  /** True when something changed that nobody has seen; it is then held to be seen. */
  takeUnseen(): boolean {
    const unseen = this.#watchers === 0 && this.#requested;
    if (unseen) this.#requested = false;
    return unseen;
  }

  dispose(): void {
    this.#watchers = 0;
    this.#steps.clear();
    this.#cancel();
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#timer = undefined;
    this.#immediate = undefined;
  }

  #schedule(): void {
    if (this.#watchers === 0 || this.#timer !== undefined || this.#immediate !== undefined) return;
    const wait = this.#due - performance.now();
    const wanted = performance.now() + Math.max(0, wait);
    if (wait < 1) this.#immediate = setImmediate(() => this.#frame(wanted));
    else this.#timer = setTimeout(() => this.#frame(wanted), wait);
  }

  #frame(wanted: number): void {
    this.#timer = undefined;
    this.#immediate = undefined;
    const missed = Math.floor((performance.now() - wanted) / FRAME_MS);
    this.#due = Math.max(this.#due + FRAME_MS, performance.now() + FRAME_MS / 2);
    const animating = this.#steps.size > 0;
    this.advance();
    if (!this.#requested && !animating) return;
    this.#requested = false;
    this.#draw(missed);
    if (this.#steps.size > 0) this.#schedule();
  }
}
