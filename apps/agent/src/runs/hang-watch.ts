/**
 * Tells when a case runs longer than it may, by its key, and with null when no case has run for as long: a library that
 * never comes to its first case, or to its end.
 */
export class HangWatch {
  readonly #timeoutMs: number;
  readonly #onHang: (key: string | null) => void;
  readonly #timers = new Map<string | null, NodeJS.Timeout>();

  constructor(timeoutMs: number, onHang: (key: string | null) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onHang = onHang;
    this.#start(null);
  }

  /** What runs now. */
  runs(keys: Iterable<string>): void {
    const now = new Set<string | null>(keys);
    if (now.size === 0) now.add(null);
    for (const [key, timer] of this.#timers) {
      if (now.has(key)) continue;
      clearTimeout(timer);
      this.#timers.delete(key);
    }
    for (const key of now) this.#start(key);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #start(key: string | null): void {
    if (!this.#timers.has(key))
      this.#timers.set(
        key,
        setTimeout(() => this.#onHang(key), this.#timeoutMs),
      );
  }
}
