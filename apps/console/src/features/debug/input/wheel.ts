const PIXELS_A_NOTCH = 100;
const LINES_A_NOTCH = 3;
/** The contract's bound of one message. */
const MAX_NOTCHES = 16;

/** Joins wheel events into notches as Android counts them: positive `vertical` shows what is further up. */
export class WheelAccumulator {
  #horizontal = 0;
  #vertical = 0;

  /** `deltaMode` as `WheelEvent` has it: 0 pixels, 1 lines, 2 pages. */
  add(deltaX: number, deltaY: number, deltaMode: number): void {
    const unit = deltaMode === 0 ? PIXELS_A_NOTCH : deltaMode === 1 ? LINES_A_NOTCH : 1;
    // The browser counts downwards, Android upwards.
    this.#horizontal -= deltaX / unit;
    this.#vertical -= deltaY / unit;
  }

  /** What has come together since the last time; undefined when that is nothing. */
  take(): { horizontal: number; vertical: number } | undefined {
    if (this.#horizontal === 0 && this.#vertical === 0) return undefined;
    const bound = (value: number) => Math.min(MAX_NOTCHES, Math.max(-MAX_NOTCHES, value));
    const notches = { horizontal: bound(this.#horizontal), vertical: bound(this.#vertical) };
    this.#horizontal = 0;
    this.#vertical = 0;
    return notches;
  }
}
