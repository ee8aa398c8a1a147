import type { Refused } from "@udt/contract";
import { fragment, type Sample } from "@udt/video/mp4";
import { withSignal } from "../with-signal.ts";
import { GrowingFile, type Upload } from "./growing-file.ts";
import type { KeptGroup, KeptVideo } from "./recent-video.ts";
import { ScreenSamples } from "./screen-samples.ts";

/** Together with the size of a picture what a fragment has at most. */
const FRAGMENT_BYTES = 512 * 1024;
const FRAGMENT_MS = 1_000;
const SPILL_MS = 100;

/**
 * Video that was kept, as a file on its way to the server. What neither the server nor the disk takes yet stays in memory,
 * where it is already.
 */
export class KeptVideoFile {
  readonly #file: GrowingFile;
  readonly #video: KeptVideo;
  readonly #bytes: number;
  readonly #ended: Promise<void>;
  #onRoom: () => void = () => undefined;

  constructor(upload: Upload, name: string, video: KeptVideo) {
    this.#video = video;
    this.#bytes = video.groups.reduce((sum, { bytes }) => sum + bytes, 1);
    const { started_at } = video;
    const what = {
      name,
      kind: "video",
      content_type: "video/mp4",
      started_at,
      gatherMs: 0,
      spillMs: SPILL_MS,
    } as const;
    this.#file = GrowingFile.begin(upload, what);
    this.#file.onRoom = () => this.#onRoom();
    this.#ended = this.#write().then(() => this.#file.end(new AbortController().signal));
  }

  /** How much of it the server has, of a hundred. */
  get percent(): number {
    return Math.min(99, Math.floor((this.#file.sent_bytes / this.#bytes) * 100));
  }

  /** Why the server took not all of it; undefined: it did, or may yet. */
  get refused(): Refused | undefined {
    return this.#file.refused;
  }

  /** Resolves when the server has it, or with `signal`: it goes on its way all the same. */
  async end(signal: AbortSignal): Promise<void> {
    await withSignal(this.#ended, signal).catch(() => undefined);
  }

  async #write(): Promise<void> {
    const { groups, started_at, until } = this.#video;
    const track = new ScreenSamples();
    const end_ms = until - started_at;
    let sequence = 0;
    let last_ms = 0;
    for (const [index, group] of groups.entries()) {
      track.size = group.size;
      track.take(group.config);
      const head = index === 0 ? track.head() : undefined;
      if (head) this.#file.append(head, 0);
      const next_ms = groups[index + 1]?.pictures[0]?.at;
      const samples = samplesOf(track, group, started_at, last_ms);
      const parts = [...inParts(samples)];
      for (const [place, part] of parts.entries()) {
        const following = parts[place + 1]?.[0]?.at_ms ?? (next_ms === undefined ? end_ms : next_ms - started_at);
        last_ms = Math.max(following, part.at(-1)?.at_ms ?? 0);
        if (!(await this.#room())) return this.#file.markTruncated();
        this.#file.append(fragment(++sequence, part, last_ms), last_ms, part[0]?.is_key);
      }
    }
    this.#file.extend(end_ms);
  }

  /** Answers false where the server takes nothing more of it. */
  async #room(): Promise<boolean> {
    while (this.#file.isFull && !this.#file.refused) await new Promise<void>((resolve) => (this.#onRoom = resolve));
    return !this.#file.refused;
  }
}

/** In the order of their times, none before `from_ms`. */
function samplesOf(track: ScreenSamples, { pictures }: KeptGroup, started_at: number, from_ms: number): Sample[] {
  let at_ms = from_ms;
  return pictures.flatMap(({ at, frame }) => {
    const sample = track.take(frame);
    at_ms = Math.max(at_ms, at - started_at);
    return sample ? [{ data: sample.data, is_key: sample.is_key, at_ms }] : [];
  });
}

/** As many pictures as make a fragment each. */
function* inParts(samples: readonly Sample[]): Generator<Sample[]> {
  let part: Sample[] = [];
  let bytes = 0;
  for (const sample of samples) {
    const [first] = part;
    if (first && (bytes >= FRAGMENT_BYTES || sample.at_ms - first.at_ms >= FRAGMENT_MS)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(sample);
    bytes += sample.data.length;
  }
  if (part.length > 0) yield part;
}
