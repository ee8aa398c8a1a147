import type { ElementTree } from "@udt/contract";

/** For so long the picture stands still before the elements are read. */
const STILL_MS = 400;
/** A picture that never stands still (a video, a cursor that blinks) is read after so long all the same. */
const MOVING_MAX_MS = 3_000;
/** So long after what was done the elements are read again when the picture changes; later changes are the device's own. */
const AFTER_MS = 15_000;

/**
 * What is known of the elements of one device between one gesture and the next. It is read when something was done and the
 * picture has come to rest, again while it changes in the time after, and then no more: a device that nobody touches costs nothing.
 */
export class TreeWatch {
  readonly #read: () => Promise<ElementTree>;
  readonly #onRead: () => void;
  #tree: ElementTree | undefined;
  #failed = false;
  #isOn = false;
  #isReading = false;
  /** The picture has changed since the tree was read. */
  #isStale = false;
  /** The picture changes and its elements do not. */
  #isRestless = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frames = 0;
  #doneAt = 0;
  #waitsSince = 0;
  #gestures = 0;

  /** @param onRead told when what is known has changed. */
  constructor(read: () => Promise<ElementTree>, onRead: () => void) {
    this.#read = read;
    this.#onRead = onRead;
  }

  /** The elements as they are now; undefined when that is not known. */
  get tree(): ElementTree | undefined {
    return this.#isStale ? undefined : this.#tree;
  }

  /** The device was asked in vain. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Elements are being read, or will be as soon as the picture stands still. */
  get isBusy(): boolean {
    return this.#isReading || this.#timer !== undefined;
  }

  /** Reads, or rests and forgets. */
  turn(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.done();
    else {
      this.#halt();
      this.#tree = undefined;
      this.#failed = false;
    }
  }

  /** Something was done to the device: what was known of it is so no more. */
  done(): void {
    this.#gestures++;
    this.#tree = undefined;
    this.#isStale = false;
    this.#isRestless = false;
    this.#doneAt = Date.now();
    this.#halt();
    this.#readWhenStill();
  }

  /** Told of the picture: how many there have been. */
  pictured(frames: number): void {
    if (frames === this.#frames) return;
    this.#frames = frames;
    if (!this.#isOn || this.#isRestless) return;
    if (this.#tree) this.#isStale = true;
    if (Date.now() - this.#doneAt < AFTER_MS) this.#readWhenStill();
  }

  dispose(): void {
    this.turn(false);
  }

  #halt(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #readWhenStill(): void {
    if (!this.#isOn) return;
    if (this.#timer === undefined) this.#waitsSince = Date.now();
    const left = Math.max(0, this.#waitsSince + MOVING_MAX_MS - Date.now());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readNow(), Math.min(STILL_MS, left));
  }

  async #readNow(): Promise<void> {
    this.#timer = undefined;
    if (this.#isReading) {
      this.#readWhenStill();
      return;
    }
    const gestures = this.#gestures;
    const frames = this.#frames;
    const before = this.#tree;
    this.#isReading = true;
    try {
      const tree = await this.#read();
      this.#failed = false;
      if (gestures === this.#gestures && this.#isOn) {
        this.#isRestless = before !== undefined && JSON.stringify(before) === JSON.stringify(tree);
        this.#tree = tree;
        this.#isStale = !this.#isRestless && frames !== this.#frames;
      }
    } catch {
      this.#failed = this.#isOn && gestures === this.#gestures;
    }
    this.#isReading = false;
    if (this.#isOn && this.#isStale && Date.now() - this.#doneAt < AFTER_MS) this.#readWhenStill();
    this.#onRead();
  }
}
