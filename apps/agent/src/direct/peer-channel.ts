import { Emitter } from "@udt/base";
import type { StreamFrame, WayChannel } from "@udt/client";
import type { DataChannel } from "node-datachannel";
import { safely } from "./safely.ts";

/** A data channel of a direct path. */
export class PeerChannel implements WayChannel {
  /** What comes by it. */
  readonly heard = new Emitter<StreamFrame>();
  /** It carries nothing any more. */
  readonly closed = new Emitter<void>();
  readonly #channel: DataChannel;

  /** @param onThrown told what who hears it throws */
  constructor(channel: DataChannel, onThrown: (error: unknown) => void) {
    this.#channel = channel;
    const hear = (data: string | Buffer | ArrayBuffer) =>
      this.heard.emit(typeof data === "string" ? data : new Uint8Array(data));
    channel.onMessage(safely(hear, onThrown));
    channel.onClosed(safely(() => this.closed.emit(), onThrown));
  }

  /** What is not sent at once waits for the network: only a channel that is closed takes nothing. */
  send(frame: StreamFrame): boolean {
    try {
      if (typeof frame === "string") this.#channel.sendMessage(frame);
      else this.#channel.sendMessageBinary(frame);
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#channel.close();
  }
}
