/** A picture of the encoder: its presentation time, and when it was captured and came, in milliseconds of `performance.now()`. */
export interface Pictured {
  pts_us: number;
  capturedMs: number;
  arrivedMs: number;
}

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

  /** A picture arrived. */
  pictured(pts: bigint, arrivedMs: number): Pictured {
    // 2^53 µs are 285 years of uptime.
    const pts_us = Number(pts);
    return { pts_us, capturedMs: this.arrived(pts_us, arrivedMs), arrivedMs };
  }

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
