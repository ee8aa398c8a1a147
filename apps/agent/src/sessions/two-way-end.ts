import { EventEmitter } from "node:events";
import { randomBytes } from "node:crypto";
import { TwoWays, type StreamFrame, type Way } from "@udt/client";
import { BAD_MESSAGE, isWayText, wayText } from "@udt/contract";
import type { WebSocket } from "ws";
import type { DirectPaths } from "../direct/direct-paths.ts";
import type { Peer } from "../direct/peer.ts";
import type { PeerChannel } from "../direct/peer-channel.ts";
import { activePings } from "./active-pings.ts";
import { closeSocket, type StreamEnd } from "./stream-socket.ts";

const KEY_BYTES = 32;
/** Nothing is taken from a channel when the server, which says who may have the stream, has not answered for so long. */
const SERVER_SILENT_MS = 3_000;

/**
 * An agent's end of a stream whose messages go by the server's socket or by a channel of the direct path. The socket alone says
 * that there is a stream: by it the browser is given the name of the channel, and when it closes the channel is closed.
 */
export class TwoWayEnd extends EventEmitter<{ message: [Buffer, boolean]; close: [] }> implements StreamEnd {
  readonly OPEN: number;
  readonly CLOSED: number;
  readonly #socket: WebSocket;
  readonly #paths: DirectPaths;
  readonly #ways: TwoWays;
  readonly #offPaths: () => void;
  #cameBy: Way = "server";
  #wanted: string | undefined;
  /** The one that a name was given for. */
  #peer: Peer | undefined;
  #forgetKey = () => {};
  #channel: PeerChannel | undefined;
  /** Tells the server of what comes by the channel, and asks thus whether it is there. */
  readonly #askServer: () => boolean;
  /** When the server was asked and has not answered. */
  #askedMs: number | undefined;

  constructor(socket: WebSocket, paths: DirectPaths) {
    super();
    this.OPEN = socket.OPEN;
    this.CLOSED = socket.CLOSED;
    this.#socket = socket;
    this.#askServer = activePings(socket);
    this.#paths = paths;
    this.#ways = new TwoWays({
      sendBySocket: (frame) => {
        if (socket.readyState === socket.OPEN) socket.send(frame);
      },
      take: (frame, way) => {
        this.#cameBy = way;
        this.emit(
          "message",
          typeof frame === "string" ? Buffer.from(frame) : bufferOf(frame),
          typeof frame !== "string",
        );
      },
      hear: (message) => {
        if (message.way === "ask") this.#ask(message.path);
        else this.#refuse();
      },
      // The page finds out by itself what that means for the path.
      stalled: () => {},
      refuse: () => this.#refuse(),
    });
    this.#offPaths = paths.changed.on(() => this.#give());
    socket.on("message", (data: Buffer, isBinary: boolean) =>
      this.#ways.heardBySocket(isBinary ? (data as Uint8Array<ArrayBuffer>) : data.toString()),
    );
    socket.on("pong", () => (this.#askedMs = undefined));
    socket.on("close", () => {
      this.#end();
      this.emit("close");
    });
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount + this.#ways.untaken;
  }

  get isPaused(): boolean {
    return this.#socket.isPaused;
  }

  get ways(): { cameBy: Way; goesBy: Way } {
    return { cameBy: this.#cameBy, goesBy: this.#ways.way };
  }

  send(data: StreamFrame, done?: () => void): void {
    if (this.readyState === this.OPEN) this.#ways.send(data);
    done?.();
  }

  /** What is on its way by the channel goes before the word that closes the socket. */
  close(code: number, reason: string): void {
    this.#leave();
    this.#socket.close(code, reason);
    this.#end();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  pause(): void {
    this.#socket.pause();
    this.#ways.hold(true);
  }

  resume(): void {
    this.#socket.resume();
    this.#ways.hold(false);
  }

  ping(data?: string, mask?: undefined, done: () => void = () => {}): void {
    if (data !== undefined || this.#ways.way === "server") this.#socket.ping(data, mask, done);
    else this.#ways.moved(done);
  }

  #ask(path: string): void {
    this.#wanted = path;
    this.#peer = undefined;
    this.#leave();
    this.#give();
  }

  /** Gives a name for a channel as soon as the path stands, once for each time that it was asked for. */
  #give(): void {
    const path = this.#wanted;
    const peer = this.#paths.open(path ?? null);
    if (path === undefined || peer === this.#peer) return;
    this.#peer = peer;
    this.#leave();
    if (!peer) return;
    const key = randomBytes(KEY_BYTES).toString("base64url");
    this.#forgetKey = peer.expect(key, (channel) => this.#join(channel));
    this.#socket.send(wayText({ way: "key", path, key }));
  }

  #join(channel: PeerChannel): void {
    if (this.readyState !== this.OPEN) return channel.close();
    this.#channel = channel;
    channel.heard.on((frame) => {
      if (this.#channel === channel) this.#hear(frame);
    });
    channel.closed.on(() => {
      if (this.#channel === channel) this.#leave();
    });
    this.#ways.use(channel);
  }

  #hear(frame: StreamFrame): void {
    if (this.readyState !== this.OPEN) return;
    const isWord = typeof frame === "string" && isWayText(frame);
    // What is not taken comes again by the socket.
    if (isWord || this.#isServerThere()) this.#ways.heardByChannel(frame);
    else this.#leave();
  }

  /** Asks by a ping that tells of the user as well, and goes by the last answer until then. */
  #isServerThere(): boolean {
    const now = performance.now();
    if (this.#askedMs !== undefined) return now - this.#askedMs < SERVER_SILENT_MS;
    if (this.#askServer()) this.#askedMs = now;
    return true;
  }

  #leave(): void {
    const channel = this.#channel;
    this.#channel = undefined;
    this.#forgetKey();
    this.#ways.use(undefined);
    channel?.close();
  }

  #refuse(): void {
    closeSocket(this, BAD_MESSAGE, "invalid_param");
  }

  #end(): void {
    this.#offPaths();
    this.#wanted = undefined;
    this.#ways.dispose();
    this.#leave();
  }
}

const bufferOf = (bytes: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
