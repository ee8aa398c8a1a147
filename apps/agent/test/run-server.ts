import type { Said } from "@udt/base";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import {
  ENDPOINTS,
  jobConfig,
  type ErrorName,
  type JobConfigInput,
  type MemoryWish,
  type RunCaseResult,
  type RunCaseTask,
  type RunSpec,
} from "@udt/contract";
import { z } from "zod";
import type { ContractServer } from "./contract-server.ts";
import { makeFolder } from "./harness.ts";

type SpecInput = Partial<Omit<RunSpec, "config">> & { config: Partial<JobConfigInput> };

const { agentRunSpec, agentRunResults, agentRunFinish, agentRunPhase } = ENDPOINTS;

/** What the server says of a job, of what a test cares about. */
export const agentRunSpecOf = (spec: SpecInput): RunSpec =>
  agentRunSpec.response.parse({
    job_name: "job",
    device_seq: 0,
    framework: spec.config.framework,
    library: null,
    image_credential: null,
    app: null,
    test_app: null,
    preinstall_apps: [],
    account: null,
    white_list: [],
    allow_unisolated: true,
    device_deadline: Date.now() + 30 * 60_000,
    ...spec,
    config: jobConfig.parse({
      app_id: null,
      framework: "node_test",
      library_id: "library-1",
      devices: { kind: "devices", device_ids: ["device-1"] },
      video: false,
      log: false,
      performance: false,
      ...spec.config,
    }),
  });

/** The server's side of one device's part in a run: hands out cases, keeps what it is told, checks it with the contract. */
export class RunServer {
  readonly spec: RunSpec;
  readonly phases: { name: string; error: Said | null }[] = [];
  readonly results: RunCaseResult[] = [];
  /** What the framework's own files say of cases. */
  readonly reported = new Map<number, NonNullable<RunCaseResult["reported"]>>();
  readonly finished: Promise<{ outcome: string; error: Said | null }>;
  /** Cases that {@link RunServer} answers as cancelled. */
  cancelled: number[] = [];
  /** While true every call is refused as by a server that is away. */
  isAway = false;
  refusals = 0;
  /** How many cases it hands out at once. */
  perClaim = Infinity;
  /** How often the library's files were asked for. */
  downloads = 0;
  /** How often it is asked what to run before it has heard that the device is ready. */
  tooEarly = 0;
  #snapshot: Buffer = Buffer.alloc(0);
  apps = new Map<string, Uint8Array>();
  faults: unknown[] = [];
  /** Cases that the agent found on the device. */
  readonly discovered: RunCaseTask[] = [];
  /** What it has the agent sample. */
  wish: MemoryWish | null = null;
  /** With what it refuses the next to ask for that. */
  memoryRefusal: ErrorName | undefined;
  /** What agents said of recording memory: why it cannot be, or null. */
  readonly memory: (Said | null)[] = [];
  readonly #server: ContractServer;
  readonly #waiting: RunCaseTask[];
  readonly #finish = Promise.withResolvers<{ outcome: string; error: Said | null }>();
  readonly #waiters = new Set<() => void>();

  constructor(server: ContractServer, spec: SpecInput, cases: readonly RunCaseTask[]) {
    this.spec = agentRunSpecOf(spec);
    this.finished = this.#finish.promise;
    this.#server = server;
    this.#waiting = [...cases];
    server.onHttp = (request, response) => this.#onHttp(request, response);
  }

