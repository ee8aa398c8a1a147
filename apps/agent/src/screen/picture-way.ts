import { PACKET_HEADER_BYTES, SCREEN_PACKET } from "@udt/contract";
import { markedPicture } from "@udt/video/picture-mark";
import type { ViewerSocket } from "./screen-channel.ts";

/** What carries pictures beside a viewer's socket. */
export interface PictureTrack {
  /** Goes up. */
  nextTurn(): number;
  /** False: it carries nothing any more. */
  send(picture: Uint8Array<ArrayBuffer>, pts_us: number): boolean;
}

export interface PictureWayNeeds {
  socket: ViewerSocket;
  tell(message: { type: "sent" | "turn_over"; turn: number; bytes: number }): void;
  askForKeyFrame(): void;
  /** Has the present picture sent anew. */
  again(): void;
}

const TELL_EVERY_MS = 200;
/** A request may have come too soon after another one, and is not answered then. */
const ASK_EVERY_MS = 500;
/** Pictures taken one by one bring no key frame, however often they are asked for one. */
const ASKS = 10;

/**
 * By which way a viewer is sent its pictures: by a track from the first key frame on that comes while there is one, and else
 * by its socket. Which way it is changes nothing for whoever sends them.
 */
export class PictureWay implements ViewerSocket {
  readonly #needs: PictureWayNeeds;
  #track: PictureTrack | undefined;
  /** The one that goes on, with the pictures in it; undefined: they go by the socket. */
  #turn: { turn: number; pictures: number } | undefined;
  #config = new Uint8Array();
  #bytes = 0;
  #telling: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;

  constructor(needs: PictureWayNeeds) {
    this.#needs = needs;
  }

  /** What waits before the track is sent or lost, and is not seen here: what its page says has arrived tells of that. */
  get bufferedAmount(): number {
    return this.#needs.socket.bufferedAmount;
  }

  /** The track that is to carry the pictures from now on; undefined: none. */
  use(track: PictureTrack | undefined): void {
    if (track === this.#track) return;
    this.#track = track;
    clearInterval(this.#asking);
    if (this.#turn) this.#over(this.#turn.turn);
    if (!track) return;
    let left = ASKS;
    const ask = () => {
      if (left-- === 0) return clearInterval(this.#asking);
      this.#needs.askForKeyFrame();
    };
    this.#asking = setInterval(ask, ASK_EVERY_MS);
    ask();
  }

  send(data: Uint8Array | string, done: () => void): void {
    if (typeof data !== "string") {
      this.#bytes += data.length;
      if (data[0] === SCREEN_PACKET.config) this.#config = new Uint8Array(data.subarray(PACKET_HEADER_BYTES));
      if (this.#byTrack(data)) return done();
    }
    this.#needs.socket.send(data, done);
  }

  dispose(): void {
    this.#track = this.#turn = undefined;
    clearInterval(this.#asking);
    clearTimeout(this.#telling);
  }

  /** Whether the packet is seen to; else it goes by the socket. */
  #byTrack(packet: Uint8Array): boolean {
    const [kind] = packet;
    const track = this.#track;
    if (!track) return false;
    if (!this.#turn) {
      if (kind !== SCREEN_PACKET.key) return false;
      clearInterval(this.#asking);
      this.#turn = { turn: track.nextTurn(), pictures: 0 };
    }
    // Goes before the next key frame.
    if (kind === SCREEN_PACKET.config) return true;
    const { turn } = this.#turn;
    if (kind === SCREEN_PACKET.still) {
      this.#over(turn);
      return true;
    }
    const pts_us = Number(new DataView(packet.buffer, packet.byteOffset).getBigUint64(1));
    const mark = { turn, number: ++this.#turn.pictures, pts_us, bytes: this.#bytes };
    const parts = kind === SCREEN_PACKET.key ? [this.#config] : [];
    if (track.send(markedPicture(mark, ...parts, packet.subarray(PACKET_HEADER_BYTES)), pts_us))
      this.#telling ??= setTimeout(() => this.#tellSent(turn), TELL_EVERY_MS);
    else {
      this.#track = undefined;
      this.#over(turn);
    }
    return true;
  }

  #tellSent(turn: number): void {
    this.#telling = undefined;
    this.#needs.tell({ type: "sent", turn, bytes: this.#bytes });
  }

  /** The last pictures may be lost, so that the present one is sent whole. */
  #over(turn: number): void {
    clearTimeout(this.#telling);
    this.#turn = this.#telling = undefined;
    this.#needs.tell({ type: "turn_over", turn, bytes: this.#bytes });
    this.#needs.again();
  }
}
