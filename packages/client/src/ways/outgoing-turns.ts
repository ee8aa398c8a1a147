import { backoffMs, Redialling } from "@udt/base";
import { STREAM_WAYS, wayText } from "@udt/contract";
import { roomOf, sizeOf, type StreamFrame, type Way, type WayChannel } from "./frames.ts";

interface Turn {
  number: number;
  /** What the other end is not known to have taken, oldest first. */
  untaken: { frame: StreamFrame; room: number }[];
  room: number;
  /** How many it is known to have taken. */
  taken: number;
}

/** Counted, not measured: a thread that stood still has missed no more than one, and has not heard yet what came meanwhile. */
const STALL_TICKS = 7;
const TICK_MS = STREAM_WAYS.stalled_ms / STALL_TICKS;
const RETRY_BASE_MS = 1_000;
const RETRY_CAP_MS = 30_000;

/** Which way an end's messages go: by a channel from its answer on, and by the socket again once that stalls or is gone. */
export class OutgoingTurns {
  readonly #sendBySocket: (frame: StreamFrame) => void;
  readonly #onStalled: () => void;
  #channel: WayChannel | undefined;
  /** The newest that was asked for. */
  #asked = 0;
  #turn: Turn | undefined;
  #quietTicks = 0;
  #ticking: ReturnType<typeof setTimeout> | undefined;
  #pausing: ReturnType<typeof setTimeout> | undefined;
  #retries = new Redialling();
  readonly #waiting: (() => void)[] = [];

  /** @param onStalled nothing came through for a while */
  constructor(sendBySocket: (frame: StreamFrame) => void, onStalled: () => void) {
    this.#sendBySocket = sendBySocket;
    this.#onStalled = onStalled;
  }

  get way(): Way {
    return this.#turn ? "direct" : "server";
  }

  /** What is on its way by the channel, in bytes. */
  get untaken(): number {
    return this.#turn?.room ?? 0;
  }

  /** The channel that is there from now on; undefined: none is. */
  use(channel: WayChannel | undefined): void {
    this.over();
    clearTimeout(this.#pausing);
    this.#pausing = undefined;
    this.#channel = channel;
    this.#retries = new Redialling();
    this.#ask();
  }

  send(frame: StreamFrame): void {
    const turn = this.#turn;
    if (!turn) return this.#sendBySocket(frame);
    const room = roomOf(frame);
    const isTooMuch = turn.room + room > STREAM_WAYS.untaken_max_bytes;
    if (isTooMuch || sizeOf(frame) > STREAM_WAYS.message_max_bytes) {
      if (isTooMuch) this.#retire();
      else this.over();
      this.#sendBySocket(frame);
      if (!isTooMuch) this.#ask();
      return;
    }
    turn.untaken.push({ frame, room });
    turn.room += room;
    if (!this.#channel?.send(frame)) return this.#retire();
    if (this.#ticking !== undefined) return;
    this.#quietTicks = 0;
    this.#tick();
  }

  /** What the other end says that it took; false: it never had that. */
  taken(number: number, count: number): boolean {
    if (number > this.#asked) return false;
    // Of one that is over, or of a question that another has followed.
    if (number < this.#asked) return true;
    const turn = this.#turn;
    if (!turn) {
      // While it pauses, what is late of the turn before.
      if (this.#pausing === undefined && count === 0) this.#begin();
      return this.#pausing !== undefined || count === 0;
    }
    if (count < turn.taken || count > turn.taken + turn.untaken.length) return false;
    for (const { room } of turn.untaken.splice(0, count - turn.taken)) turn.room -= room;
    turn.taken = count;
    this.#quietTicks = 0;
    if (turn.untaken.length === 0) this.#rest();
    this.#wake();
    return true;
  }

  /** What is on its way by the channel, and all that follows, goes by the socket. */
  over(): void {
    const turn = this.#turn;
    if (!turn) return;
    this.#turn = undefined;
    this.#rest();
    this.#sendBySocket(wayText({ way: "turn_over", turn: turn.number, taken: turn.taken }));
    for (const { frame } of turn.untaken) this.#sendBySocket(frame);
    this.#wake();
  }

  /** Says so once something more was taken, or none of it is on its way any more. */
  moved(done: () => void): void {
    if (this.#turn) this.#waiting.push(done);
    else done();
  }

  /** The socket is gone, and with it all that was to be said. */
  dispose(): void {
    this.#channel = this.#turn = undefined;
    clearTimeout(this.#pausing);
    this.#rest();
    this.#wake();
  }

  /** Whether anything comes through. What a dead channel is asked is answered whenever it lives again. */
  #ask(): void {
    this.#pausing = undefined;
    if (this.#channel) this.#channel.send(wayText({ way: "turn", turn: ++this.#asked }));
  }

  #begin(): void {
    this.#retries.opened();
    this.#turn = { number: this.#asked, untaken: [], room: 0, taken: 0 };
    this.#sendBySocket(wayText({ way: "turn", turn: this.#asked }));
  }

  /** It is over because it does not bring what it should: it is asked again after a while, each time a longer one. */
  #retire(): void {
    this.over();
    clearTimeout(this.#pausing);
    this.#pausing = setTimeout(() => this.#ask(), backoffMs(this.#retries.broken(), RETRY_BASE_MS, RETRY_CAP_MS));
  }

  #tick(): void {
    this.#ticking = setTimeout(() => {
      if (++this.#quietTicks < STALL_TICKS) return this.#tick();
      this.#retire();
      this.#onStalled();
    }, TICK_MS);
  }

  #rest(): void {
    clearTimeout(this.#ticking);
    this.#ticking = undefined;
  }

  #wake(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}
