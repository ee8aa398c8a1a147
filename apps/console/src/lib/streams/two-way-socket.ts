import { backoffMs, Redialling } from "@udt/base";
import { TwoWays, type StreamFrame } from "@udt/client";
import { wayText } from "@udt/contract";
import type { PathInUse } from "./paths-in-use.ts";
import type { Store } from "./store.ts";

/** Of one path: attempts in a row, each after a longer pause. */
const ATTEMPTS = 6;
const RETRY_BASE_MS = 1_000;
const RETRY_CAP_MS = 30_000;

export interface TwoWaySocketNeeds {
  socket: WebSocket;
  path: Store<PathInUse | undefined>;
  take(frame: StreamFrame): void;
  /** The other end says what it must not. */
  refuse(): void;
}

/** An open socket of a stream, whose messages go by a channel of the direct path while there is one. */
export class TwoWaySocket {
  readonly #needs: TwoWaySocketNeeds;
  readonly #ways: TwoWays;
  readonly #unfollow: () => void;
  #retries = new Redialling();
  #path: PathInUse | undefined;
  #channel: RTCDataChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(needs: TwoWaySocketNeeds) {
    this.#needs = needs;
    this.#ways = new TwoWays({
      sendBySocket: (frame) => needs.socket.send(frame),
      take: (frame) => needs.take(frame),
      hear: (message) => {
        if (message.way === "key") this.#open(message.path, message.key);
        else needs.refuse();
      },
      stalled: () => this.#path?.doubt(),
      refuse: () => needs.refuse(),
    });
    this.#unfollow = needs.path.subscribe(() => this.#follow());
    this.#follow();
  }

  send(frame: StreamFrame): void {
    this.#ways.send(frame);
  }

  heard(frame: StreamFrame): void {
    this.#ways.heardBySocket(frame);
  }

  /** @param isOpen what is on its way by the channel goes by the socket, which is closed after it */
  close(isOpen: boolean): void {
    this.#unfollow();
    clearTimeout(this.#timer);
    if (isOpen) this.#ways.over();
    this.#ways.dispose();
    this.#leave();
  }

  #follow(): void {
    const path = this.#needs.path.get();
    if (path === this.#path) return;
    this.#path = path;
    this.#retries = new Redialling();
    clearTimeout(this.#timer);
    this.#leave();
    this.#ask();
  }

  #ask(): void {
    if (this.#path) this.#needs.socket.send(wayText({ way: "ask", path: this.#path.name }));
  }

  #open(name: string, key: string): void {
    const path = this.#path;
    // It was asked for of a path that is gone.
    if (path?.name !== name) return;
    this.#leave();
    try {
      this.#join(path.openChannel(key));
    } catch {
      this.#lost();
    }
  }

  #join(channel: RTCDataChannel): void {
    this.#channel = channel;
    channel.binaryType = "arraybuffer";
    const send = (frame: StreamFrame) => {
      if (channel.readyState !== "open") return false;
      // Each kind has an overload of its own.
      if (typeof frame === "string") channel.send(frame);
      else channel.send(frame);
      return true;
    };
    const hear = (frame: StreamFrame) => {
      if (this.#channel === channel) this.#ways.heardByChannel(frame);
    };
    // Chromium can tell of a message before it tells that the channel is open. Unanswered, the agent would not use the channel.
    let early: StreamFrame[] | undefined = [];
    channel.addEventListener("open", () => {
      if (this.#channel !== channel) return;
      this.#retries.opened();
      this.#ways.use({ send });
      const before = early ?? [];
      early = undefined;
      for (const frame of before) hear(frame);
    });
    channel.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const frame = typeof data === "string" ? data : new Uint8Array(data);
      if (early) early.push(frame);
      else hear(frame);
    });
    channel.addEventListener("close", () => {
      if (this.#channel === channel) this.#lost();
    });
  }

  /** The agent closed it, or the path is about to go: it is asked for again, if the path stays. */
  #lost(): void {
    this.#leave();
    const attempt = this.#retries.broken();
    if (attempt >= ATTEMPTS) return;
    this.#timer = setTimeout(() => this.#ask(), backoffMs(attempt, RETRY_BASE_MS, RETRY_CAP_MS));
  }

  #leave(): void {
    const channel = this.#channel;
    this.#channel = undefined;
    this.#ways.use(undefined);
    channel?.close();
  }
}
