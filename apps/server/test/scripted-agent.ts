/** An agent as a test writes its script, over a real WebSocket, held to the contract in both directions. */
import { once } from "node:events";
import { WebSocket } from "ws";
import {
  AGENT_PROTOCOL,
  agentToServer,
  serverToAgent,
  SOCKETS,
  type AgentMachine,
  type AgentScripts,
  type SigningTool,
  type UnreadDevice,
  type AgentToServer,
  type DeviceReport,
  type ServerToAgent,
  type SessionReport,
  type ErrorArgs,
} from "@udt/contract";
import type { z } from "zod";

type Message<T extends ServerToAgent["type"]> = Extract<ServerToAgent, { type: T }>;
type Reply = { error: { code: string; args: ErrorArgs } } | { data: unknown } | "never";

/** One message of a stream. */
export interface Heard {
  data: Buffer;
  isBinary: boolean;
}

export function deviceReport(serial: string, change: Partial<DeviceReport> = {}): DeviceReport {
  return {
    serial,
    os: "android",
    os_version: "15",
    brand: "Acme",
    model: "Model One",
    hardware_model: "AC-1",
    width: 720,
    height: 1280,
    cpu_name: "Acme A1",
    cpu_arch: "arm64-v8a",
    cpu_cores: 8,
    gpu: "Acme G1",
    memory_bytes: 8 * 1024 ** 3,
    battery_level: 80,
    battery_charging: true,
    battery_celsius: 30,
    battery_cycles: null,
    free_bytes: 64 * 1024 ** 3,
    total_bytes: 128 * 1024 ** 3,
    is_virtual: true,
    capabilities: ["screen", "input", "shell", "log", "apps"],
    boot_id: "boot-1",
    readiness: "ready",
    reason: null,
    ...change,
  };
}

/** What an agent with podman says; without an engine for `null`. */
export const scriptsWith = (engine: AgentScripts["engine"] = { name: "podman", version: "4.3.1" }): AgentScripts => ({
  isolation: "namespaces",
  isolation_reason: null,
  engine,
  engine_faults: [],
});

export class ScriptedAgent {
  readonly received: ServerToAgent[] = [];
  /** The agent's ends of streams, in the order in which they opened. */
  readonly streams: { stream: string; stream_id: string; socket: WebSocket; heard: Heard[] }[] = [];
  /** How it answers; a test rewrites what its story needs. */
  readonly script: {
    session_start: (message: Message<"session_start">) => Reply;
    session_stop: (message: Message<"session_stop">) => Reply;
    task_start: (message: Message<"task_start">) => Reply;
    stream_open: (message: Message<"stream_open">) => Reply | Promise<Reply>;
    command: (message: Message<"command">) => Reply | Promise<Reply>;
    log_tail: () => Reply;
    /** Whether it reports `running` after a start, and `cleaned` after a stop. */
    reportsRunning: boolean;
    reportsCleaned: boolean;
    /** Whether it knows how to clean what another agent left uncleaned. */
    sweeps: boolean;
  } = {
    session_start: () => ({ data: null }),
    session_stop: () => ({ data: { held: true } }),
    task_start: () => ({ data: null }),
    stream_open: () => ({ data: null }),
    command: () => ({ data: null }),
    log_tail: () => ({ data: { lines: [] } }),
    reportsRunning: true,
    reportsCleaned: true,
    sweeps: true,
  };
  closed: { code: number; reason: string } | undefined;
  readonly #url: string;
  readonly #token: string;
  #socket: WebSocket | undefined;

  constructor(serverUrl: string, token: string) {
    this.#url = serverUrl.replace(/^http/, "ws");
    this.#token = token;
  }

