import { screenToBrowser, type Refused } from "@udt/contract";
import { fragment, type Sample } from "@udt/video/mp4";
import type { ViewerSocket } from "../screen/screen-channel.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { GrowingFile, type Upload } from "./growing-file.ts";
import { ScreenSamples, type ScreenSample } from "./screen-samples.ts";
import { ArrivalClock } from "./server-clock.ts";

/** A kill loses what has not been sent yet, so it goes at least this often. */
const FRAGMENT_MS = 600;
/** A screen that stands still sends nothing; the server is told all the same how far the recording has come. */
const EXTEND_MS = 500;
/** Who jumps into the video has this much to decode at the most, while something moves; most devices send key frames earlier. */
const KEY_FRAME_MS = 15_000;
/** The next picture may be dated this much before it arrives. */
const LATENESS_MS = 150;
/** Together with {@link FRAGMENT_MS} what a kill costs, when the server has not taken it before. */
const SPILL_MS = 100;

/**
 * One more viewer of the session's screen: the packets that the device sends anyway, untouched, as fragmented MP4. The
 * track has one picture after the other with the times at which they were shown; nothing is repeated while the screen
 * stands still.
 */
export class VideoRecorder {
  readonly #keeper: ScreenKeeper;
  readonly #upload: Upload;
  readonly #times = new ArrivalClock();
  readonly #socket: ViewerSocket;
  readonly #timer: NodeJS.Timeout;
  #file: GrowingFile | undefined;
  readonly #track = new ScreenSamples();
  readonly #name: string;
  #samples: Sample[] = [];
  #sequence = 0;
  #last_ms = 0;
  #extended_ms = 0;
  #key_ms = 0;
  /** The pictures that the channel gives at once belong to the beginning, however old they are. */
  #isJoining = true;
  #resume: (() => void) | undefined;
  #isOver = false;
  /** Told once when the server takes nothing more of it. */
  onRefused: (refused: Refused) => void = () => undefined;

  constructor(keeper: ScreenKeeper, upload: Upload, name = "screen.mp4") {
    this.#keeper = keeper;
    this.#upload = upload;
    this.#name = name;
    const isFull = () => this.#isFull();
    this.#socket = {
      get bufferedAmount() {
        return isFull() ? Infinity : 0;
      },
      send: (data, done) => {
        this.#resume = done;
        if (typeof data === "string") this.#onText(data);
        else this.#onPacket(data);
      },
    };
    keeper.video.attach(this.#socket);
    this.#isJoining = false;
    this.#timer = setInterval(() => this.#flush(), FRAGMENT_MS);
  }

  /** Whether there has been any picture that a video can be made of. */
  get hasPicture(): boolean {
    return this.#file !== undefined;
  }

  /** Completes the file: the last picture stays until now. */
  async end(signal: AbortSignal): Promise<void> {
    if (!this.#isOver) {
      this.#isOver = true;
      clearInterval(this.#timer);
      this.#keeper.video.detach(this.#socket);
      this.#flush();
      if (this.#file) this.#file.extend(this.#now(this.#file));
    }
    await this.#file?.end(signal);
  }

  #onText(text: string): void {
    const message = screenToBrowser.parse(JSON.parse(text));
    if (message.type === "meta") this.#times.reset();
    else if (message.type === "size") this.#track.size = message;
  }

  #onPacket(frame: Uint8Array): void {
    const sample = this.#track.take(frame);
    if (sample) this.#picture(sample);
  }

  #picture({ data, is_key, source_ms }: ScreenSample): void {
    const file = this.#file ?? (is_key ? this.#begin() : undefined);
    if (!file) return;
    const shown_ms = this.#isJoining ? 0 : this.#times.map(source_ms, this.#now(file));
    this.#last_ms = Math.max(this.#last_ms, shown_ms);
    // What begins with a key frame can be jumped to, so it begins a piece.
    if (is_key) {
      this.#flush();
      this.#key_ms = this.#last_ms;
    }
    this.#samples.push({ data, is_key, at_ms: this.#last_ms });
  }

  #begin(): GrowingFile | undefined {
    const head = this.#track.head();
    if (!head) return undefined;
    const file = GrowingFile.begin(this.#upload, {
      name: this.#name,
      kind: "video",
      content_type: "video/mp4",
      started_at: this.#upload.clock.now(),
      gatherMs: 0,
      spillMs: SPILL_MS,
    });
    file.onRoom = () => this.#onRoom(file);
    file.onRefused = (refused) => this.onRefused(refused);
    file.append(head, 0);
    return (this.#file = file);
  }

  /** Sends the pictures that have come, or says that none have. */
  #flush(): void {
    const file = this.#file;
    if (!file) return;
    const now = this.#now(file);
    const [first] = this.#samples;
    if (first) {
      if (now - this.#key_ms > KEY_FRAME_MS) this.#keeper.requestKeyFrame();
      const until = Math.max(this.#last_ms, now - LATENESS_MS);
      file.append(fragment(++this.#sequence, this.#samples, until), now, first.is_key);
      this.#samples = [];
      // Its end is where the next one begins at the earliest.
      this.#last_ms = until;
      this.#extended_ms = now;
    } else if (now - this.#extended_ms >= EXTEND_MS) {
      file.extend(now);
      this.#extended_ms = now;
    }
  }

  /** With what waits at its bound, pictures are left out up to the next key frame. */
  #isFull(): boolean {
    if (!this.#file?.isFull) return false;
    this.#file.markTruncated();
    return true;
  }

  #onRoom(file: GrowingFile): void {
    if (file.hasRoom) this.#resume?.();
  }

  #now(file: GrowingFile): number {
    return this.#upload.clock.now() - file.started_at;
  }
}
