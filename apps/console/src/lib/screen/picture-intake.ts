import { PACKET_HEADER_BYTES } from "@udt/contract";
import { splitConfig } from "@udt/video/h264";
import { readMarked } from "@udt/video/picture-mark";
import type { StreamIn, StreamOut } from "@udt/client";
import { Arrivals } from "./arrivals.ts";
import { PictureTurns } from "./picture-turns.ts";
import { parseScreenPacket, type ScreenPacket } from "./screen-packet.ts";

export interface PictureIntakeEvents {
  /** So many bytes came, whether they are used or not. */
  onBytes(length: number): void;
  onPacket(packet: ScreenPacket): void;
  onWay(way: "direct" | "server"): void;
  /** Pictures are lost, and a key frame is to be asked for. */
  onLate(): void;
  /** Nothing comes by the direct path. */
  onBroken(): void;
  tell(message: StreamOut<"screen">): void;
}

/** What of a picture a browser hands on before it would decode it. */
interface EncodedFrame {
  type?: string;
  data: ArrayBuffer;
}
/** As workers have it; the types that are here are a window's. */
export interface TransformEvent extends Event {
  transformer: { options: { path: string }; readable: ReadableStream<EncodedFrame> };
}

/** The packets of pictures, by whichever way they come: the stream's socket, or the track of a direct path. */
export class PictureIntake {
  readonly #events: PictureIntakeEvents;
  readonly #turns = new PictureTurns();
  readonly #arrivals = new Arrivals();
  #path: string | undefined;
  #way: "direct" | "server" = "server";
  /** Of the newest key frame, since the pictures come by this way. */
  #config: Uint8Array = new Uint8Array();

  constructor(events: PictureIntakeEvents) {
    this.#events = events;
  }

  /** The path that stands; undefined: none does. */
  use(path: string | undefined): void {
    // Another one's turns begin anew; of this one's the device's side says when they are over.
    if (path !== undefined) this.#turns.reset();
    this.#path = path;
    this.#events.tell({ type: "path", path: path ?? null });
    this.#tellWay();
  }

  /** The stream is open, and its other end knows of no path yet. */
  opened(): void {
    this.#arrivals.opened();
    this.#turns.reset();
    this.#tellWay();
    if (this.#path !== undefined) this.#events.tell({ type: "path", path: this.#path });
  }

  /** Something else that goes by the path does not get through. */
  doubt(): void {
    this.#turns.doubt();
  }

  /** A binary message of the stream. */
  take(bytes: Uint8Array<ArrayBuffer>): void {
    this.#arrivals.received(bytes.length);
    this.#events.onBytes(bytes.length);
    const packet = parseScreenPacket(bytes);
    if (packet && this.#turns.way === "server") this.#events.onPacket(packet);
  }

  /** Reads what comes on a path's track, until it ends. */
  async read({ transformer: { options, readable } }: TransformEvent): Promise<void> {
    for await (const frame of readable) if (options.path === this.#path) this.#takeFrame(frame);
  }

  hear(message: StreamIn<"screen">): void {
    if (message.type === "sent") this.#turns.sent(message.turn, message.bytes, performance.now());
    if (message.type !== "turn_over") return;
    this.#turns.over(message.turn);
    this.#arrivals.receivedInAll(message.bytes);
    this.#tellWay();
  }

  /** To be called now and then. */
  tick(now: number, undecoded: number): void {
    this.#arrivals.tell(undecoded, (told) => this.#events.tell(told));
    const how = this.#turns.check(now);
    if (how === "late") this.#events.onLate();
    if (how !== "broken" || this.#path === undefined) return;
    this.use(undefined);
    this.#events.onBroken();
  }

  #takeFrame({ type, data }: EncodedFrame): void {
    const marked = readMarked(new Uint8Array(data));
    const isKey = type === "key";
    if (!marked || !this.#turns.takes(marked.mark, isKey, performance.now())) return;
    this.#tellWay();
    const { mark, picture } = marked;
    this.#arrivals.receivedInAll(mark.bytes);
    this.#events.onBytes(PACKET_HEADER_BYTES + picture.length);
    const ptsUs = mark.pts_us;
    if (!isKey) return this.#events.onPacket({ kind: "delta", ptsUs, data: picture });
    const { config, picture: rest } = splitConfig(picture);
    // A decoder begins anew with each that it is given.
    if (!isSame(config, this.#config)) this.#events.onPacket({ kind: "config", ptsUs, data: new Uint8Array(config) });
    this.#config = config;
    this.#events.onPacket({ kind: "key", ptsUs, data: new Uint8Array(rest) });
  }

  #tellWay(): void {
    const { way } = this.#turns;
    if (way === this.#way) return;
    this.#way = way;
    this.#config = new Uint8Array();
    this.#events.onWay(way);
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
