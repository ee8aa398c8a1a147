import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { agentToServer, serverToAgent, type AgentToServer, type ServerToAgent } from "@udt/contract";
import { WebSocket, WebSocketServer } from "ws";
import type { z } from "zod";
import { GrowingShelf } from "./growing-shelf.ts";

type Type = AgentToServer["type"];
type Of<T extends Type> = Extract<AgentToServer, { type: T }>;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Request = Without<Extract<z.input<typeof serverToAgent>, { id: number }>, "id">;

/**
 * The server's side of the agent's wire and nothing behind it: each message of the agent is validated with the contract and
 * kept, each of ours is validated before it is sent. A message that does not fit is thrown by the next call.
 */
export class ContractServer {
  readonly received: AgentToServer[] = [];
  /** Bytes that app files are answered with, by install id; a function decides about the whole answer. */
  readonly files = new Map<string, Uint8Array | ((response: ServerResponse) => void)>();
  readonly resources: { url: string; bytes: Buffer }[] = [];
  /** Asked before anything else; true says that it has answered. */
  onHttp: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly growing = new GrowingShelf();
  /** What `welcome` says is alive. */
  alive: Extract<ServerToAgent, { type: "welcome" }>["sessions"] = [];
  heartbeatMs = 1_000;
  /** How far its clock is ahead of the agent's. */
  aheadMs = 0;
  token = "secret-token";
  /** Dials refused for their token. */
  refusals = 0;
  #faults: unknown[] = [];
  #http: Server | undefined;
  #link: WebSocket | undefined;
  #port = 0;
  #lastId = 0;
  readonly #sockets = new Set<WebSocket>();
  readonly #streams = new Map<string, (socket: WebSocket) => void>();
  readonly #waiters = new Set<() => void>();

  async start(): Promise<void> {
    const http = createServer((request, response) => this.#onHttp(request, response));
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    http.on("upgrade", (request, socket, head) => {
      if (request.headers.authorization !== `Bearer ${this.token}`) {
        this.refusals++;
        this.#woken();
        sockets.handleUpgrade(request, socket, head, (ws) => ws.close(4401, "agent_token"));
        return;
      }
      sockets.handleUpgrade(request, socket, head, (ws) => {
        this.#sockets.add(ws);
        ws.on("close", () => this.#sockets.delete(ws));
        ws.on("error", () => undefined);
        if (request.url === "/v1/agent/link") this.#onLink(ws);
        else this.#onStream(request.url ?? "", ws);
      });
    });
    await new Promise<void>((resolve) => http.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (http.address() as AddressInfo).port;
    this.#http = http;
  }

  /** Breaks everything off, as a crash does. {@link start} comes back on the same port. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.terminate();
    const http = this.#http;
    this.#http = undefined;
    http?.closeAllConnections();
    await new Promise<void>((resolve) => (http ? http.close(() => resolve()) : resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get isLinked(): boolean {
    return this.#link?.readyState === WebSocket.OPEN;
  }

  send(message: z.input<typeof serverToAgent>): void {
    this.#link!.send(JSON.stringify(serverToAgent.parse(message)));
  }

  sendRaw(text: string): void {
    this.#link!.send(text);
  }

  breakLink(): void {
    this.#link!.terminate();
  }

  /** Sends a request and resolves with its reply. */
  async request(request: Request): Promise<Of<"reply">> {
    const id = ++this.#lastId;
    this.send({ ...request, id } as z.input<typeof serverToAgent>);
    return this.until("reply", (reply) => reply.id === id);
  }

  /** Resolves with the first message of `type` that fits, from `from` on, past ones included. Rejects on a fault. */
  async until<T extends Type>(type: T, fits: (message: Of<T>) => boolean = () => true, from = 0): Promise<Of<T>> {
    for (;;) {
      if (this.#faults.length > 0) throw this.#faults.shift();
      const found = this.received
        .slice(from)
        .find((message): message is Of<T> => message.type === type && fits(message as Of<T>));
      if (found) return found;
      await this.#somethingNew();
    }
  }

  async untilRefusals(count: number): Promise<void> {
    while (this.refusals < count) await this.#somethingNew();
  }

  /** The agent's end of the stream with this id. */
  stream(stream_id: string): Promise<WebSocket> {
    return new Promise((resolve) => this.#streams.set(`/v1/agent/streams/${stream_id}`, resolve));
  }

  streamUrl(stream_id: string): string {
    return `ws://127.0.0.1:${this.#port}/v1/agent/streams/${stream_id}`;
  }

  /** Every fault since the last call; a test that ends well has none. */
  takeFaults(): unknown[] {
    return this.#faults.splice(0);
  }

  #somethingNew(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiters.delete(wake);
        resolve();
      };
      this.#waiters.add(wake);
    });
  }

  #woken(): void {
    for (const wake of this.#waiters) wake();
  }

  #onLink(socket: WebSocket): void {
    this.#link = socket;
    socket.on("message", (data: Buffer) => {
      const message = agentToServer.safeParse(JSON.parse(data.toString()));
      if (message.success) {
        this.received.push(message.data);
        if (message.data.type === "hello") {
          this.send({
            type: "welcome",
            agent_id: "agent-1",
            heartbeat_ms: this.heartbeatMs,
            now: Date.now() + this.aheadMs,
            sessions: this.alive,
          });
        }
      } else this.#faults.push(message.error);
      this.#woken();
    });
  }

  #onStream(url: string, socket: WebSocket): void {
    const take = this.#streams.get(url);
    this.#streams.delete(url);
    // Nothing may be lost before the test listens.
    socket.pause();
    if (take) take(socket);
    else socket.close(4404, "stream_unknown");
  }

  #onHttp(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      response.writeHead(401).end();
      return;
    }
    if (this.onHttp(request, response)) return;
    const install = /^\/v1\/agent\/installs\/([^/]+)\/file$/.exec(request.url ?? "");
    const file = this.files.get(install?.[1] ?? "");
    if (typeof file === "function") file(response);
    else if (file) response.writeHead(200, { "content-type": "application/octet-stream" }).end(file);
    else if (request.url?.includes("/resources")) {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const grown = this.growing.answer(request.method!, new URL(request.url!, this.url), Buffer.concat(chunks));
        if (grown) {
          const ret = grown.status === 200 ? 0 : (grown.ret ?? 1);
          const answer = { ret, data: grown.data, msg: "", request_id: "r" };
          response.writeHead(grown.status, { "content-type": "application/json" }).end(JSON.stringify(answer));
          this.#woken();
          return;
        }
        this.resources.push({ url: request.url!, bytes: Buffer.concat(chunks) });
        const body = { ret: 0, data: { resource_id: `resource-${this.resources.length}` }, msg: "", request_id: "r" };
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    } else response.writeHead(404, { "content-type": "application/json" }).end("{}");
  }
}

/** What came over a stream, kept in order. */
export class StreamTap {
  readonly socket: WebSocket;
  readonly texts: Record<string, unknown>[] = [];
  readonly binaries: Buffer[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #waiters = new Set<() => void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.binaries.push(data);
      else this.texts.push(JSON.parse(data.toString()) as Record<string, unknown>);
      for (const wake of this.#waiters) wake();
    });
    this.closed = new Promise((resolve) =>
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    socket.resume();
  }

  /** Resolves with what `look` finds, looked for again with each message. */
  async until<T>(look: (tap: StreamTap) => T | undefined | false): Promise<T> {
    for (;;) {
      const found = look(this);
      if (found !== undefined && found !== false) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
      });
    }
  }

  json(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }
}
