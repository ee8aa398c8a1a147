import type { PhoneSettings, PhoneSounds, Tone } from "../types.ts";

export const SAMPLE_RATE = 48_000;
export const FRAME_MS = 20;
const CHANNELS = 2;
const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
const MAX_VOLUME = 15;
const DEFAULT_VOLUME = 7;
/** Of each end of a tone, so that it does not click. */
const EDGE_MS = 4;
/** A host that was late leaves out what it missed beyond this. */
const FRAMES_BEHIND_MAX = 5;

interface Playing {
  tones: readonly Tone[];
  startedAt: number;
  endsAt: number;
}

/** What apps make heard. It costs nothing while nobody captures it. */
export class Sounds implements PhoneSounds {
  readonly #settings: PhoneSettings;
  #playing: Playing[] = [];

  constructor(settings: PhoneSettings) {
    this.#settings = settings;
  }

  play(tones: readonly Tone[]): void {
    const startedAt = performance.now();
    const endsAt = startedAt + tones.reduce((sum, { ms }) => sum + ms, 0);
    this.#playing = [...this.#playing.filter((one) => one.endsAt > startedAt), { tones, startedAt, endsAt }];
  }

  capture(onSamples: (samples: Float32Array, pts_us: bigint) => void, signal: AbortSignal): void {
    let due = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      due = Math.max(due, now - FRAMES_BEHIND_MAX * FRAME_MS);
      for (; due + FRAME_MS <= now; due += FRAME_MS) onSamples(this.#mix(due), BigInt(Math.round(due * 1000)));
    }, FRAME_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  }

  /** Interleaved, from that moment on. */
  #mix(from: number): Float32Array {
    const samples = new Float32Array(FRAME_SAMPLES * CHANNELS);
    const set = Number(this.#settings.get("system", "volume_music_speaker") ?? DEFAULT_VOLUME);
    const volume = (0.6 * Math.max(0, Math.min(MAX_VOLUME, set))) / MAX_VOLUME;
    for (const one of this.#playing) {
      if (one.startedAt >= from + FRAME_MS || one.endsAt <= from) continue;
      for (let at = 0; at < FRAME_SAMPLES; at += 1) {
        const value = volume * levelAt(one.tones, from - one.startedAt + (at * 1000) / SAMPLE_RATE);
        for (let channel = 0; channel < CHANNELS; channel += 1) samples[at * CHANNELS + channel] = value;
      }
    }
    return samples;
  }
}

function levelAt(tones: readonly Tone[], time: number): number {
  let left = time;
  for (const { hz, ms } of tones) {
    if (left < 0) return 0;
    if (left < ms)
      return Math.sin((2 * Math.PI * hz * left) / 1000) * Math.min(1, left / EDGE_MS, (ms - left) / EDGE_MS);
    left -= ms;
  }
  return 0;
}
