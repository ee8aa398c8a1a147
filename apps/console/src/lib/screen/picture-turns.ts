import type { PictureMark } from "@udt/video/picture-mark";

/** What was sent and has not come for so long is lost, or the way is too slow for it. */
const LATE_MS = 700;
/** Nothing for so long: the track carries nothing. */
const BROKEN_MS = 2_500;
/** The same where nothing else gets through either. */
const DOUBTED_BROKEN_MS = 1_000;

/**
 * Which pictures count of those that come by the socket and by a direct path's track: one turn after the other, each begun by a
 * key frame on the track and ended by word of the device's side on the socket. Times are milliseconds.
 */
export class PictureTurns {
  #turn: number | undefined;
  /** The newest that is over: what still comes of it and of those before is too late. */
  #over = 0;
  #number = 0;
  #bytes = 0;
  #told = 0;
  #cameAt = -Infinity;
  #isDoubted = false;
  /** Was sent and has not come, and since when that is known. */
  #missing: { bytes: number; at: number } | undefined;

  get way(): "direct" | "server" {
    return this.#turn === undefined ? "server" : "direct";
  }

  /** Another path, or another connection of the stream, begins. */
  reset(): void {
    this.#turn = this.#missing = undefined;
    this.#over = this.#number = this.#bytes = this.#told = 0;
    this.#cameAt = -Infinity;
    this.#isDoubted = false;
  }

  /** Something else that goes by the path does not get through. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Whether a picture of the track is the next one. */
  takes(mark: PictureMark, isKey: boolean, now: number): boolean {
    if (mark.turn <= this.#over) return false;
    if (mark.turn !== this.#turn) {
      if (!isKey) return false;
      this.#over = mark.turn - 1;
      this.#turn = mark.turn;
      this.#number = 0;
    }
    if (mark.number <= this.#number || (!isKey && mark.number !== this.#number + 1)) return false;
    this.#number = mark.number;
    this.#bytes = mark.bytes;
    this.#cameAt = now;
    this.#isDoubted = false;
    if (this.#missing && this.#bytes >= this.#missing.bytes) this.#miss(now);
    return true;
  }

  /** The device's side has sent so much, in a turn. */
  sent(turn: number, bytes: number, now: number): void {
    if (turn <= this.#over) return;
    this.#told = bytes;
    if (!this.#missing) this.#miss(now);
  }

  /** What follows comes by the socket. */
  over(turn: number): void {
    this.#over = Math.max(this.#over, turn);
    if (this.#turn !== undefined && this.#turn <= turn) this.#turn = undefined;
    this.#missing = undefined;
  }

  /** `late`: a key frame is to be asked for · `broken`: the path is to be given up */
  check(now: number): "well" | "late" | "broken" {
    if (!this.#missing) return "well";
    const most = this.#isDoubted ? DOUBTED_BROKEN_MS : BROKEN_MS;
    if (now - Math.max(this.#missing.at, this.#cameAt) > most) return "broken";
    return now - this.#missing.at > LATE_MS ? "late" : "well";
  }

  #miss(now: number): void {
    this.#missing = this.#told > this.#bytes ? { bytes: this.#told, at: now } : undefined;
  }
}
