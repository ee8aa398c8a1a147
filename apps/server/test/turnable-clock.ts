import type { ServerClock } from "../src/platform/clock.ts";

/** A clock that stands still until a test turns it. */
export class TurnableClock implements ServerClock {
  #now: number;
  #elapsed = 0;
  readonly #timers = new Set<{ time: number; work: () => void }>();
  constructor(now = Date.UTC(2030, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  /** Somebody sets the clock: what is waited for comes no sooner and no later. */
  set(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) timer.time += ms;
  }

  at(time: number, work: () => void): () => void {
    const timer = { time, work };
    this.#timers.add(timer);
    // A time that has come already does not wait for the next turn.
    if (time <= this.#now) queueMicrotask(() => this.#fire(timer));
    return () => this.#timers.delete(timer);
  }

  /** Moves on by `ms`; what is due on the way runs in its order, at its time. */
  turn(ms: number): void {
    const end = this.#now + ms;
    const begun = this.#now - this.#elapsed;
    for (;;) {
      const next = [...this.#timers].toSorted((a, b) => a.time - b.time)[0];
      if (!next || next.time > end) break;
      this.#now = Math.max(this.#now, next.time);
      this.#elapsed = this.#now - begun;
      this.#fire(next);
    }
    this.#now = end;
    this.#elapsed = end - begun;
  }

  #fire(timer: { time: number; work: () => void }): void {
    if (this.#timers.delete(timer)) timer.work();
  }
}
