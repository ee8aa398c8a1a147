import type { ServerClock } from "./clock.ts";

/** Answers that cost much to find out, each kept for a while: who asks meanwhile gets the same. */
export class Lately<Answer> {
  readonly #clock: ServerClock;
  readonly #for_ms: number;
  /** By the clock that nobody sets. */
  readonly #kept = new Map<string, { until: number; answer: Promise<Answer> }>();

  constructor(clock: ServerClock, for_ms: number) {
    this.#clock = clock;
    this.#for_ms = for_ms;
  }

  async get(key: string, find: () => Promise<Answer>): Promise<Answer> {
    const now = this.#clock.elapsed();
    for (const [each, { until }] of this.#kept) if (until <= now) this.#kept.delete(each);
    const kept = this.#kept.get(key);
    if (kept) return kept.answer;
    const answer = find();
    this.#kept.set(key, { until: now + this.#for_ms, answer });
    // Whoever asks next tries again.
    answer.catch(() => this.#kept.delete(key));
    return answer;
  }
}
