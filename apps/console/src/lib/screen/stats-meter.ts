import type { ScreenStats } from "./worker-protocol.ts";

const WINDOW_MS = 1_000;
const SMOOTHING = 0.2;

/** Counts what flows and tells rates over the last second. */
export class StatsMeter {
  #frames = 0;
  #isTold = false;
  #bytes = 0;
  #roundTripMs: number | null = null;
  #decodeMs: number | null = null;
  #marks: { at: number; frames: number; bytes: number }[] = [];

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  decoded(ms: number): void {
    this.#decodeMs = smooth(this.#decodeMs, ms);
  }

  /** True for the first frame since the last turn: that the picture changed is told at once, and the rest in turn. */
  drawn(): boolean {
    this.#frames++;
    const isFirst = !this.#isTold;
    this.#isTold = true;
    return isFirst;
  }

  /** What is told in turn. */
  turn(now: number): ScreenStats {
    this.#isTold = false;
    return this.read(now);
  }

  roundTrip(ms: number | undefined): void {
    if (ms !== undefined) this.#roundTripMs = this.#roundTripMs === null ? ms : smooth(this.#roundTripMs, ms);
  }

  read(now: number): ScreenStats {
    const last = { at: now, frames: this.#frames, bytes: this.#bytes };
    this.#marks.push(last);
    while (this.#marks.length > 2 && now - (this.#marks[1]?.at ?? now) >= WINDOW_MS) this.#marks.shift();
    const first = this.#marks[0] ?? last;
    const seconds = Math.max(now - first.at, 1) / 1000;
    const settled = now > first.at;
    // What the last picture took says nothing of now: the next one begins anew.
    if (now - first.at >= WINDOW_MS && last.frames === first.frames) this.#decodeMs = null;
    return {
      frames: this.#frames,
      fps: settled ? Math.round((this.#frames - first.frames) / seconds) : 0,
      bitrate: settled ? Math.round(((this.#bytes - first.bytes) * 8) / seconds) : 0,
      roundTripMs: this.#roundTripMs,
      decodeMs: this.#decodeMs,
    };
  }
}

const smooth = (before: number | null, value: number): number =>
  before === null ? value : before + (value - before) * SMOOTHING;
