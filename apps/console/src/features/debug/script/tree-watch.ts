import type { ElementTree } from "@udt/contract";

/** So long after a reading the screen is read again, until two in a row are the same. */
const READ_EVERY_MS = 250;
/** Where the picture moves and the tree does not (a blinking cursor), the wait doubles up to this. */
const READ_EVERY_MAX_MS = 4_000;
/** What changes later than this after a step was not its doing. */
export const REST_MAX_MS = 10_000;

/** Reads a screen's tree until it rests, again when the picture changes, and tells how long after each step it came to rest. */
export class TreeWatch {
  readonly #read: () => Promise<ElementTree>;
  readonly #onRest: (step_id: number, ms: number) => void;
  #isOn = false;
  #tree: ElementTree | undefined;
  #text = "";
  #isRested = false;
  #frames = 0;
  /** The number of frames when the tree was asked for. */
  #readAt = -1;
  #wait = READ_EVERY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | undefined;
  #step: { step_id: number; time: number } | undefined;

  constructor(read: () => Promise<ElementTree>, onRest: (step_id: number, ms: number) => void) {
    this.#read = read;
    this.#onRest = onRest;
  }

  get tree(): ElementTree | undefined {
    return this.#tree;
  }

  /** The last reading was of what shows now, as far as can be known. */
  get isFresh(): boolean {
    return this.#isRested && this.#readAt === this.#frames;
  }

  /** There is a reading since the last step. */
  get isKnown(): boolean {
    return this.#tree !== undefined;
  }

  start(): void {
    this.#isOn = true;
    this.#schedule(0);
  }

  stop(): void {
    this.#isOn = false;
    clearTimeout(this.#timer);
    this.#step = undefined;
    this.#lose();
  }

  pictured(frames: number): void {
    if (frames === this.#frames) return;
    this.#frames = frames;
    if (this.#isOn && !this.#reading) this.#schedule(this.#wait);
  }

  /** Something was done that may change the screen, by this step where it is one. */
  touched(step_id?: number, time?: number): void {
    this.#step = step_id === undefined || time === undefined ? undefined : { step_id, time };
    this.#lose();
    this.#wait = READ_EVERY_MS;
    this.#schedule(0);
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
    this.#isRested = false;
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isOn) this.#timer = setTimeout(() => void this.#readNow(), waitMs);
  }

  #readNow(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    clearTimeout(this.#timer);
    const begun = Date.now();
    const step = this.#step;
    this.#readAt = this.#frames;
    const tree = await this.#read().catch(() => undefined);
    if (!this.#isOn) return;
    // What was read while something was done is of neither before nor after.
    if (step !== this.#step || !tree) {
      if (!tree) this.#lose();
      this.#wait = tree ? READ_EVERY_MS : Math.min(2 * this.#wait, READ_EVERY_MAX_MS);
      return this.#schedule(this.#wait);
    }
    const text = JSON.stringify(tree);
    const isSame = text === this.#text;
    this.#tree = tree;
    this.#text = text;
    this.#isRested = isSame;
    if (!isSame && step && begun - step.time <= REST_MAX_MS) this.#onRest(step.step_id, begun - step.time);
    this.#wait = isSame ? Math.min(2 * this.#wait, READ_EVERY_MAX_MS) : READ_EVERY_MS;
    if (!isSame || this.#readAt !== this.#frames) this.#schedule(this.#wait);
  }
}
