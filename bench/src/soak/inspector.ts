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
type Ask = (method: string, params?: object) => Promise<Answer["result"]>;
interface Event {
  method?: string;
  params?: { sessionId?: string; message?: string };
}

const HEAP = "(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())";

/** What the threads of a Node process say of themselves over V8's inspector. */
export class Inspector {
  readonly #socket: WebSocket;
  #last = 0;

  private constructor(url: string) {
    this.#socket = new WebSocket(url, { perMessageDeflate: false });
  }

  static async of(role: RoleProcess): Promise<Inspector> {
    const url = role.inspector;
    if (url === undefined) throw new Error("a role was started without an inspector");
    const inspector = new Inspector(url);
    await once(inspector.#socket, "open");
    return inspector;
  }

  /** @param heard sees what comes meanwhile, and makes an answer of it if it can */
  #ask(id: number, message: object, heard: (said: Answer & Event) => Answer | undefined): Promise<Answer["result"]> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer["result"]>();
    const onMessage = (data: Buffer) => {
      const answer = heard(JSON.parse(data.toString()) as Answer & Event);
      if (answer?.id !== id) return;
      if (answer.error) reject(new Error(answer.error.message));
      else resolve(answer.result);
    };
    const onClose = () => reject(new Error("a process ended before it answered its inspector"));
    this.#socket.on("message", onMessage);
    this.#socket.once("close", onClose);
    this.#socket.send(JSON.stringify(message));
    return promise.finally(() => {
      this.#socket.off("message", onMessage);
      this.#socket.off("close", onClose);
    });
  }

  readonly #main: Ask = (method, params = {}) => {
    const id = ++this.#last;
    return this.#ask(id, { id, method, params }, (said) => said);
  };

  /** A worker's messages come and go inside of the main thread's. */
  #worker(sessionId: string): Ask {
    return (method, params = {}) => {
      const id = ++this.#last;
      const message = JSON.stringify({ id, method, params });
      const outer = { id: ++this.#last, method: "NodeWorker.sendMessageToWorker", params: { sessionId, message } };
      return this.#ask(id, outer, (said) => {
        if (said.id === outer.id && said.error) return { id, error: said.error };
        if (said.method !== "NodeWorker.receivedMessageFromWorker" || said.params?.sessionId !== sessionId)
          return undefined;
        return JSON.parse(said.params.message!) as Answer;
      });
    };
  }

  /** Those that run now, as sessions of the inspector, until `NodeWorker.disable`. */
  async #workers(): Promise<string[]> {
    const sessions: string[] = [];
    const onMessage = (data: Buffer) => {
      const { method, params } = JSON.parse(data.toString()) as Event;
      if (method === "NodeWorker.attachedToWorker") sessions.push(params!.sessionId!);
    };
    this.#socket.on("message", onMessage);
    // Those that are there are told of before this is answered.
    await this.#main("NodeWorker.enable", { waitForDebuggerOnStart: false });
    this.#socket.off("message", onMessage);
    return sessions;
  }

  /** What is reachable in all threads, in megabytes (2^20 bytes): objects of JavaScript and the buffers that hang on them. */
  async heapMb(): Promise<number> {
    const heapOf = async (ask: Ask) => {
      // What the first round frees by finalizers is there for the second.
      for (let round = 0; round < 2; round++) await ask("HeapProfiler.collectGarbage");
      const answer = await ask("Runtime.evaluate", { expression: HEAP, returnByValue: true });
      return Number(answer?.result?.value) / 2 ** 20;
    };
    let sum = await heapOf(this.#main);
    for (const session of await this.#workers()) sum += await heapOf(this.#worker(session));
    await this.#main("NodeWorker.disable");
    return sum;
  }

  close(): void {
    this.#socket.close();
  }
}
