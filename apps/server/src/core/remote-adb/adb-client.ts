import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import {
  ADB_MAX_PAYLOAD,
  ADB_MIN_PAYLOAD,
  ADB_VERSION_SKIP_CHECKSUM,
  AdbCommand,
  type AdbPacket,
  AdbPublicKey,
  encodePacket,
  PacketDecoder,
  remoteUseOf,
} from "@udt/adb";
import type { WebSocket } from "ws";
import type { ServerClock } from "../../platform/clock.ts";

/** What an AUTH packet carries. */
const AUTH = { token: 1, signature: 2, public_key: 3 } as const;
const TOKEN_BYTES = 20;
/** As many keys as a user's adb may try. */
const SIGNATURES_MAX = 32;
/** What is given to somebody who has not yet said which key is theirs. */
const GREETING_TIMEOUT_MS = 30_000;
/** Bytes that wait for the agent before the client is held up. */
const WAITING_BYTES = 1024 * 1024;
/** Services that are open at once and do not count; more are forgotten, and count. */
const QUIET_MAX = 1_000;

/** What a connection needs of the session that it is for. */
export interface AdbDoor {
  clock: ServerClock;
  /** Keys that are let in. */
  keys(): Promise<readonly AdbPublicKey[]>;
  /** Resolves with whether the key is let in. */
  ask(key: AdbPublicKey, client: AdbClient): Promise<boolean>;
  /** The device's end, for who was let in. */
  open(key: AdbPublicKey, client: AdbClient): Promise<WebSocket>;
  /** Somebody did something at the device. */
  used(): void;
  passed(way: "sent" | "received", bytes: number): void;
}

/**
 * One connection of an adb server on a user's computer. It proves by a signature that it has a key which is let in, as it would
 * to a phone; from then on its packets go to the device and back as they are.
 * https://cs.android.com/android/platform/superproject/+/android-14.0.0_r1:packages/modules/adb/protocol.txt
 */
export class AdbClient {
  readonly ip: string;
  /** What it was let in by. */
  key: AdbPublicKey | undefined;
  readonly #socket: Socket;
  readonly #door: AdbDoor;
  readonly #decoder = new PacketDecoder(ADB_MIN_PAYLOAD);
  readonly #signed: { token: Buffer; signature: Uint8Array }[] = [];
  readonly #quiet = new Set<number>();
  #token = Buffer.alloc(0);
  #hello: AdbPacket | undefined;
  #hasAsked = false;
  #agent: WebSocket | undefined;

  constructor(socket: Socket, door: AdbDoor) {
    this.#socket = socket;
    this.#door = door;
    this.ip = socket.remoteAddress ?? "";
  }

  /** It has not said which key is its own. */
  get isStranger(): boolean {
    return !this.#hasAsked && !this.key;
  }

  /** Resolves when the connection is over. */
  async serve(): Promise<void> {
    const { clock } = this.#door;
    const cancelTimer = clock.at(clock.now() + GREETING_TIMEOUT_MS, () => {
      if (this.isStranger) this.close();
    });
    try {
      for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
        for (const packet of this.#decoder.push(chunk))
          await (this.#agent ? this.#forward(packet, this.#agent) : this.#greet(packet));
      }
    } catch {
      // A reset socket and what is no packet end it alike.
    } finally {
      cancelTimer();
      this.close();
    }
  }

  close(): void {
    this.#socket.destroy();
    // A paused socket would not see the other's close frame.
    this.#agent?.resume();
    this.#agent?.close(1000);
  }

  async #greet(packet: AdbPacket): Promise<void> {
    if (packet.command === AdbCommand.Connect) {
      if (this.#hello) throw new Error("greeted twice");
      this.#hello = packet;
      // Later ones carry none where the client is of a version that sends none.
      this.#decoder.verifyChecksum = packet.arg0 < ADB_VERSION_SKIP_CHECKSUM;
      this.#challenge();
    } else if (packet.command === AdbCommand.Auth && this.#hello) {
      if (packet.arg0 === AUTH.signature) await this.#judge(packet.payload);
      else if (packet.arg0 === AUTH.public_key) this.#present(packet.payload);
    } else if (!this.#hello) throw new Error("not adb");
  }

  #challenge(): void {
    this.#token = randomBytes(TOKEN_BYTES);
    const token = { command: AdbCommand.Auth, arg0: AUTH.token, arg1: 0, payload: new Uint8Array(this.#token) };
    this.#socket.write(encodePacket(token, true));
  }

  /** A signature by one of the client's keys; for one that nobody knows the client tries the next, and then shows it. */
  async #judge(signature: Uint8Array): Promise<void> {
    if (this.#hasAsked || this.key) return;
    const known = (await this.#door.keys()).find((key) => key.hasSigned(this.#token, signature));
    if (known) return this.#admit(known);
    if (this.#signed.length >= SIGNATURES_MAX) throw new Error("too many keys");
    this.#signed.push({ token: this.#token, signature });
    this.#challenge();
  }

  /** A phone would believe it. Public halves are no secret, so here it must be one that has just signed. */
  #present(payload: Uint8Array): void {
    if (this.#hasAsked || this.key) return;
    const key = AdbPublicKey.parse(new TextDecoder().decode(payload));
    if (!key || !this.#signed.some(({ token, signature }) => key.hasSigned(token, signature)))
      throw new Error("no key of the client's");
    this.#hasAsked = true;
    // The answer may take minutes, and who leaves meanwhile must be noticed.
    this.#door
      .ask(key, this)
      .then((isLetIn) => (isLetIn ? this.#admit(key) : this.close()))
      .catch(() => this.close());
  }

  async #admit(key: AdbPublicKey): Promise<void> {
    if (!this.#hello || this.#socket.destroyed) return;
    this.key = key;
    const agent = await this.#door.open(key, this);
    this.#agent = agent;
    this.#decoder.maxPayload = ADB_MAX_PAYLOAD;
    agent.on("message", (data: Buffer) => {
      this.#door.passed("received", data.length);
      if (!this.#socket.write(data)) agent.pause();
    });
    this.#socket.on("drain", () => agent.resume());
    agent.once("close", () => this.#socket.destroy());
    if (this.#socket.destroyed || agent.readyState !== agent.OPEN) return this.close();
    await this.#hand(this.#hello, agent);
  }

  async #forward(packet: AdbPacket, agent: WebSocket): Promise<void> {
    if (packet.command === AdbCommand.Open) this.#opens(packet);
    else if (packet.command === AdbCommand.Close) this.#quiet.delete(packet.arg0);
    else if (packet.command === AdbCommand.Write && !this.#quiet.has(packet.arg0)) this.#door.used();
    await this.#hand(packet, agent);
  }

  #opens({ arg0, payload }: AdbPacket): void {
    const [service = ""] = new TextDecoder().decode(payload).split("\0", 1);
    const { kind } = remoteUseOf(service);
    if (kind === "quiet" && this.#quiet.size < QUIET_MAX) this.#quiet.add(arg0);
    else this.#quiet.delete(arg0);
    if (kind === "use") this.#door.used();
  }

  /** Resolves when there is room for more. */
  async #hand(packet: AdbPacket, agent: WebSocket): Promise<void> {
    const bytes = encodePacket(packet, this.#decoder.verifyChecksum);
    this.#door.passed("sent", bytes.length);
    const sent = new Promise<void>((resolve) => agent.send(bytes, { compress: false }, () => resolve()));
    if (agent.bufferedAmount > WAITING_BYTES) await sent;
  }
}
