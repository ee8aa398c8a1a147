/**
 * The only way out of a workplace that may reach hosts: an HTTP proxy that dials those that it is told of, whatever the program
 * inside or a host's answers ask for.
 */
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import { Transform } from "node:stream";
import { dialProxy, type UpstreamProxy } from "./upstream-proxy.ts";
import { plainHost } from "./place.ts";

/** How a host is reached. */
export interface Way {
  host: string;
  port: number;
  /** The proxy that leads there; it is asked for what the program named. */
  upstream?: UpstreamProxy;
}

export interface GuardSpec {
  /** Undefined for a host that is not to be reached. @param host In lower case, an IPv6 address without brackets. */
  wayTo: (host: string, port: number) => Way | undefined;
  /** Of all answers together; then it hangs up. */
  maxBytes: number;
}

export class GuardProxy {
  readonly #server: Server;
  readonly #spec: GuardSpec;
  readonly #sockets = new Set<Socket>();
  readonly #refused = new Set<string>();
  #bytes = 0;

  constructor(spec: GuardSpec) {
    this.#spec = spec;
    this.#server = createServer((asked, answer) => this.#forward(asked, answer));
    this.#server.on("connect", (asked, socket: Socket) => void this.#tunnel(asked, socket));
    this.#server.on("clientError", (_error, socket) => socket.destroy());
  }

  get isTooLarge(): boolean {
    return this.#bytes > this.#spec.maxBytes;
  }

  /** Hosts that were asked for and are not to be reached; the first of them, should there be many. */
  get refused(): readonly string[] {
    return [...this.#refused];
  }

  /** Takes a connection of the program's. */
  take(socket: Socket): void {
    this.#keep(socket);
    this.#server.emit("connection", socket);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  readonly #keep = (socket: Socket): Socket => {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
    return socket;
  };

  #wayTo(named: string, port: number): Way | undefined {
    const host = plainHost(named);
    const way = this.#spec.wayTo(host, port);
    if (!way && this.#refused.size < 10) this.#refused.add(host);
    return way;
  }

  #counted(): Transform {
    return new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        this.#bytes += piece.length;
        if (this.isTooLarge) done(new Error("too large"));
        else done(null, piece);
      },
    });
  }

  /** https: the bytes are the host's and the program's own. */
  async #tunnel(asked: IncomingMessage, socket: Socket): Promise<void> {
    const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(asked.url ?? "") ?? [];
    const way = this.#wayTo(host, Number(port));
    if (!way) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const { upstream } = way;
    const out = upstream
      ? await dialProxy(upstream, `${host}:${port}`).then(this.#keep, () => undefined)
      : this.#keep(connect(way));
    if (!out) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const join = () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(out);
      out
        .pipe(this.#counted())
        .on("error", () => this.close())
        .pipe(socket);
    };
    if (out.connecting) out.once("connect", join);
    else join();
    out.on("close", () => socket.destroy());
    socket.on("close", () => out.destroy());
  }

  /** http: https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form */
  #forward(asked: IncomingMessage, answer: ServerResponse): void {
    const url = URL.parse(asked.url ?? "");
    const way = url?.protocol === "http:" ? this.#wayTo(url.hostname, Number(url.port) || 80) : undefined;
    if (!url || !way) {
      answer.writeHead(403).end();
      return;
    }
    const { "proxy-authorization": _, "proxy-connection": __, ...headers } = asked.headers;
    const { upstream } = way;
    const out = request({
      createConnection: () => this.#keep(upstream ? upstream.dial() : connect(way)),
      method: asked.method,
      path: upstream ? url.href : url.pathname + url.search,
      headers: { ...headers, ...upstream?.headers, host: url.host },
    });
    const fail = () => void (answer.headersSent ? answer.destroy() : answer.writeHead(502).end());
    out.on("response", (response) => {
      try {
        answer.writeHead(response.statusCode ?? 502, withoutHops(response.headers));
      } catch {
        // What Node reads it need not write: a status of 99, a trailer's name without chunks.
        out.destroy();
        fail();
        return;
      }
      response.on("error", fail);
      response
        .pipe(this.#counted())
        .on("error", () => this.close())
        .pipe(answer);
    });
    // Nothing here speaks another protocol on the same connection.
    out.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail();
    });
    out.on("error", fail);
    asked.pipe(out);
  }
}

/** Of one connection, and no business of the next: https://www.rfc-editor.org/rfc/rfc9110#name-connection */
function withoutHops({ connection, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const hops = new Set([...named, "keep-alive", "proxy-authenticate", "te", "trailer", "transfer-encoding", "upgrade"]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name)));
}
