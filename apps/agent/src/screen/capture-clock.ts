/** So long the fastest picture counts: clocks drift, and another encoder may be slower for good. */
const WINDOW_MS = 30_000;

/**
 * Tells when the device captured a picture of one source, by this process's clock. The device's clock is known by its pictures alone: of
 * late, none can have been here sooner after its capture than the fastest was. So what even the fastest needed is not seen,
 * and a capture seems later by that.
 */
export class CaptureClock {
  #sinceMs = -Infinity;
  /** The smallest differences between arrival and presentation time: of this window and of the one before. */
  #fastestMs = Infinity;
  #fastestBeforeMs = Infinity;

  /** A picture arrived; tells when it was captured. Times are milliseconds of one clock, `pts_us` microseconds of the device's. */
  arrived(pts_us: number, nowMs: number): number {
    if (nowMs - this.#sinceMs > WINDOW_MS) {
      this.#sinceMs = nowMs;
      this.#fastestBeforeMs = this.#fastestMs;
      this.#fastestMs = Infinity;
    }
    const captureMs = pts_us / 1000;
    this.#fastestMs = Math.min(this.#fastestMs, nowMs - captureMs);
    return captureMs + Math.min(this.#fastestMs, this.#fastestBeforeMs);
  }
}
