import { PACKET_HEADER_BYTES, AUDIO_PACKET } from "@udt/contract";
import { createStore } from "../../../lib/streams/index.ts";

const RATE = 48_000;
const CHANNELS = 2;
/** What is kept between the network and the ear: less would crackle at each small delay. */
const LEAD_S = 0.06;
/** More is not heard late but left out. */
const BEHIND_S = 0.3;
const LOUD = 0.01;
const QUIET_AFTER_MS = 400;

/** Whether this browser can: both are there on secure pages alone. */
export const canHear = (): boolean => typeof AudioDecoder === "function" && typeof AudioContext === "function";

/** Plays packets of Opus as they come. To be made while a press is handled: browsers let nothing be heard otherwise. */
export class SoundPlayer {
  /** Whether anything but silence was played just now. */
  readonly isLoud = createStore(false);
  readonly #context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
  readonly #decoder: AudioDecoder;
  #next = 0;
  #quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(onBroken: () => void) {
    this.#decoder = new AudioDecoder({
      output: (data) => this.#play(data),
      error: onBroken,
    });
    this.#decoder.configure({ codec: "opus", sampleRate: RATE, numberOfChannels: CHANNELS });
    void this.#context.resume();
  }

  take(frame: Uint8Array<ArrayBuffer>): void {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    if (frame.byteLength <= PACKET_HEADER_BYTES || view.getUint8(0) !== AUDIO_PACKET.data) return;
    if (this.#decoder.state !== "configured") return;
    const timestamp = Number(view.getBigUint64(1));
    this.#decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data: frame.subarray(PACKET_HEADER_BYTES) }));
  }

  close(): void {
    clearTimeout(this.#quiet);
    if (this.#decoder.state !== "closed") this.#decoder.close();
    void this.#context.close();
  }

  #play(data: AudioData): void {
    const { numberOfFrames, numberOfChannels, sampleRate } = data;
    const buffer = this.#context.createBuffer(numberOfChannels, numberOfFrames, sampleRate);
    for (let channel = 0; channel < numberOfChannels; channel++) {
      const samples = buffer.getChannelData(channel);
      data.copyTo(samples, { planeIndex: channel, format: "f32-planar" });
      if (channel === 0 && samples.some((sample) => Math.abs(sample) > LOUD)) this.#noteLoud();
    }
    data.close();
    const now = this.#context.currentTime;
    if (this.#next > now + BEHIND_S) return;
    if (this.#next < now) this.#next = now + LEAD_S;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.start(this.#next);
    this.#next += buffer.duration;
  }

  #noteLoud(): void {
    this.isLoud.set(true);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.isLoud.set(false), QUIET_AFTER_MS);
  }
}
