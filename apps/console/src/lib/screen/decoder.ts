import type { ScreenPacket } from "./screen-packet.ts";
import type { DecoderName } from "./worker-protocol.ts";

/** A finished picture. Whoever takes it closes it. */
export interface Picture {
  /** Presentation time, microseconds. */
  ptsUs: number;
  width: number;
  height: number;
  /** Draws it whole at the origin. What it costs is spent only on pictures that are shown. */
  paint(context: OffscreenCanvasRenderingContext2D): void;
  close(): void;
}

export interface DecoderEvents {
  onPicture(picture: Picture, decodeMs: number): void;
  /** The decoder lost its place and drops everything up to the next key frame. */
  onKeyFrameNeeded(): void;
  /** It cannot show this stream at all; the next kind of decoder is to try. */
  onFailed(reason: string): void;
}

export interface Decoder {
  readonly name: DecoderName;
  /** Frames that were pushed and are not decoded yet. */
  readonly undecoded: number;
  push(packet: ScreenPacket): void;
  dispose(): void;
}

/** Frames that may wait before the rest up to the next key frame is dropped: a fifth of a second at 60 frames/s. */
export const MAX_WAITING_FRAMES = 12;

/** Remembers when each frame went in, to tell how long it took. Frames that never come out are forgotten. */
export class DecodeTimer {
  readonly #startedAt = new Map<number, number>();

  start(ptsUs: number): void {
    if (this.#startedAt.size > 4 * MAX_WAITING_FRAMES) this.#startedAt.clear();
    this.#startedAt.set(ptsUs, performance.now());
  }

  end(ptsUs: number): number {
    const startedAt = this.#startedAt.get(ptsUs);
    this.#startedAt.delete(ptsUs);
    return startedAt === undefined ? 0 : performance.now() - startedAt;
  }
}
