import { backoffMs, Emitter } from "@udt/base";

/** Most input shows within this; only what did not is asked about. */
const ASK_AFTER_MS = 600;
/** An encoder that lives answers with a key frame, whatever the screen shows. */
const ANSWER_MS = 1_200;
/** A fall-back begins a whole new recording, or takes a picture, for an answer. */
const SLOW_ANSWER_MS = 4_000;
const ASK_AGAIN_MS = 1_000;
/** Opening the video anew takes the fingers off the screen, so it is given a moment to come back by itself. */
const RESTART_AFTER_MS = 3_000;
const RESTART_CAP_MS = 30_000;
/** Pictures that came one after another and then come no more are asked about: a screen at rest and a dead encoder look alike. */
const STILL_AFTER_MS = 2_000;
/**
 * What is asked for is answered within this, and what encoders repeat of it comes within a second more. Pictures of something
 * that moves may come within it, too: whether they come still is looked at once, and the answer to that is not looked at.
 */
const ANSWERED_MS = 3_000;
/** Screens come to rest all the time, and a capture begins anew for each answer. A look made once more does not wait for it. */
const STILL_EVERY_MS = 10_000;
/** Scripts do something all the time, and each key frame that is asked for is kept in the recording. */
const SCRIPT_EVERY_MS = 5_000;

export interface PictureWatchOptions {
  /** Asks the device for a key frame. */
  ask: () => void;
  /** Opens the video anew. */
  restart: () => void;
}

/**
 * Tells a picture that stands still from a screen that has nothing new to show. When the device was given something and
 * nothing came, it is asked for a key frame: an encoder that lives sends one even of a screen that rests. Only without that
 * the picture is said to be frozen, until one comes. So it is when pictures came by themselves, and come no more.
 */
export class PictureWatch {
  /** Told when the picture froze, and when it flows again. */
  readonly changed = new Emitter<void>();
  /** Told of each picture that came from the device, by whatever source. */
  readonly came = new Emitter<void>();
  /** How long a live source may take for a key frame. */
  isSlow = false;
  readonly #options: PictureWatchOptions;
  /** When the device was given the first thing that nothing has been shown for. */
  #since: number | undefined;
  #isFrozen = false;
  #restarts = 0;
  #restartAt = 0;
  #timer: NodeJS.Timeout | undefined;
  /** What a script does is not looked at until it fires. */
  #pause: NodeJS.Timeout | undefined;
  #hasWorked = false;
  /** Looks, once pictures came unasked, whether they come still. */
  #still: NodeJS.Timeout | undefined;
  #shownAt = 0;
  #askedAt = -Infinity;
  #stillAskedAt = -Infinity;
  /** The pictures that are looked at came within what may be an answer. */
  #isSecondLook = false;
  #isDisposed = false;

  constructor(options: PictureWatchOptions) {
    this.#options = options;
  }

  /** For how long it has been frozen; undefined while it is not. */
  get frozenMs(): number | undefined {
    return this.#isFrozen && this.#since !== undefined ? Math.round(performance.now() - this.#since) : undefined;
  }

  /** The device was given something that may show. */
  given(): void {
    this.#isSecondLook = false;
    this.#expect();
  }

  /** A script did something that may show. It is looked at every {@link SCRIPT_EVERY_MS}, the last thing in any case. */
  worked(): void {
    this.#hasWorked = true;
    if (this.#isDisposed || this.#pause) return;
    this.#hasWorked = false;
    this.#expect();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#hasWorked) this.worked();
    }, SCRIPT_EVERY_MS);
  }

  /** The way to the encoder is gone: nothing can be asked of it. */
  broken(): void {
    this.#begin(ANSWER_MS, () => this.#freeze());
  }

  /** A picture came. */
  shown(): void {
    this.came.emit();
    this.#watchStill();
    if (this.#since === undefined) return;
    this.#rest();
    if (!this.#isFrozen) return;
    this.#isFrozen = false;
    this.changed.emit();
  }

  /** For good: whatever is told after it begins nothing. */
  dispose(): void {
    this.#isDisposed = true;
    this.#rest();
    clearTimeout(this.#pause);
    clearTimeout(this.#still);
  }

  #expect(): void {
    this.#begin(ASK_AFTER_MS, () => this.#ask(this.isSlow ? SLOW_ANSWER_MS : ANSWER_MS));
  }

  /** Nobody may do anything while a video freezes in which something moves by itself. */
  #watchStill(): void {
    this.#shownAt = performance.now();
    // A fall-back begins anew for each answer, of which nobody would see the end.
    if (this.isSlow || this.#isDisposed) return;
    const mayBeAnswer = this.#shownAt < this.#askedAt + ANSWERED_MS;
    if (this.#still) {
      this.#isSecondLook &&= mayBeAnswer;
      return;
    }
    if (mayBeAnswer && this.#isSecondLook) return;
    this.#isSecondLook = mayBeAnswer;
    this.#still = setTimeout(() => this.#lookStill(), STILL_AFTER_MS);
  }

  #lookStill(): void {
    const notBefore = this.#isSecondLook ? 0 : this.#stillAskedAt + STILL_EVERY_MS;
    const leftMs = Math.max(this.#shownAt + STILL_AFTER_MS, notBefore) - performance.now();
    if (leftMs > 0) {
      this.#still = setTimeout(() => this.#lookStill(), leftMs);
      return;
    }
    this.#still = undefined;
    // What was asked about since then has its answer, or is asked about at this moment.
    if (this.#askedAt > this.#shownAt || this.#since !== undefined) return;
    this.#stillAskedAt = performance.now();
    this.#begin(0, () => this.#ask(ANSWER_MS));
  }

  #rest(): void {
    this.#since = undefined;
    clearTimeout(this.#timer);
  }

  #begin(ms: number, work: () => void): void {
    if (this.#isDisposed || this.#since !== undefined) return;
    this.#since = performance.now();
    this.#wait(ms, work);
  }

  /** Asks again meanwhile: a source that has just answered one request may leave out the next. */
  #ask(leftMs: number): void {
    if (leftMs <= 0) return this.#freeze();
    this.#askedAt = performance.now();
    this.#options.ask();
    const ms = Math.min(leftMs, ASK_AGAIN_MS);
    this.#wait(ms, () => this.#ask(leftMs - ms));
  }

  #freeze(): void {
    this.#isFrozen = true;
    this.#isSecondLook = false;
    this.#restarts = 0;
    this.#restartAt = performance.now() + RESTART_AFTER_MS;
    this.changed.emit();
    this.#wait(ASK_AGAIN_MS, () => this.#tryAgain());
  }

  #tryAgain(): void {
    const now = performance.now();
    this.#askedAt = now;
    if (now < this.#restartAt) this.#options.ask();
    else {
      this.#restartAt = now + backoffMs(++this.#restarts, RESTART_AFTER_MS, RESTART_CAP_MS);
      this.#options.restart();
    }
    this.#wait(ASK_AGAIN_MS, () => this.#tryAgain());
  }

  #wait(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) return;
    this.#timer = setTimeout(work, ms);
  }
}
