import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  json: { msgtype?: string; markdown?: { content: string }; text?: { content: string; mentioned_list: string[] } };
}

/** A robot, or a program that takes webhooks: a real HTTP server on 127.0.0.1 that keeps what it is sent. */
export class Receiver {
  readonly received: Received[] = [];
  /** What it answers from now on; `never` keeps whoever sent it waiting. */
  answer: { status: number; body: string; headers?: Record<string, string> } | "never" = okay;
  /** What it answers before that, one after the other. */
  answerOnce: Receiver["answer"][] = [];
  #port = 0;
  #stop: (() => Promise<void>) | undefined;

  /** The address of one of its robots: each has a rate of its own. */
  url(robot: string): string {
    return `http://127.0.0.1:${this.#port}/cgi-bin/webhook/send?robot=${robot}&key=not-for-anybodys-eyes-1a2b`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const body = Buffer.concat(pieces).toString("utf8");
        this.received.push({ headers: request.headers, body, json: JSON.parse(body) as Received["json"] });
        const answer = this.answerOnce.shift() ?? this.answer;
        if (answer === "never") return;
        const { status, body: text, headers } = answer;
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
      });
    });
    // Down and up again, it is where it was.
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#stop = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return this;
  }

  async stop(): Promise<void> {
    await this.#stop?.();
    this.#stop = undefined;
  }
}

export const okay = { status: 200, body: JSON.stringify({ errcode: 0, errmsg: "ok" }) };
export const robotSays = (errcode: number, errmsg: string) => ({
  status: 200,
  body: JSON.stringify({ errcode, errmsg }),
});
