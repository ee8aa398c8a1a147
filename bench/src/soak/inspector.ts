import { once } from "node:events";
import type { RoleProcess } from "@udt/testkit";
import { WebSocket } from "ws";

/** Has a role's process listen for an inspector, at a free port of this machine alone. */
export const INSPECTED = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

interface Answer {
  id?: number;
  result?: { result?: { value?: unknown } };
  error?: { message: string };
}

/** What the main thread of a Node process says of itself over V8's inspector. */
export class Inspector {
  readonly url: string;
  readonly #socket: WebSocket;
  #last = 0;

  private constructor(url: string) {
    this.url = url;
    this.#socket = new WebSocket(url, { perMessageDeflate: false });
  }

  static async of(role: RoleProcess): Promise<Inspector> {
    const url = role.inspector;
    if (url === undefined) throw new Error("a role was started without an inspector");
    const inspector = new Inspector(url);
    await once(inspector.#socket, "open");
    return inspector;
  }

  async #ask(method: string, params: object = {}): Promise<Answer["result"]> {
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<Answer["result"]>();
    const onMessage = (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as Answer;
      if (answer.id !== id) return;
      if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
      else resolve(answer.result);
    };
    const onClose = () => reject(new Error(`a process ended before it answered ${method}`));
    this.#socket.on("message", onMessage);
    this.#socket.once("close", onClose);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise.finally(() => {
      this.#socket.off("message", onMessage);
      this.#socket.off("close", onClose);
    });
  }

  /** What is reachable, in megabytes (2^20 bytes): objects of JavaScript and the buffers that hang on them. */
  async heapMb(): Promise<number> {
    // What the first round frees by finalizers is there for the second.
    for (let round = 0; round < 2; round++) await this.#ask("HeapProfiler.collectGarbage");
    const expression = "(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())";
    const answer = await this.#ask("Runtime.evaluate", { expression, returnByValue: true });
    return Number(answer?.result?.value) / 2 ** 20;
  }

  close(): void {
    this.#socket.close();
  }
}
