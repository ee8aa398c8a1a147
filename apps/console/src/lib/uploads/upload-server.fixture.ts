import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ERRORS, errorMessage, type App, type ErrorArgs, type ErrorName, say } from "@udt/contract";

const PREFIX = "/v1/api/upload";

/**
 * The uploads' side of a server over real HTTP, as the contract describes it, with a switch for bad days. It keeps what
 * it received, so that a spec can compare bytes.
 */
export class UploadServer {
  readonly chunkSize: number;
  readonly chunks = new Map<number, Buffer>();
  /** Every call that reached the server: `PUT 2`, `POST create`, `POST synthesis`. */
  readonly calls: string[] = [];
  /** Asked before each call is served; what it returns happens instead. */
  trouble: (call: string) => "cut" | "unavailable" | "wrong_chunk" | undefined = () => undefined;
  #known: App | undefined;
  #file = { file_name: "", size_bytes: 0, md5: "" };
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(chunkSize: number) {
    this.chunkSize = chunkSize;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get joined(): Buffer {
    return Buffer.concat([...this.chunks].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "", "http://server").pathname.slice(PREFIX.length);
    const chunk = /^\/u1\/chunk\/(\d+)$/.exec(path)?.[1];
    const call = `${request.method} ${chunk ?? (path === "/app" ? "create" : path.split("/").at(-1))}`;
    this.calls.push(call);
    const trouble = this.trouble(call);
    if (trouble === "cut") {
      // Only once bytes are on their way, as a network does it.
      request.once("data", () => request.socket.destroy());
      request.resume();
      return;
    }
    const body = await bodyOf(request);
    if (trouble === "unavailable") return refuse(response, "unavailable");
    if (trouble === "wrong_chunk")
      return refuse(response, "upload_chunk", {
        chunk_number: Number(chunk),
        reason: say("chunk_bytes", { actual: 1, expected: 2 }),
      });
    if (call === "POST create") return this.#create(response, JSON.parse(body.toString()));
    if (chunk) {
      this.chunks.set(Number(chunk), body);
      return answer(response, { received: this.#received() });
    }
    this.#synthesize(response);
  }

  #create(response: ServerResponse, file: { file_name: string; size_bytes: number; md5: string }): void {
    this.#file = file;
    const app = this.#known?.md5 === file.md5 ? this.#known : null;
    answer(response, {
      upload_id: "u1",
      file_name: file.file_name,
      size_bytes: file.size_bytes,
      chunk_size: this.chunkSize,
      chunk_number: Math.ceil(file.size_bytes / this.chunkSize),
      received: this.#received(),
      app,
    });
  }

  #synthesize(response: ServerResponse): void {
    const actual = createHash("md5").update(this.joined).digest("hex");
    const { md5, file_name, size_bytes } = this.#file;
    if (actual !== md5) return refuse(response, "upload_md5", { actual, expected: md5 });
    this.#known = {
      app_id: "a1",
      file_name,
      name: "Shop",
      names: {},
      package_name: "dev.udt.shop",
      version_name: "1.0",
      version_code: 1,
      build: "1",
      min_os_version: "24",
      os: "android",
      kind: "apk",
      abis: [],
      size_bytes,
      md5,
      icon: "",
      user_name: "tester",
      created_at: 0,
    };
    answer(response, this.#known);
  }

  #received(): number[] {
    return [...this.chunks.keys()].sort((a, b) => a - b);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function answer(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ret: 0, data, msg: "", request_id: "r" }));
}

function refuse(response: ServerResponse, code: ErrorName, args: ErrorArgs = {}): void {
  const { ret, status } = ERRORS[code];
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ ret, data: { code, args }, msg: errorMessage(code, args), request_id: "r" }));
}
