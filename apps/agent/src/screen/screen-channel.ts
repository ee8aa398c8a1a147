import { SCREEN_PACKET, screenToBrowser } from "@udt/contract";
import type { ScreenEvent } from "@udt/driver";
import { timedFrame } from "../timed-frame.ts";

type PacketKind = keyof typeof SCREEN_PACKET;

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
} as const;

/**
 * One source of packets, many viewers. Each packet is framed once. A viewer that joins late is given the present picture at
 * once; one that reads slowly loses packets up to the next key frame and never makes this process hold more than its mark.
 */
export class ScreenChannel {
  readonly #viewers = new Map<ViewerSocket, Viewer>();
  readonly #requestKeyFrame: () => void;
  #meta: string | undefined;
  #size: string | undefined;
  /** Of the present picture; undefined before the first one. */
  size: { width: number; height: number } | undefined;
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
      this.#broadcast((this.#size = JSON.stringify(screenToBrowser.parse(event))));
    } else this.#packet(event.kind, timedFrame(SCREEN_PACKET[event.kind], event.pts_us, event.data));
  }

  attach(socket: ViewerSocket): void {
    const viewer = new Viewer(socket, () => this.#requestKeyFrame());
    this.#viewers.set(socket, viewer);
    for (const text of [this.#meta, this.#size]) if (text !== undefined) viewer.text(text);
    // Without a picture yet the source has just started, and its first one comes by itself.
    for (const [index, picture] of this.#pictures.entries())
      viewer.offer(index > 0 ? "delta" : this.#config ? "key" : "still", picture, this.#config);
    if (!this.#stale) return;
    viewer.waitForKeyFrame();
    this.#requestKeyFrame();
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

class Viewer {
  readonly #socket: ViewerSocket;
  readonly #requestKeyFrame: () => void;
  /** Deltas make no sense to it until a key frame. */
  #waiting = true;
  /** It fell behind; `waiting` lasts until it has caught up, too. */
  #slow = false;

  constructor(socket: ViewerSocket, requestKeyFrame: () => void) {
    this.#socket = socket;
    this.#requestKeyFrame = requestKeyFrame;
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
    if ((kind === "delta" || kind === "config") && this.#waiting) return;
    if (this.#socket.bufferedAmount > CHANNEL_LIMITS.viewer_high_bytes) {
      this.#slow = true;
      this.#waiting = true;
      return;
    }
    if (kind === "key" && this.#waiting && config) this.#send(config);
    if (kind === "key") this.#waiting = false;
    this.#send(frame);
  }

  #send(data: Uint8Array | string): void {
    this.#socket.send(data, () => this.#sent());
  }

  #sent(): void {
    if (!this.#slow || this.#socket.bufferedAmount > CHANNEL_LIMITS.viewer_low_bytes) return;
    this.#slow = false;
    this.#requestKeyFrame();
  }
}
