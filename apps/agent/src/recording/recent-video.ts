import { SCREEN_PACKET, screenToBrowser } from "@udt/contract";
import type { ViewerSocket } from "../screen/screen-channel.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { sourceMs } from "./screen-samples.ts";
import { ArrivalClock, type ServerClock } from "./server-clock.ts";

export interface RecentVideoOptions {
  /** So much is kept, and what precedes it up to a key frame. */
  max_ms: number;
  max_bytes: number;
}

/** A key frame and what followed it, with what a decoder must know of them. */
export interface KeptGroup {
  size: { width: number; height: number };
  config: Uint8Array;
  pictures: { readonly at: number; readonly frame: Uint8Array }[];
  bytes: number;
}

/** What is kept at one moment. */
export interface KeptVideo {
  started_at: number;
  until: number;
  groups: readonly KeptGroup[];
}

/**
 * While something moves, a key frame is asked for where the device has sent none for so long: without one nothing older
 * could go. Devices that send them by themselves (scrcpy's every ten seconds) are never asked.
 *
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.1/server/src/main/java/com/genymobile/scrcpy/video/SurfaceEncoder.java
 */
const KEY_FRAME_MS = 20_000;
/** One that does not heed it is asked again after this. */
const ASK_AGAIN_MS = 5_000;
/** What it costs to keep a packet besides its bytes. */
const EACH_BYTES = 120;

/**
 * The newest of a screen's packets, as its viewers get them: one more viewer of what is there anyway. They are kept from the
 * last key frame before the asked time; beyond the bound the oldest go, so that what is there can always be decoded.
 */
export class RecentVideo {
  readonly #keeper: ScreenKeeper;
  readonly #clock: ServerClock;
  readonly #options: RecentVideoOptions;
  readonly #times = new ArrivalClock();
  readonly #socket: ViewerSocket;
  #size: KeptGroup["size"] | undefined;
  #config: Uint8Array | undefined;
  #groups: KeptGroup[] = [];
  #bytes = 0;
  #asked_at = -Infinity;
  #isStill = false;
  /** Told when it becomes possible or impossible to keep video, and when the oldest that is kept changes. */
  onChange: () => void = () => undefined;

  constructor(keeper: ScreenKeeper, clock: ServerClock, options: RecentVideoOptions) {
    this.#keeper = keeper;
    this.#clock = clock;
    this.#options = options;
    this.#socket = {
      bufferedAmount: 0,
      send: (data) => (typeof data === "string" ? this.#onText(data) : this.#onPacket(data)),
    };
    keeper.video.attach(this.#socket);
  }

  get size_bytes(): number {
    return this.#bytes;
  }

  /** False where the screen is still pictures. */
  get isVideo(): boolean {
    return !this.#isStill;
  }

  /** When the oldest that is kept was shown; undefined while there is none. */
  get since(): number | undefined {
    return this.#groups[0]?.pictures[0]?.at;
  }

  /** What is kept now; undefined when that is nothing. It stays as it is, whatever comes. */
  snapshot(): KeptVideo | undefined {
    const until = this.#clock.now();
    const asked = until - this.#options.max_ms;
    this.#trim(until);
    const { since } = this;
    if (since === undefined) return undefined;
    // A screen that has stood still since long before shows its picture from the asked time on.
    const started_at = since < asked - KEY_FRAME_MS ? asked : since;
    return { started_at, until, groups: this.#groups.map((group) => ({ ...group, pictures: [...group.pictures] })) };
  }

  close(): void {
    this.#keeper.video.detach(this.#socket);
    this.#groups = [];
    this.#bytes = 0;
  }

  #onText(text: string): void {
    const message = screenToBrowser.parse(JSON.parse(text));
    if (message.type === "meta") {
      this.#times.reset();
      const isStill = message.codec !== "h264";
      if (isStill === this.#isStill) return;
      this.#isStill = isStill;
      this.onChange();
    } else if (message.type === "size") this.#size = { width: message.width, height: message.height };
  }

  #onPacket(frame: Uint8Array): void {
    const kind = frame[0];
    if (kind === SCREEN_PACKET.config) this.#config = frame;
    if (kind !== SCREEN_PACKET.key && kind !== SCREEN_PACKET.delta) return;
    const now = this.#clock.now();
    const at = this.#times.map(sourceMs(frame), now);
    if (kind === SCREEN_PACKET.key) {
      if (!this.#config || !this.#size) return;
      this.#groups.push({ size: this.#size, config: this.#config, pictures: [], bytes: 0 });
    }
    const group = this.#groups.at(-1);
    if (!group) return this.#askForKeyFrame(now);
    group.pictures.push({ at, frame });
    group.bytes += frame.length + EACH_BYTES;
    this.#bytes += frame.length + EACH_BYTES;
    if (kind === SCREEN_PACKET.key && this.#groups.length === 1) this.onChange();
    this.#trim(now);
    const key = this.#groups.at(-1)?.pictures[0];
    if (!key || now - key.at > KEY_FRAME_MS) this.#askForKeyFrame(now);
  }

  #askForKeyFrame(now: number): void {
    if (now - this.#asked_at < ASK_AGAIN_MS) return;
    this.#asked_at = now;
    this.#keeper.requestKeyFrame();
  }

  #trim(now: number): void {
    const { max_ms, max_bytes } = this.#options;
    const before = this.#groups.length;
    for (;;) {
      const [oldest, next] = this.#groups;
      const isOver = oldest && this.#bytes > max_bytes;
      const isOld = next?.pictures[0] !== undefined && next.pictures[0].at <= now - max_ms;
      if (!oldest || (!isOver && !isOld)) break;
      this.#groups.shift();
      this.#bytes -= oldest.bytes;
    }
    if (this.#groups.length < before) this.onChange();
  }
}
