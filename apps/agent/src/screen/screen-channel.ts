import { SCREEN_PACKET, screenToBrowser } from "@udt/contract";
import type { ScreenEvent } from "@udt/driver";
import { timedFrame } from "../timed-frame.ts";
import { ViewerFlow } from "./viewer-flow.ts";

type PacketKind = keyof typeof SCREEN_PACKET;
type Size = { width: number; height: number };

/** What a viewer's socket must do; `ws` sockets do. */
export interface ViewerSocket {
  readonly bufferedAmount: number;
  /** `done` runs when the bytes have left this process. */
  send(data: Uint8Array | string, done: () => void): void;
}

export const CHANNEL_LIMITS = {
  /** Bytes that may wait for a viewer before it is given nothing more until the next key frame. */
  viewer_high_bytes: 512 * 1024,
  /** Bytes left over at which a viewer has caught up. */
  viewer_low_bytes: 64 * 1024,
  /** The key frame and what followed it that a late viewer is given; beyond this only the key frame is kept. */
  cache_bytes: 2 * 1024 * 1024,
  /** Where the picture is bounded: so much later than on an idle way a viewer's may come before it is given nothing more… */
  late_ms: 1_000,
  /** … until so little is left on its way. */
  way_low_bytes: 24 * 1024,
} as const;

/**
 * One source of packets, many viewers. Each packet is framed once. A viewer that joins late is given the present picture at
 * once; one that reads slowly loses packets up to the next key frame and never makes this process hold more than its mark.
 */
export class ScreenChannel {
  /** Whether nothing may pile up on the way to a viewer, either: what the way does not carry is left out. */
  isBounded = false;
  readonly #viewers = new Map<ViewerSocket, Viewer>();
  readonly #requestKeyFrame: () => void;
  #meta: string | undefined;
  /** Of the present picture; undefined before the first one. */
  size: Size | undefined;
  #config: Uint8Array | undefined;
  #pictures: Uint8Array[] = [];
  #cachedBytes = 0;
  /** Deltas were left out of the cache, so what it holds is an older picture. */
  #stale = false;

