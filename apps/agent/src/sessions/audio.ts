import { AUDIO_PACKET, audioToAgent } from "@udt/contract";
import type { AudioCapability, AudioPacket, AudioSource } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import { timedFrame } from "../timed-frame.ts";
import { closeSocket, readMessages, refuse, type StreamEnd } from "./stream-socket.ts";

/** About a second: who reads slower misses some of it rather than hear it later and later. */
const WAITING_BYTES = 16 * 1024;
const ENDED = 1011;

/** The `audio` streams of a session: one source for all who listen, which goes with the last of them. */
export class SessionAudio {
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  readonly #listeners = new Set<StreamEnd>();
  #source: AudioSource | undefined;
  #config: Uint8Array | undefined;
  #changing: Promise<void> = Promise.resolve();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Lets one more listen. Where the device gives no sound its stream is refused. */
  async serve(socket: StreamEnd, audio: AudioCapability): Promise<void> {
    this.#listeners.add(socket);
    socket.on("close", () => {
      this.#listeners.delete(socket);
      void this.#inTurn(() => this.#settle(audio));
    });
    readMessages(socket, audioToAgent, () => undefined);
    if (this.#config) socket.send(this.#config);
    await this.#inTurn(() => this.#settle(audio));
  }

  async dispose(): Promise<void> {
    this.#stopping.abort(new Error("session ended"));
    this.#listeners.clear();
    await this.#inTurn(() => this.#close());
  }

  /** Opens it for the first and closes it after the last. */
  async #settle(audio: AudioCapability): Promise<void> {
    if (this.#listeners.size === 0) return this.#close();
    if (this.#source || this.#stopping.signal.aborted) return;
    try {
      const source = await audio.open((packet) => this.#pass(packet), this.#stopping.signal);
      this.#source = source;
      void source.ended.then(() => this.#onEnded(source));
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#log("warn", "no sound", { error: messageOf(error) });
      for (const socket of this.#listeners) refuse(socket, "no_sound");
    }
  }

  #pass(packet: AudioPacket): void {
    const frame = timedFrame(AUDIO_PACKET[packet.kind], packet.pts_us, packet.data);
    if (packet.kind === "config") this.#config = frame;
    for (const socket of this.#listeners)
      if (socket.readyState === socket.OPEN && socket.bufferedAmount < WAITING_BYTES) socket.send(frame);
  }

  /** Who still listens dials again, as after any break. */
  #onEnded(source: AudioSource): void {
    if (this.#source !== source) return;
    this.#source = undefined;
    this.#config = undefined;
    for (const socket of this.#listeners) closeSocket(socket, ENDED, "audio ended");
  }

  async #close(): Promise<void> {
    const source = this.#source;
    this.#source = undefined;
    this.#config = undefined;
    await source?.dispose();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#changing = this.#changing.then(work).catch((error: unknown) => {
      this.#log("warn", "sound cannot be kept", { error: messageOf(error) });
    });
    return this.#changing;
  }
}
