import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { z } from "zod";
import { WebSocketServer, type WebSocket } from "ws";
import { isProjectScoped, LIMITS, SOCKETS, type SocketRoute } from "@udt/contract";
import type { CountCall } from "./call-limits.ts";
import { refusalOf, valid } from "./answers.ts";
import { closeFor } from "./closing.ts";
import { credentialsOf, idsOf, type Authority, type Caller } from "./caller.ts";
import { isOwnOrigin } from "./origins.ts";

type Parameters<R> = R extends { params: infer P extends z.ZodType } ? z.output<P> : undefined;
type Query<R> = R extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;

export interface SocketCall<R extends SocketRoute> {
  params: Parameters<R>;
  query: Query<R>;
  caller: Caller;
  socket: WebSocket;
  request: IncomingMessage;
  /** Judges the same call again: as whom the caller may go on; rejects when they may not. */
  recheck(): Promise<Caller>;
}
type SocketHandler<R extends SocketRoute> = (call: SocketCall<R>) => Promise<void> | void;
type LooseHandler = (call: SocketCall<SocketRoute>) => Promise<void> | void;

export interface Sockets {
  implement<R extends SocketRoute>(route: R, handler: SocketHandler<R>): void;
}

/** Closes with the code and reason that the contract gives a refusal. */
export const refuseSocket = (socket: WebSocket, error: unknown): void => closeFor(socket, refusalOf(error).code);

export interface SocketOptions {
  authority: Authority;
  basePath: string;
  publicUrl: string | undefined;
  sessionCookie: string;
  /** The address that a request comes from. */
  ipOf: (request: IncomingMessage) => string;
  /** Bounds how many calls and sockets one caller makes. */
  count: CountCall;
  /** The name by which the request calls this server, when that is none of its own. */
  foreignHost: (request: IncomingMessage) => string | undefined;
  onError: (error: unknown) => void;
  onOpened: (name: string) => void;
}

/** Every WebSocket route of the contract, behind its declared access. */
export class SocketTable implements Sockets {
  readonly #handlers = new Map<string, { route: SocketRoute; pattern: RegExp; handler: LooseHandler }>();
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LIMITS.stream_message_max_bytes,
  });

  implement<R extends SocketRoute>(route: R, handler: SocketHandler<R>): void {
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    this.#handlers.set(route.name, { route, pattern, handler: handler as unknown as LooseHandler });
  }

  /** @throws Error when a route of the contract has no handler. */
  mount(server: Server, options: SocketOptions): void {
    const missing = Object.keys(SOCKETS).filter((name) => !this.#handlers.has(name));
    if (missing.length > 0) throw new Error(`sockets without a handler: ${missing.join(", ")}`);
    server.on("upgrade", (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
      duplex.on("error", () => duplex.destroy());
      const url = URL.parse(request.url ?? "/", "http://server");
      const path = url?.pathname.startsWith(options.basePath) ? url.pathname.slice(options.basePath.length) : "";
      const found = this.#find(path);
      if (!url || !found) return void duplex.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      if (found.route.access !== "agent" && options.foreignHost(request) !== undefined) {
        return void duplex.end("HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\n\r\n");
      }
      if (found.route.access !== "agent" && !isOwnOrigin(request, options.publicUrl)) {
        return void duplex.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      }
      this.#server.handleUpgrade(request, duplex, head, (socket) => {
        socket.on("error", () => socket.terminate());
        options.onOpened([found.route.name, found.params["stream"] ?? []].flat().join(" "));
        this.#open(options, found, url, request, socket).catch((error: unknown) => {
          if (refusalOf(error).code === "internal") options.onError(error);
          refuseSocket(socket, error);
        });
      });
    });
  }

  /** Tells every peer that the server goes away. */
  closeAll(): void {
    for (const socket of this.#server.clients) socket.close(1001, "server stops");
  }

  terminateAll(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  #find(path: string): { route: SocketRoute; handler: LooseHandler; params: Record<string, string> } | undefined {
    for (const { route, pattern, handler } of this.#handlers.values()) {
      const match = pattern.exec(path);
      if (match) return { route, handler, params: { ...match.groups } };
    }
    return undefined;
  }

  async #open(
    { authority, sessionCookie, ipOf, count }: Pick<SocketOptions, "authority" | "sessionCookie" | "ipOf" | "count">,
    found: { route: SocketRoute; handler: LooseHandler; params: Record<string, string> },
    url: URL,
    request: IncomingMessage,
    socket: WebSocket,
  ): Promise<void> {
    const { route } = found;
    // Nothing may be lost that the peer says before its handler listens.
    socket.pause();
    const credentials = credentialsOf(request.headers, sessionCookie);
    const ip = ipOf(request);
    const call = { reads: true, signed_in: false, single_project_keys: false };
    const first = isProjectScoped(route.access) ? "known" : route.access;
    const counted = () => count({ headers: request.headers, ip });
    if (route.access !== "agent") counted();
    const known = await authority.judge({ ...call, access: first }, credentials, ip, {}).catch((error: unknown) => {
      if (route.access === "agent") counted();
      throw error;
    });
    const params = route.params && valid(route.params, found.params, "path");
    const query = route.query && valid(route.query, Object.fromEntries(url.searchParams), "query");
    const own = { access: route.access, reads: route.reads?.(found.params) ?? false, signed_in: false };
    const judge = () => authority.judge({ ...own, single_project_keys: false }, credentials, ip, idsOf(params, query));
    const caller = first === route.access ? known : await judge();
    if (socket.readyState !== socket.OPEN) return;
    await found.handler({ params: params as never, query: query as never, caller, socket, request, recheck: judge });
    socket.resume();
  }
}