  constructor(requestKeyFrame: () => void) {
    this.#requestKeyFrame = requestKeyFrame;
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  /** Drops the cache: a new source starts. */
  reset(): void {
    this.#config = undefined;
    this.#pictures = [];
    this.#cachedBytes = 0;
    this.#stale = false;
    for (const viewer of this.#viewers.values()) viewer.waitForKeyFrame();
  }

  onEvent(event: ScreenEvent): void {
    if (event.type === "meta") this.#broadcast((this.#meta = JSON.stringify(screenToBrowser.parse(event))));
    else if (event.type === "size") {
      this.size = { width: event.width, height: event.height };
      this.#broadcast(sizeText(this.size));
    } else this.#packet(event.kind, timedFrame(SCREEN_PACKET[event.kind], event.pts_us, event.data));
  }

  /** Answers how its page fares, as far as it tells by {@link Viewer.received}. */
  attach(socket: ViewerSocket): Viewer {
    const viewer = new Viewer(
      socket,
      () => this.#requestKeyFrame(),
      () => this.isBounded,
    );
    this.#viewers.set(socket, viewer);
    if (this.#meta !== undefined) viewer.text(this.#meta);
    if (this.size) viewer.text(sizeText(this.size));
    this.#present(viewer);
    return viewer;
  }

  /** Sends a viewer the present picture anew: what it was sent last is lost. */
  again(socket: ViewerSocket): void {
    const viewer = this.#viewers.get(socket);
    viewer?.waitForKeyFrame();
    if (viewer) this.#present(viewer);
  }

  #present(viewer: Viewer): void {
    // Without a picture yet the source has just started, and its first one comes by itself.
    for (const [index, picture] of this.#pictures.entries())
      viewer.offer(index > 0 ? "delta" : this.#config ? "key" : "still", picture, this.#config);
    if (this.#stale) {
      viewer.waitForKeyFrame();
      this.#requestKeyFrame();
    }
  }

  detach(socket: ViewerSocket): void {
    this.#viewers.delete(socket);
  }

  #broadcast(text: string): void {
    for (const viewer of this.#viewers.values()) viewer.text(text);
  }

  #packet(kind: PacketKind, frame: Uint8Array): void {
    if (kind === "config") this.#config = frame;
    else this.#cache(kind, frame);
    for (const viewer of this.#viewers.values()) viewer.offer(kind, frame, this.#config);
  }

  #cache(kind: PacketKind, frame: Uint8Array): void {
    if (kind !== "delta") {
      this.#pictures = [frame];
      this.#cachedBytes = frame.length;
      this.#stale = false;
    } else if (this.#pictures.length > 0 && !this.#stale) {
      this.#pictures.push(frame);
      this.#cachedBytes += frame.length;
      if (this.#cachedBytes > CHANNEL_LIMITS.cache_bytes) {
        this.#pictures.length = 1;
        this.#stale = true;
      }
    }
  }
}

const sizeText = (size: Size): string => JSON.stringify(screenToBrowser.parse({ type: "size", ...size }));

export class Viewer {
  readonly #socket: ViewerSocket;
  readonly #requestKeyFrame: () => void;
  readonly #isBounded: () => boolean;
  readonly #flow = new ViewerFlow();
  /** Deltas make no sense to it until a key frame. */
  #waiting = true;
  /** It fell behind; `waiting` lasts until it has caught up, too. */
  #slow = false;
  /** It has caught up, and a key frame was asked for. */
  #hasAsked = false;

  constructor(socket: ViewerSocket, requestKeyFrame: () => void, isBounded: () => boolean) {
    this.#socket = socket;
    this.#requestKeyFrame = requestKeyFrame;
    this.#isBounded = isBounded;
  }

  /** Its page says how much of what it was sent has arrived. Answers what that tells of the way. */
  received(bytes: number): { excessMs: number; rate: number } {
    const now = performance.now();
    this.#flow.received(bytes, now);
    this.#caughtUp();
    // What waits before the first socket waits behind all that is on the way.
    const isFull = this.#socket.bufferedAmount > CHANNEL_LIMITS.viewer_high_bytes;
    return { excessMs: isFull ? Infinity : this.#flow.excessMs(now), rate: this.#flow.rate(now) };
  }

  waitForKeyFrame(): void {
    this.#waiting = true;
  }

  text(text: string): void {
    this.#send(text);
  }

  /** @param config sent before the key frame that ends a gap, in which it may have changed */
  offer(kind: PacketKind, frame: Uint8Array, config?: Uint8Array): void {
    if (this.#slow) return;
    // A key frame that ends the wait brings the config along.
    if ((kind === "delta" || kind === "config") && this.#waiting) {
      // A request may have been one too many at its moment, and nobody else knows that this viewer still waits.
      if (this.#hasAsked && kind === "delta") this.#requestKeyFrame();
      return;
    }
    if (this.#isFull()) {
      this.#slow = true;
      this.#waiting = true;
      return;
    }
    if (kind === "key" && this.#waiting && config) this.#send(config);
    if (kind === "key") this.#waiting = this.#hasAsked = false;
    this.#send(frame);
  }

  #isFull(): boolean {
    if (this.#socket.bufferedAmount > CHANNEL_LIMITS.viewer_high_bytes) return true;
    return this.#isBounded() && this.#flow.pileMs(performance.now()) > CHANNEL_LIMITS.late_ms;
  }

  #send(data: Uint8Array | string): void {
    if (typeof data !== "string") this.#flow.sent(data.length, performance.now());
    this.#socket.send(data, () => this.#caughtUp());
  }

  #caughtUp(): void {
    if (!this.#slow || this.#socket.bufferedAmount > CHANNEL_LIMITS.viewer_low_bytes) return;
    if (this.#isBounded() && this.#flow.onWayBytes > CHANNEL_LIMITS.way_low_bytes) return;
    this.#slow = false;
    this.#hasAsked = true;
    this.#requestKeyFrame();
  }
}
