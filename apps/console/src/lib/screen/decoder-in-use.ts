import type { Decoder, DecoderEvents } from "./decoder.ts";
import type { ScreenPacket } from "./screen-packet.ts";
import { createStillsDecoder } from "./stills-decoder.ts";
import { createTinyH264Decoder } from "./tinyh264-decoder.ts";
import { createWebCodecsDecoder } from "./webcodecs-decoder.ts";
import type { DecoderName } from "./worker-protocol.ts";

/** A key frame that led to no picture for this long means that the decoder cannot show the stream. */
const NO_PICTURE_MS = 4_000;

const FACTORIES: Record<DecoderName, (events: DecoderEvents) => Decoder> = {
  webcodecs: createWebCodecsDecoder,
  tinyh264: createTinyH264Decoder,
  stills: createStillsDecoder,
};

/** The decoders that work in this browser, best first. */
const AVAILABLE: readonly DecoderName[] = [
  ...(typeof VideoDecoder === "function" ? (["webcodecs"] as const) : []),
  ...(typeof WebAssembly === "object" ? (["tinyh264"] as const) : []),
  "stills",
];
export const BEST_DECODER: DecoderName = AVAILABLE[0] ?? "stills";

interface DecoderInUseEvents extends Pick<DecoderEvents, "onPicture" | "onKeyFrameNeeded"> {
  onUsed(name: DecoderName): void;
  /** The decoder cannot show this stream; the stream is to be opened anew for the next kind. */
  onReplaced(next: DecoderName): void;
  /** No kind of decoder shows it. */
  onFailed(reason: string): void;
}

/** The decoder that shows the stream. What one says after another has taken its place is not heard. */
export class DecoderInUse {
  readonly #events: DecoderInUseEvents;
  #decoder: Decoder | undefined;
  #keyWithoutPictureSince: number | undefined;

  constructor(events: DecoderInUseEvents) {
    this.#events = events;
  }

  /** Takes a new decoder of a kind in place of the one before. */
  use(name: DecoderName): void {
    this.#decoder?.dispose();
    this.#keyWithoutPictureSince = undefined;
    const created: Decoder = FACTORIES[name]({
      onPicture: (picture, decodeMs) => {
        if (this.#decoder !== created) {
          picture.close();
          return;
        }
        this.#keyWithoutPictureSince = undefined;
        this.#events.onPicture(picture, decodeMs);
      },
      onKeyFrameNeeded: () => {
        if (this.#decoder === created) this.#events.onKeyFrameNeeded();
      },
      onFailed: (reason) => {
        if (this.#decoder === created) this.#fallBack(name, reason);
      },
    });
    this.#decoder = created;
    this.#events.onUsed(name);
  }

  push(packet: ScreenPacket): void {
    // A device without any video source sends pictures whatever was asked for.
    if (packet.kind === "still" && this.#decoder?.name !== "stills") this.use("stills");
    if (packet.kind === "key") this.#keyWithoutPictureSince ??= performance.now();
    this.#decoder?.push(packet);
  }

  /** To be called now and then: gives up a decoder out of which nothing comes. */
  check(now: number): void {
    const since = this.#keyWithoutPictureSince;
    if (this.#decoder && since !== undefined && now - since > NO_PICTURE_MS) {
      this.#fallBack(this.#decoder.name, "no picture");
    }
  }

  get undecoded(): number {
    return this.#decoder?.undecoded ?? 0;
  }

  dispose(): void {
    this.#decoder?.dispose();
  }

  #fallBack(from: DecoderName, reason: string): void {
    const next = AVAILABLE[AVAILABLE.indexOf(from) + 1];
    if (next) this.#events.onReplaced(next);
    else this.#events.onFailed(reason);
  }
}
