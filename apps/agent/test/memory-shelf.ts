import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { must } from "@udt/base";
import { ENDPOINTS, type BodyOf, type ErrorName } from "@udt/contract";
import type { ContractServer } from "./contract-server.ts";

type Handed = BodyOf<(typeof ENDPOINTS)["agentMemorySample"]>;

/** The server's side of recordings of memory, held to the contract, and nothing behind it. */
export class MemoryShelf {
  readonly phases: string[] = [];
  readonly samples: Handed[] = [];
  readonly #files = new Map<string, Buffer>();
  /** Refuses all that comes. */
  refusal: { code: ErrorName; status: number } | undefined;

  constructor(server: ContractServer) {
    server.onHttp = (request, response) => {
      const path = /^\/v1\/agent\/tests\/[^/]+\/devices\/[^/]+\/memory\/[^/]+\/(files|samples|phase)/.exec(
        request.url ?? "",
      );
      if (path) void this.#answer(path[1] ?? "", request, response);
      return path !== null;
    };
  }

  /** What a file of a sample holds. */
  text(sample: Handed | undefined, file_name: string): string {
    const file = sample?.files.find((each) => each.file_name === file_name);
    return this.#files.get(file?.file_id ?? "")?.toString() ?? "";
  }

  async #answer(what: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const answer = (status: number, body: object) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ msg: "", request_id: "r", ...body }));
    if (this.refusal) {
      const { code, status } = this.refusal;
      return void answer(status, { ret: 1, data: { code, args: {}, issues: [] } });
    }
    if (what === "files") {
      const file_id = `file-${this.#files.size}`;
      this.#files.set(file_id, bytes);
      return void answer(200, { ret: 0, data: { file_id, size_bytes: bytes.length } });
    }
    const body: unknown = JSON.parse(bytes.toString());
    if (what === "samples") this.samples.push(must(ENDPOINTS.agentMemorySample.body, "body").parse(body));
    else this.phases.push(must(ENDPOINTS.agentMemoryPhase.body, "body").parse(body).phase);
    answer(200, { ret: 0, data: null });
  }
}
