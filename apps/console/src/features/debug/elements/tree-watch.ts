import type { ElementTree } from "@udt/contract";

/** For so long the picture stands still before the elements are read. */
const STILL_MS = 400;
/** A picture that does not stand still (a video, a cursor that blinks) is read after so long all the same. */
const MOVING_MAX_MS = 3_000;
/** A reading is confirmed by another so long after it. Each one more waits twice as long … */
const READ_EVERY_MS = 250;
/** … up to this. */
const READ_EVERY_MAX_MS = 32_000;
/** What changes after so long a rest is news, and is read as soon as what a touch changes; what changes oftener may be a video. */
const CALM_MS = 5_000;
/**
 * So often a screen is read after it was touched, and then no more until it is again. A video or a changing number, whose
 * waits grow to the longest, reaches this within 20 minutes; a phone left alone that changes once a minute, within the hour.
 */
export const UNTOUCHED_READS_MAX = 40;
/** A device that does not answer is asked so often, and again when its picture changes. */
const TRIES = 3;
/** What changes later than this after a step was not its doing. */
const REST_MAX_MS = 10_000;

export interface TreeWatchHandlers {
  /** What is known, or whether it is, has changed. */
  onKnown?: () => void;
  /** A step's screen had come to rest so long after it; told again where it has changed once more. */
  onRest?: (step_id: number, ms: number) => void;
}

/**
 * What is known of the elements of one screen. It is read once its picture stands still, until two readings in a row agree, and
 * again whenever the picture changes; a picture that stands still costs nothing, and one that never does is bounded by
 * `UNTOUCHED_READS_MAX`.
 */
export class TreeWatch {
  readonly #read: () => Promise<ElementTree>;
  readonly #handlers: TreeWatchHandlers;
  #isOn = false;
  /** The latest reading since the last touch. */
  #tree: ElementTree | undefined;
  /** The latest reading of all, to tell what a touch changed. */
  #text = "";
  /** The last two readings agree. */
  #isSettled = false;
  /** The picture moves and its elements do not: it does not tell when they change. */
  #isRestless = false;
  #failures = 0;
  #frames = 0;
  #picturedAt = -Infinity;
  /** The number of frames when the tree was asked for; what is shown now is read when it is the present one. */
  #readAt = -1;
  #waitsSince = 0;
  #wait = READ_EVERY_MS;
  /** Not before this is it read again by itself. */
  #notBefore = 0;
  #left = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | undefined;
  #touches = 0;
  #step: { step_id: number; time: number } | undefined;

  constructor(read: () => Promise<ElementTree>, handlers: TreeWatchHandlers = {}) {
    this.#read = read;
    this.#handlers = handlers;
  }

  /** The elements as they are now; undefined when that is not known. */
  get tree(): ElementTree | undefined {
    return this.#isStale ? undefined : this.#tree;
  }

  /** The elements as they were read last since the screen was touched, whatever its picture did since. */
  get lastTree(): ElementTree | undefined {
    return this.#tree;
  }

  /** The same while a reading of what its picture did since is due: mostly a clock that went on, or what a video's encoder sent late. */
  get recentTree(): ElementTree | undefined {
    return this.#left > 0 ? this.#tree : this.tree;
  }

  /** The screen is at rest and its elements are known. */
  get isFresh(): boolean {
    return this.#isSettled && this.#readAt === this.#frames;
  }

  /** The device was asked in vain. */
  get failed(): boolean {
    return this.#failures > 0;
  }

  /** What is not known for sure is being read, or will be as soon as the picture stands still. */
  get isBusy(): boolean {
    const isReading = this.#reading !== undefined || this.#timer !== undefined;
    return isReading && !this.failed && (this.#isStale || !this.#isSettled);
  }

  get #isStale(): boolean {
    return this.#readAt !== this.#frames && !(this.#isRestless && this.#left > 0);
  }

  /** Reads, or rests and forgets. */
  turn(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.touched();
  }

