import type { WebSocket } from "ws";
import {
  agentToServer,
  BAD_MESSAGE,
  isFinalReport,
  LIMITS,
  serverToAgent,
  UdtError,
  type AgentMachine,
  type AgentToServer,
  type DeviceReport,
  type ServerToAgent,
  type SessionReport,
} from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { agentError, parseJson } from "./agent-answers.ts";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A message that the agent answers, before the link gives it its id. */
export type AgentRequest = Without<Extract<ServerToAgent, { id: number }>, "id">;
export type AgentReport = Exclude<AgentToServer, { type: "reply" | "heartbeat" }>;

/** The link broke before the agent answered: whether it did the thing is not known. */
export class LinkBroken extends UdtError {
  constructor() {
    super("agent_lost");
  }
}

/** One that does not answer so long is not waited for. */
const PONG_MS = 5_000;

interface Waiting {
  resolve(data: unknown): void;
  reject(error: unknown): void;
}

/** One agent's socket: messages validated both ways, requests matched with their replies. */
export class AgentLink {
  /** What other servers know it by. */
  readonly link_id = newId();
  readonly agent_id: string;
  readonly ip: string;
  /** This server's address as the agent dialled it: `ws:` or `wss:` URL without a trailing slash. */
  readonly serverUrl: string;
  instance_id = "";
  heardAt: number;
  /** What it reported and was refused because another agent holds it, by serial; the link's end forgets it. */
  readonly refused = new Map<string, { device_id: string; report: DeviceReport }>();
  readonly #socket: WebSocket;
  readonly #clock: ServerClock;
  readonly #onError: (error: unknown) => void;
  readonly #onMessage: (direction: "in" | "out", type: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #reports = Promise.resolve();
  /** What it said of sessions since, by lease. */
  readonly #sessions = new Map<number, Promise<void>>();
  /** How the newest picture of each device that waits for its turn is taken in. */
  readonly #pictures = new Map<string, () => Promise<void>>();
  #pictured = Promise.resolve();

  constructor(options: {
    agent_id: string;
    ip: string;
    serverUrl: string;
    socket: WebSocket;
    clock: ServerClock;
    /**
     * Called for one report after the other, in the order they came; only those of different sessions do not wait for each
     * other, and none waits for pictures, of which a device's last alone counts.
     */
    onReport: (link: AgentLink, report: AgentReport) => Promise<void>;
    /** What its heartbeats say of its computer comes along. */
    onHeard: (link: AgentLink, machine: AgentMachine | undefined) => void;
    onMessage: (direction: "in" | "out", type: string) => void;
    onClosed: (link: AgentLink) => void;
    onGarbage: (link: AgentLink, reason: string) => void;
    onError: (error: unknown) => void;
  }) {
    this.agent_id = options.agent_id;
    this.ip = options.ip;
    this.serverUrl = options.serverUrl;
    this.#socket = options.socket;
    this.#clock = options.clock;
    this.#onError = options.onError;
    this.#onMessage = options.onMessage;
    this.heardAt = options.clock.elapsed();
    options.socket.on("message", (data, isBinary) => {
      const message = isBinary ? undefined : agentToServer.safeParse(parseJson(String(data)));
      if (!message?.success) {
        options.onGarbage(this, message?.error.issues[0]?.message ?? "binary frame");
        options.socket.close(BAD_MESSAGE, "invalid_param");
        return;
      }
      this.heardAt = options.clock.elapsed();
      options.onMessage("in", message.data.type);
      options.onHeard(this, message.data.type === "heartbeat" ? message.data.machine : undefined);
      if (message.data.type === "heartbeat") return;
      if (message.data.type === "reply") {
        this.#settle(message.data);
        return;
      }
      const report = message.data;
      const work = () => options.onReport(this, report);
      if (report.type === "session") this.#inTurnOf(report.session.lease_token, work);
      else if (report.type === "picture") this.#afterReports(report.serial, work);
      else this.inTurn(work);
    });
    options.socket.on("close", () => {
      for (const waiting of this.#waiting.values()) waiting.reject(new LinkBroken());
      this.#waiting.clear();
      options.onClosed(this);
    });
  }

  /** Does something between two reports of this agent. */
  inTurn(work: () => Promise<void>): void {
    this.#reports = this.caughtUp().then(work).catch(this.#onError);
    this.#sessions.clear();
  }

  #inTurnOf(lease_token: number, work: () => Promise<void>): void {
    const before = this.#sessions.get(lease_token) ?? this.#reports;
    const done = before
      .then(work)
      .catch(this.#onError)
      .finally(() => {
        if (this.#sessions.get(lease_token) === done) this.#sessions.delete(lease_token);
      });
    this.#sessions.set(lease_token, done);
  }

  /** A thousand phones may be pictured at once: what is said of them meanwhile is not kept waiting. */
  #afterReports(serial: string, work: () => Promise<void>): void {
    const waits = this.#pictures.has(serial);
    this.#pictures.set(serial, work);
    if (waits) return;
    const before = Promise.all([this.#pictured, this.caughtUp()]);
    this.#pictured = before
      .then(() => {
        const newest = this.#pictures.get(serial);
        this.#pictures.delete(serial);
        return newest?.();
      })
      .catch(this.#onError);
  }

  /** Resolves once what it has said until now is taken in, but for pictures. */
  async caughtUp(): Promise<void> {
    await Promise.all([this.#reports, ...this.#sessions.values()]);
  }

  /**
   * The same of all that it said before now, wherever on its way that is: the answer to a ping comes after it. What was said by
   * another way, as by HTTP, may have come faster.
   */
  async heardOut(): Promise<void> {
    const mark = newId();
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const onPong = (data: Buffer) => {
      if (data.toString() === mark) resolve();
    };
    const timer = setTimeout(resolve, PONG_MS);
    this.#socket.on("pong", onPong);
    this.#socket.once("close", resolve);
    if (this.isOpen) this.#socket.ping(mark);
    else resolve();
    await heard;
    clearTimeout(timer);
    this.#socket.off("pong", onPong);
    this.#socket.off("close", resolve);
    await this.caughtUp();
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: ServerToAgent): void {
    if (!this.isOpen) return;
    this.#socket.send(JSON.stringify(serverToAgent.parse(message)));
    this.#onMessage("out", message.type);
  }

  /** A report is taken in: if it was the last of its lease, the agent need not tell it again. */
  confirm(report: SessionReport): void {
    const { test_id, serial, lease_token } = report;
    if (isFinalReport(report)) this.send({ type: "session_confirmed", test_id, serial, lease_token });
  }

  /**
   * Asks and waits for the reply's data, which is still unread.
   * @throws LinkBroken, UdtError agent_timeout, or the error row that the agent names
   */
  request(request: AgentRequest, options: { timeoutMs: number }): Promise<unknown> {
    if (!this.isOpen) return Promise.reject(new LinkBroken());
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const cancelTimer = this.#clock.at(this.#clock.now() + options.timeoutMs, () =>
      reject(new UdtError("agent_timeout")),
    );
    this.#waiting.set(id, { resolve, reject });
    const settled = promise.finally(() => {
      cancelTimer();
      this.#waiting.delete(id);
    });
    try {
      this.send({ ...request, id });
    } catch (error) {
      reject(error);
    }
    return settled;
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #settle(reply: Extract<AgentToServer, { type: "reply" }>): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if (reply.error === null) waiting.resolve(reply.data);
    else waiting.reject(agentError(reply.error));
  }
}

export const HEARTBEAT_MS = LIMITS.agent_heartbeat_ms;
