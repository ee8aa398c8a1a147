import { backoffMs, delay, Emitter, Redialling } from "@udt/base";
import { socketUrl } from "@udt/client";
import {
  AGENT_PROTOCOL,
  type ErrorArgs,
  saidOf,
  agentToServer,
  closeCode,
  ERRORS,
  LIMITS,
  serverToAgent,
  SOCKETS,
  type AgentToServer,
  type ServerToAgent,
} from "@udt/contract";
import { WebSocket } from "ws";
import { z } from "zod";
import { messageOf, type Logger } from "../logger.ts";
import { Refusal } from "../sessions/lease.ts";
import { closeSocket, parseJson } from "../sessions/stream-socket.ts";
import { withSignal } from "../with-signal.ts";

type Hello = Extract<AgentToServer, { type: "hello" }>;
type Heartbeat = Extract<AgentToServer, { type: "heartbeat" }>;
type Request = Extract<ServerToAgent, { id: number }>;
type Notice = Exclude<ServerToAgent, Request>;

export interface ServerLinkOptions {
  server_url: string;
  token: string;
  log: Logger;
  /** What is here now; sent first on each connection. */
  hello: () => Omit<Hello, "type" | "protocol">;
  /** What goes along with each heartbeat. */
  beat?: () => Omit<Heartbeat, "type">;
  /** Resolves with the reply's data; a {@link Refusal} becomes its error. */
  onRequest: (request: Request) => Promise<unknown>;
  onNotice: (notice: Notice) => void;
  /** Pause before dialling again; tests make it short. */
  retryMs?: (attempt: number, refused: boolean) => number;
}

const REFUSED_RETRY_MS = 60_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const WELCOME_TIMEOUT_MS = 15_000;
const TOKEN_REFUSED = closeCode(ERRORS.agent_token.status);
const withId = z.object({ id: z.int() });

const defaultRetryMs = (attempt: number, refused: boolean): number =>
  refused ? REFUSED_RETRY_MS : backoffMs(attempt, 250, 10_000);

/** The link to the server: dialled for ever, one connection at a time. */
export class ServerLink {
  readonly #options: ServerLinkOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #socket: WebSocket | undefined;
  #isWelcome = false;
  readonly #welcomed = new Emitter<void>();

  constructor(options: ServerLinkOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  get isUp(): boolean {
    return this.#isWelcome;
  }

  /** Resolves when the server hears this agent. */
  async up(signal: AbortSignal): Promise<void> {
    if (this.isUp) return;
    const up = Promise.withResolvers<void>();
    const off = this.#welcomed.on(() => up.resolve());
    await withSignal(up.promise, signal).finally(off);
  }

  /** Sends when the link is up. What is lost while it is down is in the next `hello`. */
  send(message: AgentToServer): void {
    const socket = this.#socket;
    if (!socket || socket.readyState !== socket.OPEN) return;
    const checked = agentToServer.safeParse(message);
    if (checked.success) socket.send(JSON.stringify(checked.data));
    else this.#options.log("error", "message does not fit the contract", { type: message.type, error: checked.error });
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("agent stops"));
    if (this.#socket) closeSocket(this.#socket, 1001, "agent stops");
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { log } = this.#options;
    const retryMs = this.#options.retryMs ?? defaultRetryMs;
    const redialling = new Redialling();
    while (!signal.aborted) {
      const end = await this.#connect(() => redialling.opened());
      if (signal.aborted) return;
      const refused = end.code === TOKEN_REFUSED;
      if (refused) log("error", "the server does not know this agent's token; check UDT_AGENT_TOKEN", {});
      else log("warn", "link to the server is down", { code: end.code, reason: end.reason });
      await delay(retryMs(redialling.broken(), refused), signal).catch(() => undefined);
    }
  }

  /** One connection from dial to end. */
  #connect(onUp: () => void): Promise<{ code: number; reason: string }> {
    const { server_url, token, log } = this.#options;
    const socket = new WebSocket(socketUrl(server_url, SOCKETS.agentLink, {}), {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: LIMITS.control_message_max_bytes,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#isWelcome = false;
    let failure = "";
    let heartbeat: NodeJS.Timeout | undefined;
    const noWelcome = setTimeout(() => socket.terminate(), HANDSHAKE_TIMEOUT_MS + WELCOME_TIMEOUT_MS);

    socket.on("open", () => this.send({ type: "hello", protocol: AGENT_PROTOCOL, ...this.#options.hello() }));
    socket.on("message", (data: Buffer) => {
      const raw = parseJson(data);
      const message = serverToAgent.safeParse(raw);
      if (!message.success) {
        log("error", "server sent what the contract does not know", { error: message.error });
        const request = withId.safeParse(raw);
        if (request.success)
          this.#reply(request.data.id, { code: "invalid_param", args: { field: "message", rule: "contract" } }, null);
        return;
      }
      if ("id" in message.data) {
        void this.#answer(message.data);
        return;
      }
      if (message.data.type === "welcome") {
        clearTimeout(noWelcome);
        onUp();
        this.#isWelcome = true;
        this.#welcomed.emit();
        clearInterval(heartbeat);
        heartbeat = this.#beat(socket, message.data.heartbeat_ms);
        log("info", "link to the server is up", { agent_id: message.data.agent_id });
      }
      this.#notice(message.data);
    });

    return new Promise((resolve) => {
      // A refusal before the upgrade is the same word as a close code after it.
      socket.on("unexpected-response", (request, response) => {
        failure = `HTTP ${response.statusCode}`;
        request.destroy();
        finish(closeCode(response.statusCode ?? 0), failure);
      });
      socket.on("error", (error) => (failure ||= error.message));
      socket.on("close", (code, reason) => finish(code, reason.toString() || failure));
      const finish = (code: number, reason: string) => {
        clearTimeout(noWelcome);
        clearInterval(heartbeat);
        this.#isWelcome = false;
        if (this.#socket === socket) this.#socket = undefined;
        socket.terminate();
        resolve({ code, reason });
      };
    });
  }

  /** Says that this agent lives, and notices a server that does not answer: a connection can be dead without a word. */
  #beat(socket: WebSocket, heartbeatMs: number): NodeJS.Timeout {
    let unanswered = 0;
    socket.on("pong", () => (unanswered = 0));
    return setInterval(() => {
      if (unanswered >= 3) {
        socket.terminate();
        return;
      }
      unanswered++;
      socket.ping();
      this.send({ type: "heartbeat", ...this.#options.beat?.() });
    }, heartbeatMs);
  }

  #notice(notice: Notice): void {
    try {
      this.#options.onNotice(notice);
    } catch (error) {
      this.#options.log(error instanceof Refusal ? "warn" : "error", "notice not carried out", {
        type: notice.type,
        error,
      });
    }
  }

  /** Every request is answered, whatever happens. */
  async #answer(request: Request): Promise<void> {
    try {
      const data = await this.#options.onRequest(request);
      this.#reply(request.id, null, data ?? null);
    } catch (error) {
      if (error instanceof Refusal) {
        this.#options.log("info", "request refused", {
          type: request.type,
          code: error.code,
          ...error.args,
          error: error.cause && messageOf(error.cause),
        });
        this.#reply(request.id, { code: error.code, args: error.args }, null);
      } else {
        this.#options.log("error", "request failed", { type: request.type, error });
        this.#reply(request.id, { code: "device_command_failed", args: { reason: saidOf(error) } }, null);
      }
    }
  }

  #reply(id: number, error: { code: string; args: ErrorArgs } | null, data: unknown): void {
    this.send({ type: "reply", id, error, data });
  }
}
