import { once } from "node:events";
import { socketUrl, type Client } from "@udt/client";
import {
  inputToBrowser,
  PACKET_HEADER_BYTES,
  screenToBrowser,
  SCREEN_PACKET,
  SOCKETS,
  type InputMessage,
  type PictureQuality,
} from "@udt/contract";
import { until } from "@udt/testkit";
import { WebSocket } from "ws";
import { PROJECT, startApp, startSession } from "../lib/udt.ts";
import { PATTERN, TIMEOUT_MS } from "./taps.ts";

/** Packets that are remembered by when they came: more than arrive before a mark's answer. */
const PACKETS_KEPT = 64;

interface Place {
  url: string;
  cookie: string;
  device_id: string;
}

/** A debug session without a page: its screen is received and its device touched over the sockets that a page has. */
export class SocketSession {
  readonly test_id: string;
  readonly device_id: string;
  readonly #screen: WebSocket;
  readonly #input: WebSocket;
  readonly #came = new Map<number, number>();
  #size: { width: number; height: number } | undefined;
  #isReady = false;
  #marks = 0;
  #marked: { mark: number; pts_us: number } | undefined;

  private constructor(test_id: string, { url, cookie, device_id }: Place) {
    this.test_id = test_id;
    this.device_id = device_id;
    const open = (stream: "screen" | "input") =>
      new WebSocket(socketUrl(url, SOCKETS.stream, { test_id, device_id, stream }, PROJECT), {
        perMessageDeflate: false,
        headers: { cookie },
      });
    this.#screen = open("screen");
    this.#input = open("input");
    this.#screen.on("message", (data: Buffer, isBinary) => this.#onScreen(data, isBinary));
    this.#input.on("message", (data: Buffer) => this.#onInput(data));
  }

  /** Resolves once the app whose picture changes at each touch shows at this quality. */
  static async start(client: Client, place: Place, quality: PictureQuality): Promise<SocketSession> {
    const session = new SocketSession(await startSession(client, place.device_id), place);
    await Promise.all([once(session.#screen, "open"), once(session.#input, "open")]);
    session.#screen.send(JSON.stringify({ type: "quality", quality }));
    await startApp(client, session.test_id, place.device_id, PATTERN);
    await until(
      "a picture and hands",
      () => (session.#isReady && session.#came.size > 0 && session.#size) || undefined,
    );
    return session;
  }

  /** Milliseconds from a touch that is sent until the picture that shows it is here. */
  async tap(): Promise<number> {
    const mark = ++this.#marks;
    const sent = performance.now();
    this.#touch("down");
    this.#say({ type: "mark", mark });
    const came = await until(
      `the picture of touch ${mark} on ${this.device_id}`,
      () => (this.#marked?.mark === mark ? this.#came.get(this.#marked.pts_us) : undefined),
      TIMEOUT_MS,
    );
    this.#touch("up");
    return came - sent;
  }

  hangUp(): void {
    this.#screen.terminate();
    this.#input.terminate();
  }

  #touch(action: "down" | "up"): void {
    const { width, height } = this.#size!;
    this.#say({ type: "touch", action, pointer_id: 0, x: width / 2, y: height / 2, width, height });
  }

  #say(message: InputMessage): void {
    this.#input.send(JSON.stringify(message));
  }

  #onScreen(data: Buffer, isBinary: boolean): void {
    if (!isBinary) {
      const message = screenToBrowser.parse(JSON.parse(data.toString()));
      if (message.type === "size") this.#size = { width: message.width, height: message.height };
      return;
    }
    if (data.length < PACKET_HEADER_BYTES || data[0] === SCREEN_PACKET.config) return;
    this.#came.set(Number(data.readBigUInt64BE(1)), performance.now());
    if (this.#came.size > PACKETS_KEPT) this.#came.delete(this.#came.keys().next().value!);
  }

  #onInput(data: Buffer): void {
    const message = inputToBrowser.parse(JSON.parse(data.toString()));
    if (message.type === "ready") this.#isReady = true;
    if (message.type === "marked") this.#marked = { mark: message.mark, pts_us: message.pts_us };
  }
}
