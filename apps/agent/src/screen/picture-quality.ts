import { delay, Emitter } from "@udt/base";
import type { PictureLevel, PictureQuality } from "@udt/contract";
import { QualitySteps, type PictureReport } from "./quality-steps.ts";

/** An encoder that is started anew costs a key frame and a moment of two encoders: however often people choose, not oftener. */
const CHANGE_EVERY_MS = 2_000;

/**
 * How good the picture of a session is. One encoder serves all who look, so one wish counts: the driver's, the newest of
 * several. Until a driver has one, as in a run that people watch, the picture is the best.
 */
export class PictureQualityChoice {
  /** Told when what is wished or given changed. */
  readonly changed = new Emitter<void>();
  readonly #change: (level: PictureLevel) => Promise<void>;
  readonly #signal: AbortSignal;
  #quality: PictureQuality = "high";
  #steps = new QualitySteps();
  /** What the encoder was told to give. */
  #level: PictureLevel = "high";
  #changing = false;
  #changedAt = -Infinity;

  /** @param change makes the encoder give this level; rejects with the one before still given */
  constructor(change: (level: PictureLevel) => Promise<void>, signal: AbortSignal) {
    this.#change = change;
    this.#signal = signal;
  }

  get quality(): PictureQuality {
    return this.#quality;
  }

  get level(): PictureLevel {
    return this.#level;
  }

  get isAuto(): boolean {
    return this.#quality === "auto";
  }

  wish(quality: PictureQuality): void {
    if (quality === this.#quality) return;
    this.#quality = quality;
    // What was learnt of the way before is old by the time that it is asked for again.
    this.#steps = new QualitySteps();
    this.changed.emit();
    void this.#settle();
  }

  /** How the driver's page fares with the picture. */
  report(report: PictureReport): void {
    // A picture that is being changed is judged when it is there.
    if (this.isAuto && !this.#changing) this.#steps.report(report, performance.now());
    // What was wished once and could not be given then is tried again.
    void this.#settle();
  }

  get #wanted(): PictureLevel {
    return this.#quality === "auto" ? this.#steps.level : this.#quality;
  }

  async #settle(): Promise<void> {
    if (this.#changing || this.#wanted === this.#level) return;
    this.#changing = true;
    try {
      await delay(Math.max(0, this.#changedAt + CHANGE_EVERY_MS - performance.now()), this.#signal);
      const level = this.#wanted;
      if (level === this.#level) return;
      this.#changedAt = performance.now();
      await this.#change(level);
      this.#level = level;
      this.changed.emit();
    } catch {
      // It stays as it was; the next report or wish tries again.
      return;
    } finally {
      this.#changing = false;
    }
    if (!this.#signal.aborted) void this.#settle();
  }
}
