import { UdtError } from "@udt/contract";
import type { ServerClock } from "./clock.ts";

const WINDOW_MS = 5 * 60_000;
const KEYS_MAX = 10_000;

/** Counts tries per key in a sliding window. Kept in memory: a restart forgives. */
export class Attempts {
  readonly #tries = new Map<string, number[]>();
  readonly #clock: ServerClock;
  readonly #max: number;
  readonly #windowMs: number;
  constructor(clock: ServerClock, max: number, windowMs = WINDOW_MS) {
    this.#clock = clock;
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /**
   * Counts a try before its outcome is known, so that many at one moment cannot slip through. Returns how to take it back.
   * @throws UdtError too_many_attempts
   */
  take(key: string): () => void {
    const now = this.#clock.elapsed();
    const recent = (this.#tries.get(key) ?? []).filter((time) => time > now - this.#windowMs);
    const first = recent.at(-this.#max);
    if (first !== undefined)
      throw new UdtError("too_many_attempts", { seconds: Math.ceil((first + this.#windowMs - now) / 1000) });
    recent.push(now);
    this.#tries.delete(key);
    this.#tries.set(key, recent);
    if (this.#tries.size > KEYS_MAX) this.#forget(now);
    return () => {
      // Those that came meanwhile have made another list of it.
      const tries = this.#tries.get(key) ?? [];
      const index = tries.indexOf(now);
      if (index >= 0) tries.splice(index, 1);
    };
  }

  /**
   * Drops what is over, else the key with the fewest tries that has been untouched for longest: memory stays bounded whatever
   * is sent, and many keys of one try each do not wash out one that has had all of its own.
   */
  #forget(now: number): void {
    let fewest: [key: string, tries: number] | undefined;
    for (const [key, times] of this.#tries) {
      if ((times.at(-1) ?? 0) <= now - this.#windowMs) this.#tries.delete(key);
      else if (fewest === undefined || times.length < fewest[1]) fewest = [key, times.length];
    }
    if (this.#tries.size > KEYS_MAX && fewest !== undefined) this.#tries.delete(fewest[0]);
  }
}
