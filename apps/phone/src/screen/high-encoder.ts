import { VideoEncoder, VideoFrame } from "@napi-rs/webcodecs";
import type { EncodedPicture, FrameEncoder } from "./frame-encoder.ts";
import { releaseClosedFrames } from "./native-memory.ts";
import type { Size } from "./video-size.ts";

const TICKS_PER_SECOND = 60;
const RELEASE_EVERY_FRAMES = 6;

/** High-profile H.264 by x264, on its own thread. */
export class HighEncoder implements FrameEncoder {
  readonly #size: Size;
  readonly #encoder: VideoEncoder;
  /** Times of the pictures inside the encoder, oldest first. */
  readonly #times: bigint[] = [];
  #lastTick = 0;
  #encoded = 0;

  constructor(size: Size, bitRate: number, emit: (picture: EncodedPicture) => void, onError: (error: Error) => void) {
    this.#size = size;
    this.#encoder = new VideoEncoder({
      output: (chunk) => {
        const data = new Uint8Array(chunk.byteLength);
        chunk.copyTo(data);
        const pts_us = this.#times.shift();
        if (pts_us !== undefined) emit({ data, pts_us, last: true });
      },
      error: onError,
    });
    this.#encoder.configure({
      codec: "avc1.64002A",
      width: size.width,
      height: size.height,
      bitrate: bitRate,
      framerate: TICKS_PER_SECOND,
      // Both modes encode without delay; "realtime" only forces a costly key frame every tenth frame.
      latencyMode: "quality",
      avc: { format: "annexb" },
    });
  }

  encode(rgba: Uint8Array, pts_us: bigint, keyFrame: boolean): void {
    // The encoder counts time in ticks and must not see one twice; the real time is kept beside it.
    this.#lastTick = Math.max(this.#lastTick + 1, Math.round((Number(pts_us) * TICKS_PER_SECOND) / 1e6));
    this.#times.push(pts_us);
    const frame = new VideoFrame(rgba, {
      format: "RGBA",
      codedWidth: this.#size.width,
      codedHeight: this.#size.height,
      timestamp: Math.round((this.#lastTick * 1e6) / TICKS_PER_SECOND),
    });
    this.#encoder.encode(frame, { keyFrame });
    frame.close();
    this.#encoded += 1;
    if (this.#encoded % RELEASE_EVERY_FRAMES === 0) releaseClosedFrames();
  }

  close(): void {
    this.#times.length = 0;
    if (this.#encoder.state !== "closed") this.#encoder.close();
    releaseClosedFrames();
  }
}
