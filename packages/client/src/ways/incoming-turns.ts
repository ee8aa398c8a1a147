import { STREAM_WAYS } from "@udt/contract";
import { roomOf, sizeOf, type StreamFrame, type Way } from "./frames.ts";

export interface IncomingNeeds {
  take(frame: StreamFrame, way: Way): void;
  /** Says on the channel how much of a turn was taken. */
  tellTaken(turn: number, count: number): void;
}

/** So much is told of at once, so that a fast sender is not held up. */
const TELL_BYTES = STREAM_WAYS.untaken_max_bytes / 16;

/** What comes by both ways, each message once and in the order in which it was sent. False: an honest end does not say that. */
export class IncomingTurns {
  readonly #needs: IncomingNeeds;
  /** The newest that the socket told of, and whether it goes on. */
  #turn = 0;
  #goesOn = false;
  /** How much of it was taken, and told of. */
  #taken = 0;
  #told = 0;
  #untold = 0;
  /** How many of the socket's next messages have come by the channel. */
  #again = 0;
  /** Whose messages come by the channel now. */
  #onChannel: number | undefined;
  /** What came by the channel before its turn, or while nothing is taken. */
  #early: StreamFrame[] = [];
  #earlyRoom = 0;
  #isHeld = false;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(needs: IncomingNeeds) {
    this.#needs = needs;
  }

  /** There is another channel, or none. */
  changed(): void {
    this.#onChannel = undefined;
    this.#forget();
  }

  bySocket(frame: StreamFrame): boolean {
    if (this.#goesOn) return false;
    if (this.#again > 0) this.#again--;
    else this.#needs.take(frame, "server");
    return true;
  }

  begins(turn: number): boolean {
    if (this.#goesOn || turn <= this.#turn) return false;
    this.#turn = turn;
    this.#goesOn = true;
    this.#taken = this.#told = this.#untold = 0;
    this.#drain();
    return true;
  }

  ends(turn: number, taken: number): boolean {
    if (!this.#goesOn || turn !== this.#turn || taken > this.#told) return false;
    this.#goesOn = false;
    this.#again = this.#taken - taken;
    clearTimeout(this.#telling);
    this.#telling = undefined;
    if (this.#onChannel === turn) this.#forget();
    return true;
  }

  /** The channel's own word for what comes by it next. */
  announced(turn: number): boolean {
    if (turn <= (this.#onChannel ?? this.#turn)) return false;
    this.#onChannel = turn;
    this.#forget();
    this.#needs.tellTaken(turn, 0);
    return true;
  }

  byChannel(frame: StreamFrame): boolean {
    if (this.#onChannel === undefined || sizeOf(frame) > STREAM_WAYS.message_max_bytes) return false;
    const isOver = this.#onChannel < this.#turn || (this.#onChannel === this.#turn && !this.#goesOn);
    // It comes, or has come, by the socket.
    if (isOver) return true;
    this.#early.push(frame);
    this.#earlyRoom += roomOf(frame);
    this.#drain();
    return this.#earlyRoom <= STREAM_WAYS.untaken_max_bytes;
  }

  /** Nothing is taken from the channel until it is let go; the socket is held up by itself. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#drain();
  }

  dispose(): void {
    clearTimeout(this.#telling);
    this.changed();
    this.#goesOn = false;
  }

  #drain(): void {
    while (this.#goesOn && this.#onChannel === this.#turn && !this.#isHeld) {
      const frame = this.#early.shift();
      if (frame === undefined) return;
      const room = roomOf(frame);
      this.#earlyRoom -= room;
      this.#taken++;
      this.#untold += room;
      if (this.#untold >= TELL_BYTES) this.#tell();
      else this.#telling ??= setTimeout(() => this.#tell(), STREAM_WAYS.take_within_ms);
      this.#needs.take(frame, "direct");
    }
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#untold = 0;
    this.#told = this.#taken;
    this.#needs.tellTaken(this.#turn, this.#taken);
  }

  #forget(): void {
    this.#early = [];
    this.#earlyRoom = 0;
  }
}
