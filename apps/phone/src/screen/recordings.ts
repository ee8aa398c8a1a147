import type { PhoneSystem, Recording, RecordOptions, VideoPacket } from "../types.ts";
import type { FrameLoop } from "./frame-loop.ts";
import { type FrameSource, ScreenRecording } from "./recording.ts";

export interface RecordingsHost {
  loop: FrameLoop;
  system: PhoneSystem;
  source: FrameSource;
  changed(): void;
}

const MINUTE_MS = 60_000;
/** Past the turn of the minute, so that the clock reads the new one. */
const AFTER_TURN_MS = 50;

/** The recordings that run now. While there is one, frames are drawn and the clock on the screen goes on. */
export class Recordings {
  readonly #host: RecordingsHost;
  /** Each with what stops its watching. */
  readonly #running = new Map<ScreenRecording, () => void>();
  #minuteTimer: NodeJS.Timeout | undefined;

  constructor(host: RecordingsHost) {
    this.#host = host;
  }

  start(
    options: RecordOptions,
    onPacket: (packet: VideoPacket) => void | Promise<void>,
    signal: AbortSignal,
  ): Recording {
    const { source, system, loop } = this.#host;
    const recording = new ScreenRecording(options, {
      source,
      faults: system.faults,
      usage: system.usage,
      onPacket,
      onError: (error) => system.log.write("E", "MediaCodec", `video encoder failed: ${error.message}`),
    });
    const stop = (): void => this.#stop(recording);
    this.#running.set(recording, loop.watch());
    if (signal.aborted) stop();
    else {
      signal.addEventListener("abort", stop, { once: true });
      recording.present();
      this.#followClock();
    }
    return recording;
  }

  present(): void {
    for (const recording of this.#running.keys()) recording.present();
  }

  dispose(): void {
    for (const recording of this.#running.keys()) this.#stop(recording);
  }

  #stop(recording: ScreenRecording): void {
    this.#running.get(recording)?.();
    this.#running.delete(recording);
    recording.close();
    if (this.#running.size === 0) clearTimeout(this.#minuteTimer);
  }

  #followClock(): void {
    clearTimeout(this.#minuteTimer);
    const wait = MINUTE_MS + AFTER_TURN_MS - (Date.now() % MINUTE_MS);
    this.#minuteTimer = setTimeout(() => {
      this.#host.changed();
      this.#followClock();
    }, wait);
    this.#minuteTimer.unref();
  }
}
