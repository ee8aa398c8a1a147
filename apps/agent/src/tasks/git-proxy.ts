/**
 * The only way out of a clone: a proxy that dials the one host of the repository, at the addresses that the server looked up and
 * allowed, whatever git or the host's answers ask for.
 */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { Transform } from "node:stream";

export interface GitTarget {
  url: string;
  /** Empty: the host as it is, which is the server's own. */
  addresses: readonly { address: string; family: 4 | 6 }[];
}

export class GitProxy {
  readonly #server: Server;
  readonly #target: { host: string; port: number; addresses: GitTarget["addresses"] };
  readonly #maxBytes: number;
  readonly #sockets = new Set<Socket>();
  #bytes = 0;

  /** @param maxBytes Of all answers together; then it hangs up. */
  constructor(target: GitTarget, maxBytes: number) {
    const { hostname, port, protocol } = new URL(target.url);
    const host = hostname.replace(/^\[|\]$/g, "");
    this.#target = { host, port: Number(port) || (protocol === "https:" ? 443 : 80), addresses: target.addresses };
    this.#maxBytes = maxBytes;
    this.#server = createServer((asked, answer) => this.#forward(asked, answer));
    this.#server.on("connect", (asked, socket: Socket) => this.#tunnel(asked, socket));
    this.#server.on("clientError", (_error, socket) => socket.destroy());
  }

  get isTooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** Takes a connection of git's. */
  take(socket: Socket): void {
    this.#keep(socket);
    this.#server.emit("connection", socket);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
  }

  #isTarget(host: string, port: number): boolean {
    return host.replace(/^\[|\]$/g, "").toLowerCase() === this.#target.host.toLowerCase() && port === this.#target.port;
  }

  #dial(): Socket {
    const [first] = this.#target.addresses;
    const socket = connect({ host: first?.address ?? this.#target.host, port: this.#target.port });
    this.#keep(socket);
    return socket;
  }

  #counted(): Transform {
    return new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        this.#bytes += piece.length;
        if (this.isTooLarge) done(new Error("the repository is too large"));
        else done(null, piece);
      },
    });
  }

  /** https: the bytes are the host's and git's own. */
  #tunnel(asked: IncomingMessage, socket: Socket): void {
    const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(asked.url ?? "") ?? [];
    if (!this.#isTarget(host, Number(port))) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const out = this.#dial();
    out.on("connect", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(out);
      out
        .pipe(this.#counted())
        .on("error", () => this.close())
        .pipe(socket);
    });
    out.on("close", () => socket.destroy());
    socket.on("close", () => out.destroy());
  }

  /** http: https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form */
  #forward(asked: IncomingMessage, answer: ServerResponse): void {
    const url = URL.parse(asked.url ?? "");
    if (url?.protocol !== "http:" || !this.#isTarget(url.hostname, Number(url.port) || 80)) {
      answer.writeHead(403).end();
      return;
    }
    const { "proxy-authorization": _, "proxy-connection": __, ...headers } = asked.headers;
    const out = request({
      createConnection: () => this.#dial(),
      method: asked.method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
    });
    out.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response
        .pipe(this.#counted())
        .on("error", () => this.close())
        .pipe(answer);
    });
    out.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    asked.pipe(out);
  }
}
