import { createHash } from "node:crypto";

/** Of a case's steps only so many are kept in its report: later ones need no picture. */
const PICTURES_MAX = 500;

interface Room {
  /** The screen as it is now, as PNG. */
  capture(): Promise<Uint8Array>;
  /** Keeps the how manieth picture, from 1. @returns by which name */
  keep(png: Uint8Array, number: number): Promise<string>;
  /** How many pictures the screen has shown so far; undefined where nobody counts them. */
  shown(): number | undefined;
  signal: AbortSignal;
}

interface Picture {
  name: string;
  digest: string;
  /** How many pictures the screen had shown when it was taken. */
  shown: number | undefined;
}

/**
 * What the screen showed before each step of a case and after it. What one step left is what the next finds, where nothing
 * changed between them: no picture is taken, nor kept, twice.
 */
export class StepPictures {
  readonly #room: Room;
  #count = 0;
  #last: Picture | undefined;
  #before = "";

  constructor(room: Room) {
    this.#room = room;
  }

  /** What the step found that has begun last, by name; empty where there is no picture. */
  get before(): string {
    return this.#before;
  }

  /** A step begins on what the one before it left. */
  begin(): void {
    this.#before = this.#last?.name ?? "";
  }

  /** The step begins to do something: what shows now is what it found. @returns whether that changed again meanwhile */
  async see(): Promise<boolean> {
    const shown = this.#room.shown();
    this.#before = await this.#now();
    return this.#room.shown() !== shown;
  }

  /** What the step left, by name. @param isSure the count of the screen's pictures is not enough to tell that nothing changed */
  async after(isSure: boolean): Promise<string> {
    return isSure ? this.#take() : this.#now();
  }

  async #now(): Promise<string> {
    const last = this.#last;
    return last?.shown !== undefined && last.shown === this.#room.shown() ? last.name : this.#take();
  }

  async #take(): Promise<string> {
    const { capture, keep, shown: shownNow, signal } = this.#room;
    const shown = shownNow();
    try {
      if (this.#count >= PICTURES_MAX) return this.#forget();
      const png = await capture();
      const digest = createHash("sha256").update(png).digest("base64");
      const name = this.#last?.digest === digest ? this.#last.name : await keep(png, ++this.#count);
      this.#last = { name, digest, shown };
      return name;
    } catch {
      signal.throwIfAborted();
      return this.#forget();
    }
  }

  #forget(): string {
    this.#last = undefined;
    return "";
  }
}
