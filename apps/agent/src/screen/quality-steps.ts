import { PICTURE_LEVEL_NAMES, PICTURE_LEVELS, type PictureLevel } from "@udt/contract";

export const STEPS = {
  /** What arrives so much later than on an idle way piles up… */
  late_ms: 500,
  /** … and what comes within so much does not. */
  calm_ms: 150,
  /** Frames before the decoder that are too many, and so few that it rests. */
  undecoded_many: 8,
  undecoded_few: 2,
  /** Reports of trouble, one after another, that are believed: a single one is a page that paused. */
  troubles: 2,
  /** A lower picture is given so long to help before a lower one yet. */
  down_every_ms: 2_000,
  /** Calm that a better picture is tried after. */
  up_after_ms: 10_000,
  /** One that does not last so long was tried too early… */
  up_proven_ms: 30_000,
  /** … and the next waits twice as long, up to this. */
  up_after_max_ms: 160_000,
  /** Of what arrives while more waits, the part that the picture may take. */
  share: 0.7,
} as const;

/** What a driver's page and the way to it make of the picture at a moment. */
export interface PictureReport {
  excessMs: number;
  undecoded: number;
  /** Bits a second that arrive. */
  rate: number;
}

/** The level that `auto` gives: down within a second or two, straight to what the way carries, and up one by one when it has long been calm. */
export class QualitySteps {
  #level: PictureLevel = "high";
  #troubles = 0;
  #calmSince: number | undefined;
  #downAt = -Infinity;
  #upAt = -Infinity;
  #upAfterMs: number = STEPS.up_after_ms;

  get level(): PictureLevel {
    return this.#level;
  }

  /** Answers the level from now on. */
  report({ excessMs, undecoded, rate }: PictureReport, now: number): PictureLevel {
    const isLate = excessMs > STEPS.late_ms;
    if (isLate || undecoded > STEPS.undecoded_many) this.#trouble(isLate ? rate : undefined, now);
    else {
      this.#troubles = 0;
      if (excessMs < STEPS.calm_ms && undecoded <= STEPS.undecoded_few) this.#calm(now);
      else this.#calmSince = undefined;
    }
    return this.#level;
  }

  /** @param rate what the way carries; undefined where it is not what holds the picture up */
  #trouble(rate: number | undefined, now: number): void {
    this.#calmSince = undefined;
    if (++this.#troubles < STEPS.troubles || now - this.#downAt < STEPS.down_every_ms) return;
    const at = PICTURE_LEVEL_NAMES.indexOf(this.#level);
    const below = PICTURE_LEVEL_NAMES.slice(at + 1);
    const [next] = below;
    if (!next) return;
    const fits = below.find((name) => PICTURE_LEVELS[name].bit_rate <= (rate ?? Infinity) * STEPS.share);
    this.#level = fits ?? below.at(-1) ?? next;
    this.#troubles = 0;
    this.#downAt = now;
    this.#upAfterMs =
      now - this.#upAt < STEPS.up_proven_ms ? Math.min(2 * this.#upAfterMs, STEPS.up_after_max_ms) : STEPS.up_after_ms;
  }

  #calm(now: number): void {
    this.#calmSince ??= now;
    const at = PICTURE_LEVEL_NAMES.indexOf(this.#level);
    const better = PICTURE_LEVEL_NAMES[at - 1];
    if (!better || now - this.#calmSince < this.#upAfterMs) return;
    this.#level = better;
    this.#upAt = now;
    this.#calmSince = undefined;
  }
}