  get socket(): WebSocket {
    if (!this.#socket) throw new Error("not connected");
    return this.#socket;
  }

  /** Dials and says hello; resolves with the server's welcome, or once the server closes. */
  async connect(
    devices: DeviceReport[],
    options: {
      sessions?: SessionReport[];
      instance_id?: string;
      protocol?: number;
      scripts?: AgentScripts;
      signing_tool?: SigningTool;
      reads_memgraphs?: boolean;
      version?: string;
      unread?: UnreadDevice[];
      /** What earlier agents do not tell. */
      told?: { addresses: string[]; machine: AgentMachine };
      headers?: Record<string, string>;
    } = {},
  ): Promise<Message<"welcome"> | undefined> {
    await this.dial(options.headers);
    const answered = this.next("welcome");
    this.send({
      type: "hello",
      protocol: options.protocol ?? AGENT_PROTOCOL,
      instance_id: options.instance_id ?? "instance-1",
      hostname: "host",
      system: "Linux",
      version: options.version ?? "0.1.0",
      devices,
      sessions: options.sessions ?? [],
      ...(options.unread && { unread: options.unread }),
      ...(options.scripts && { scripts: options.scripts }),
      ...(options.signing_tool && { signing_tool: options.signing_tool }),
      ...(options.reads_memgraphs && { reads_memgraphs: true }),
      ...options.told,
    });
    return Promise.race([answered, once(this.socket, "close").then(() => undefined)]);
  }

  async dial(headers: Record<string, string> = {}): Promise<void> {
    this.closed = undefined;
    const socket = new WebSocket(this.#url + SOCKETS.agentLink.path, {
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
    });
    this.#socket = socket;
    socket.on("error", () => {});
    socket.on("close", (code, reason) => (this.closed = { code, reason: reason.toString() }));
    socket.on("message", (data) => void this.#onMessage(socket, serverToAgent.parse(JSON.parse(data.toString()))));
    await once(socket, "open");
  }

  send(message: z.input<typeof agentToServer>, socket = this.socket): void {
    socket.send(JSON.stringify(agentToServer.parse(message) satisfies AgentToServer));
  }

  /** Resolves once the server has read all that was sent before; rejects when the link ends instead. */
  async flushed(): Promise<void> {
    const { socket, closed: ended } = this;
    if (ended) throw new Error(`the server closed the link with ${ended.code}`);
    const answered = new AbortController();
    const { signal } = answered;
    const closed = once(socket, "close", { signal }).then(
      ([code]) => Promise.reject(new Error(`the server closed the link with ${String(code)}`)),
      () => {},
    );
    const pong = once(socket, "pong", { signal });
    socket.ping();
    try {
      await Promise.race([pong, closed]);
    } finally {
      answered.abort();
    }
  }

  async heartbeat(machine?: AgentMachine): Promise<void> {
    this.send({ type: "heartbeat", ...(machine && { machine }) });
    await this.flushed();
  }

  report(
    of: { test_id: string; serial: string; lease_token: number },
    change: Partial<SessionReport>,
    socket = this.socket,
  ): void {
    const { test_id, serial, lease_token } = of;
    const session = {
      test_id,
      serial,
      lease_token,
      state: "running" as const,
      error: null,
      end_reason: null,
      ...change,
    };
    this.send({ type: "session", session }, socket);
  }

  /** The next message of this type that the server sends from now on. */
  next<T extends ServerToAgent["type"]>(type: T): Promise<Message<T>> {
    return new Promise((resolve) => {
      const onMessage = (data: Buffer) => {
        const message = serverToAgent.parse(JSON.parse(data.toString()));
        if (message.type !== type) return;
        this.socket.off("message", onMessage);
        resolve(message as Message<T>);
      };
      this.socket.on("message", onMessage);
    });
  }

  all<T extends ServerToAgent["type"]>(type: T): Message<T>[] {
    return this.received.filter((message): message is Message<T> => message.type === type);
  }

  /** The link breaks without a word, as a cable does. */
  break(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.#socket?.terminate();
    for (const { socket } of this.streams) socket.terminate();
  }

  /** @param heard takes all that comes, from the first message on */
  async dialStream(url: string, token = this.#token, heard: Heard[] = []): Promise<WebSocket> {
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
    socket.on("message", (data: Buffer, isBinary) => heard.push({ data, isBinary }));
    socket.on("error", () => {});
    await once(socket, "open");
    return socket;
  }

  /** On the link that asked: the next one may be dialled meanwhile. */
  async #onMessage(socket: WebSocket, message: ServerToAgent): Promise<void> {
    this.received.push(message);
    switch (message.type) {
      case "session_start":
        if (this.#reply(socket, message.id, this.script.session_start(message)) && this.script.reportsRunning)
          this.report(message, message.left_uncleaned && this.script.sweeps ? { is_swept: true } : {}, socket);
        return;
      case "session_stop":
        if (this.#reply(socket, message.id, this.script.session_stop(message)) && this.script.reportsCleaned) {
          this.report(message, { state: "cleaning" }, socket);
          this.report(message, { state: "cleaned" }, socket);
        }
        return;
      case "log_tail":
        this.#reply(socket, message.id, this.script.log_tail());
        return;
      case "task_start":
        this.#reply(socket, message.id, this.script.task_start(message));
        return;
      case "stream_open": {
        if (!this.#reply(socket, message.id, await this.script.stream_open(message))) return;
        const heard: Heard[] = [];
        const stream = await this.dialStream(message.url, this.#token, heard);
        this.streams.push({ stream: message.stream, stream_id: message.stream_id, socket: stream, heard });
        return;
      }
      case "command":
        this.#reply(socket, message.id, await this.script.command(message));
        return;
      default:
    }
  }

  /** True when it said yes. */
  #reply(socket: WebSocket, id: number, reply: Reply): boolean {
    if (reply === "never") return false;
    const error = "error" in reply ? reply.error : null;
    this.send({ type: "reply", id, error, data: "data" in reply ? reply.data : null }, socket);
    return error === null;
  }
}