  /** Something was done that may change the screen, by this step where it is one: what was known is so no more. */
  touched(step_id?: number, time?: number): void {
    this.#touches++;
    this.#step = step_id === undefined || time === undefined ? undefined : { step_id, time };
    this.#lose();
    this.#failures = 0;
    this.#left = UNTOUCHED_READS_MAX;
    this.#begin();
    this.#halt();
    this.#schedule();
  }

  /** Told of the picture: how many there have been. */
  pictured(frames: number): void {
    if (frames === this.#frames) return;
    const wasStale = this.#isStale;
    const wasAt = this.#picturedAt;
    this.#frames = frames;
    this.#picturedAt = Date.now();
    if (!this.#isOn) return;
    if (this.#picturedAt - wasAt >= CALM_MS) this.#begin();
    this.#schedule();
    if (this.#isStale !== wasStale) this.#handlers.onKnown?.();
  }

  /** A reading that began after now, or undefined when there is none in so long. */
  async fresh(maxMs: number): Promise<ElementTree | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), maxMs)));
    const read = async () => {
      // One that is under way may be of what showed before.
      await this.#reading;
      await this.#readNow();
      return this.#tree;
    };
    const tree = await Promise.race([read(), late]);
    clearTimeout(timer);
    if (!tree) this.#lose();
    return tree;
  }

  #lose(): void {
    this.#tree = undefined;
    this.#isSettled = false;
    this.#isRestless = false;
  }

  #halt(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** What shows is new: it is read as soon as it stands still. */
  #begin(): void {
    this.#isRestless = false;
    this.#wait = READ_EVERY_MS;
    this.#notBefore = 0;
  }

  /** Reads once the picture has stood still for so long. A change while a reading is under way is seen at its end. */
  #schedule(stillMs = STILL_MS): void {
    if (!this.#isOn || this.#reading || this.#left === 0) return;
    const now = Date.now();
    if (this.#timer === undefined) this.#waitsSince = now;
    this.#halt();
    const stillAt = Math.min(now + stillMs, this.#waitsSince + MOVING_MAX_MS);
    // One that comes to a real rest is read then, however long the waits have become before.
    const at = Math.max(stillAt, Math.min(this.#notBefore, now + CALM_MS));
    this.#timer = setTimeout(() => void this.#readNow(), at - now);
  }

  #readNow(): Promise<void> {
    this.#halt();
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
      if (!this.#isOn) return;
      this.#goOn();
      this.#handlers.onKnown?.();
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const touches = this.#touches;
    const frames = this.#frames;
    const begun = Date.now();
    const picturedAt = this.#picturedAt;
    this.#left = Math.max(0, this.#left - 1);
    const tree = await this.#read().catch(() => undefined);
    // What was read while something was done is of neither before nor after.
    if (!this.#isOn || touches !== this.#touches) return;
    this.#notBefore = Date.now() + this.#wait;
    this.#wait = Math.min(2 * this.#wait, READ_EVERY_MAX_MS);
    const hasMoved = this.#readAt !== frames;
    this.#readAt = frames;
    this.#failures = tree ? 0 : this.#failures + 1;
    if (!tree) return this.#lose();
    const text = JSON.stringify(tree);
    const isSame = text === this.#text;
    this.#isSettled = isSame && this.#tree !== undefined;
    this.#isRestless = this.#isSettled && hasMoved;
    this.#tree = tree;
    this.#text = text;
    if (!isSame) this.#tellRest(begun, picturedAt);
  }

  /** It has been so since the picture changed last, where that tells. */
  #tellRest(begun: number, picturedAt: number): void {
    if (!this.#step) return;
    const { step_id, time } = this.#step;
    const ms = (picturedAt > time ? picturedAt : begun) - time;
    if (ms <= REST_MAX_MS) this.#handlers.onRest?.(step_id, ms);
  }

  #goOn(): void {
    const isTouched = this.#tree === undefined && !this.failed;
    if (isTouched || this.#readAt !== this.#frames) this.#schedule();
    else if (this.failed ? this.#failures < TRIES : !this.#isSettled) this.#schedule(0);
  }
}
