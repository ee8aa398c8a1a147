import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { splitConfig } from "@udt/video/h264";
import type { PhoneFaults, PhoneUsage, Recording, RecordOptions, VideoPacket } from "../types.ts";
import { BaselineEncoder } from "./baseline-encoder.ts";
import type { EncodedPicture, FrameEncoder } from "./frame-encoder.ts";
import { HighEncoder } from "./high-encoder.ts";
import { type Size, videoSizeOf } from "./video-size.ts";

/** Like Android's KEY_REPEAT_PREVIOUS_FRAME_AFTER, which scrcpy sets to 100 ms: the quality settles after a change. */
const REPEAT_MS = 100;
const REPEATS = 3;
/** Frames inside the encoder; with more, new ones wait outside and only the newest picture is encoded. */
const QUEUE_LIMIT = 2;
/** The screen's own frames come a little early or late; waiting for that would halve the rate. */
const DUE_TOLERANCE_MS = 5;
const FROZEN_CHECK_MS = 100;

export interface FrameSource {
  size(): Size;
  paint(g: SKRSContext2D, scaleX: number, scaleY: number): void;
}

export interface RecordingEnvironment {
  source: FrameSource;
  faults: PhoneFaults;
  usage: Pick<PhoneUsage, "encoded">;
  onPacket: (packet: VideoPacket) => void | Promise<void>;
  onError: (error: Error) => void;
}

const monotonicUs = (): bigint => process.hrtime.bigint() / 1000n;

/** One H.264 stream of the screen, with its own canvas at the video size. */
export class ScreenRecording implements Recording {
  readonly #options: RecordOptions;
  readonly #environment: RecordingEnvironment;
  #size: Size;
  #canvas: Canvas | undefined;
  #encoder: FrameEncoder | undefined;
  #config: Uint8Array = new Uint8Array();
  #keyFrameWanted = true;
  #inside = 0;
  #untaken = 0;
  #stale = false;
  #dueMs = -Infinity;
  #lastPts = 0n;
  #repeats = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RecordOptions, environment: RecordingEnvironment) {
    this.#options = options;
    this.#environment = environment;
    this.#size = videoSizeOf(environment.source.size(), options.max_size);
  }

  get size(): Size {
    return this.#size;
  }

  reset(): void {
    this.#config = new Uint8Array();
    this.#keyFrameWanted = true;
    this.present();
  }

  /** The screen changed. Encodes it now, or as soon as the frame rate and the encoder allow. */
  present(): void {
    if (this.#closed) return;
    this.#repeats = REPEATS;
    this.#stale = true;
    this.#encodeWhenDue();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#dropEncoder();
    this.#canvas = undefined;
  }

  get #isFull(): boolean {
    return this.#inside + this.#untaken >= QUEUE_LIMIT;
  }

  #encodeWhenDue(): void {
    if (this.#isFull) return; // taken up again when a packet is out and taken
    if (this.#environment.faults.freeze_video) return this.#later(FROZEN_CHECK_MS);
    const wait = this.#dueMs - performance.now();
    if (wait > DUE_TOLERANCE_MS) return this.#later(wait);
    this.#encode();
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onTimer(), ms);
  }

  #onTimer(): void {
    if (this.#closed) return;
    if (this.#stale) this.#encodeWhenDue();
    else if (this.#repeats > 0 && this.#isFull) this.#later(REPEAT_MS);
    else if (this.#repeats > 0) {
      this.#repeats -= 1;
      this.#encodeWhenDue();
    }
  }

  #encode(): void {
    const size = videoSizeOf(this.#environment.source.size(), this.#options.max_size);
    if (size.width !== this.#size.width || size.height !== this.#size.height) {
      this.#size = size;
      this.#dropEncoder();
      this.#canvas = undefined;
    }
    const canvas = (this.#canvas ??= createCanvas(size.width, size.height));
    if (this.#stale) {
      const display = this.#environment.source.size();
      this.#environment.source.paint(canvas.getContext("2d"), size.width / display.width, size.height / display.height);
      this.#stale = false;
    }
    try {
      const encoder = (this.#encoder ??= this.#createEncoder());
      this.#inside += 1;
      this.#environment.usage.encoded(size.width * size.height);
      encoder.encode(canvas.data(), this.#nextTime(), this.#keyFrameWanted);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#keyFrameWanted = false;
    const gapMs = this.#options.max_fps > 0 ? 1000 / this.#options.max_fps : 0;
    this.#dueMs = Math.max(this.#dueMs + gapMs, performance.now() + gapMs / 2);
    this.#later(REPEAT_MS);
  }

  #nextTime(): bigint {
    const now = monotonicUs();
    this.#lastPts = now > this.#lastPts ? now : this.#lastPts + 1n;
    return this.#lastPts;
  }

  #createEncoder(): FrameEncoder {
    this.#config = new Uint8Array();
    this.#keyFrameWanted = true;
    const emit = (picture: EncodedPicture): void => {
      if (this.#encoder === encoder) this.#emit(picture);
    };
    const encoder: FrameEncoder = this.#options.baseline
      ? new BaselineEncoder(this.#size, emit)
      : new HighEncoder(this.#size, this.#options.bit_rate, emit, (error) => {
          if (this.#encoder === encoder) this.#fail(error);
        });
    return encoder;
  }

  /** A broken encoder ends nothing: the next change starts a new one. */
  #fail(error: Error): void {
    this.#environment.onError(error);
    this.#dropEncoder();
  }

  #dropEncoder(): void {
    const encoder = this.#encoder;
    this.#encoder = undefined;
    this.#inside = 0;
    encoder?.close();
  }

  #emit({ data, pts_us, last }: EncodedPicture): void {
    if (last) this.#inside -= 1;
    const { config, picture, keyFrame } = splitConfig(data);
    if (config.length > 0 && Buffer.compare(config, this.#config) !== 0) {
      this.#config = config;
      this.#hand({ kind: "config", key_frame: false, pts_us, data: config });
    }
    this.#hand({ kind: "data", key_frame: keyFrame, pts_us, data: picture });
    if (last) this.#continue();
  }

  #hand(packet: VideoPacket): void {
    const taken = this.#environment.onPacket(packet);
    if (taken === undefined) return;
    this.#untaken += 1;
    const release = (): void => {
      this.#untaken -= 1;
      this.#continue();
    };
    // A receiver that fails ends its own recording; its packets must only stop counting.
    taken.then(release, release);
  }

  #continue(): void {
    if (this.#stale && !this.#closed) this.#encodeWhenDue();
  }
}
