/** Numbers that look like chance and follow from one number: what a spec finds, it finds again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }

  /** A whole number from 0 to below `end`. @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  isHit(chance = 0.5): boolean {
    return this.below(1_000) < chance * 1_000;
  }

  pick<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }

  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all];
    return all.map(() => left.splice(this.below(left.length), 1)[0]!);
  }

  some<T>(all: readonly T[], count: number): T[] {
    return this.shuffled(all).slice(0, count);
  }
}