  /** Resolves with the last that was said of each case by its key's number, once `fits`. */
  async until(
    fits: (results: ReadonlyMap<number, RunCaseResult>) => boolean,
  ): Promise<ReadonlyMap<number, RunCaseResult>> {
    for (;;) {
      if (this.faults.length > 0) throw this.faults[0];
      const last = new Map(this.results.map((result) => [result.case_run_id, result]));
      if (fits(last)) return last;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
      });
    }
  }

  /** The library's files; the answer to what is to be run names them. */
  set snapshot(bytes: Buffer) {
    this.#snapshot = bytes;
    if (this.spec.library) this.spec.library.sha256 = createHash("sha256").update(bytes).digest("hex");
  }

  /** Whole files that it kept, by name. */
  get files(): ReadonlyMap<string, { kind: string; bytes: Buffer }> {
    return new Map(
      this.#server.resources.map(({ url, bytes }) => {
        const query = new URL(url, this.#server.url).searchParams;
        return [query.get("name") ?? "", { kind: query.get("kind") ?? "", bytes }];
      }),
    );
  }

  get last(): ReadonlyMap<number, RunCaseResult> {
    return new Map(this.results.map((result) => [result.case_run_id, result]));
  }

  add(...cases: RunCaseTask[]): void {
    this.#waiting.push(...cases);
  }

  #onHttp(request: IncomingMessage, response: ServerResponse): boolean {
    const match = /^\/v1\/agent\/runs\/[^/]+\/[^/?]+(?:\/([^?]*))?/.exec(request.url ?? "");
    if (!match && !this.isAway) return false;
    if (!match || this.isAway) {
      this.refusals++;
      request.socket.destroy();
      return true;
    }
    void this.#answer(match, request, response).catch((error: unknown) => {
      this.faults.push(error);
      response.writeHead(500).end();
      this.#wake();
    });
    return true;
  }

  async #answer(match: RegExpExecArray, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const json = <T>(schema: z.ZodType<T>) => schema.parse(JSON.parse(bytes.toString("utf8")));
    const reply = (data: unknown) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ ret: 0, data, msg: "", request_id: "r" }));
    const what = match[1] ?? "";
    if (what === "" && this.tooEarly > 0) {
      this.tooEarly--;
      const body = { ret: 10084, data: { code: "agent_stale_lease", args: {} }, msg: "lease", request_id: "r" };
      response.writeHead(409, { "content-type": "application/json" }).end(JSON.stringify(body));
    } else if (what === "") reply(this.spec);
    else if (what === "phase") {
      const { name, error } = json(agentRunPhase.body!);
      this.phases.push({ name, error });
      reply(null);
    } else if (what === "claim") {
      const { max } = json(z.object({ max: z.number() }));
      const cases = this.#waiting.splice(0, Math.min(max, this.perClaim));
      reply({ cases, done: cases.length === 0 });
    } else if (what === "results") {
      for (const result of json(agentRunResults.body!).results) {
        // Of a case that has ended nothing else changes any more.
        if (result.reported) this.reported.set(result.case_run_id, result.reported);
        else this.results.push(result);
      }
      reply({ cancelled: this.cancelled });
    } else if (what === "finish") {
      const { outcome, error } = json(agentRunFinish.body!);
      reply(null);
      this.#finish.resolve({ outcome, error });
    } else if (what === "cases") {
      const found = json(ENDPOINTS.agentRunDiscover.body!).cases.map(({ case_key }) => makeCase(case_key));
      this.#waiting.push(...found);
      this.discovered.push(...found);
      reply(null);
    } else if (what === "memory") {
      this.memory.push(json(ENDPOINTS.agentRunMemory.body!).fault);
      const code = this.memoryRefusal;
      this.memoryRefusal = undefined;
      if (code === undefined) reply({ wish: this.wish });
      else {
        const body = { ret: 1, data: { code, args: {}, issues: [] }, msg: code, request_id: "r" };
        response.writeHead(409, { "content-type": "application/json" }).end(JSON.stringify(body));
      }
    } else if (what === "snapshot") {
      this.downloads++;
      response.writeHead(200).end(this.#snapshot);
    } else if (what.startsWith("apps/")) response.writeHead(200).end(this.apps.get(what.slice(5)));
    else throw new Error(`unexpected ${request.method} ${request.url}`);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
  }
}

/** A library as the server keeps it, of these files. */
export async function makeSnapshot(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const folder = await makeFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
  }
  const { stdout } = await promisify(execFile)("tar", ["-czf", "-", "-C", folder, "."], {
    encoding: "buffer",
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

export const LIBRARY = {
  library_id: "library-1",
  commit_id: "c".repeat(40),
  sha256: "0".repeat(64),
  size_bytes: 1,
  is_builtin: false,
  is_listed: true,
};

let lastId = 0;
/** A claimed case by its key. */
export function makeCase(case_key: string, attempt = 1): RunCaseTask {
  const [file = "", ...rest] = case_key.split("::");
  return { case_run_id: ++lastId, case_key, name: rest.join("::") || file, file, function: rest.at(-1) ?? "", attempt };
}
