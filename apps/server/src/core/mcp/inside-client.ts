/**
 * A client of this very server, within its process: calls and sockets go the way that everybody's go, with the caller's own
 * credentials and address, so that they are judged, counted and noted as if the caller had made them.
 */
import { Agent, type Server } from "node:http";
import { duplexPair, type Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocket } from "ws";
import { createClient } from "@udt/client";
import type { DeviceAccess } from "@udt/client/device";
import { LIMITS } from "@udt/contract";

/** A name that every server is known by. */
const NAME = "localhost";

export interface InsideCaller {
  /** The header by which the caller shows who it is. */
  authorization: string;
  ip: string;
}
export type Inside = (caller: InsideCaller, signal: AbortSignal) => DeviceAccess;

export function insideOf(app: FastifyInstance, base_path: string): Inside {
  const baseUrl = `http://${NAME}${base_path}`;
  return ({ authorization, ip }, signal) => ({
    client: createClient({
      baseUrl,
      headers: () => ({ authorization }),
      fetch: (input, init) => injected(app, ip, new Request(input, init)),
    }),
    connect: (url) => insideSocket(app.server, ip, url, authorization),
    signal,
  });
}

async function injected(app: FastifyInstance, remoteAddress: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await app.inject({
    method: request.method as "GET",
    url: pathname + search,
    remoteAddress,
    headers: { ...Object.fromEntries(request.headers), host: NAME },
    ...(request.body !== null && { payload: Buffer.from(await request.arrayBuffer()) }),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers.set(name, [value].flat().join(", "));
  return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
}

/** One end of a connection that stays in the process. */
class Insider extends Agent {
  readonly #server: Server;
  readonly #ip: string;
  constructor(server: Server, ip: string) {
    super();
    this.#server = server;
    this.#ip = ip;
  }
  override createConnection(): Duplex {
    const [near, far] = duplexPair();
    Object.defineProperty(far, "remoteAddress", { value: this.#ip });
    this.#server.emit("connection", far);
    return near;
  }
}

function insideSocket(server: Server, ip: string, url: string, authorization: string): globalThis.WebSocket {
  const socket = new WebSocket(url, {
    agent: new Insider(server, ip),
    headers: { authorization },
    perMessageDeflate: false,
    maxPayload: LIMITS.stream_message_max_bytes,
  });
  return socket as unknown as globalThis.WebSocket;
}
