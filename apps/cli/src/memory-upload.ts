/** `udt memory upload`: has a server keep a memory sample. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { delay } from "@udt/base";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS, type MemorySample, saidInEnglish } from "@udt/contract";
import { bytesText } from "@udt/memory";
import { credentials, DEFAULT_SERVER } from "./credentials.ts";
import type { Say } from "./device.ts";
import { filesOf, Misuse, read } from "./memory-args.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * @returns whether the server could read the files
 * @throws Misuse; MemoryFault for files that are not there; ApiError
 */
export async function upload(args: string[], say: Say, env: NodeJS.ProcessEnv): Promise<boolean> {
  const text = { type: "string" } as const;
  const options = { project: text, trace: text, label: text, app: text, "app-version": text, server: text };
  const { positionals, values } = read(args, options);
  const project = values.project ?? env["UDT_PROJECT"];
  const { trace, label = "" } = values;
  if (positionals.length === 0) throw new Misuse("upload needs a FILE");
  if (trace === undefined || project === undefined) throw new Misuse("upload needs --trace and --project");
  const authorization = credentials(env);
  if (authorization === undefined)
    throw new Misuse("UDT_PROJECT_TOKEN, or UDT_SECRET_ID and UDT_SECRET_KEY, are required");
  const files = (await Promise.all(positionals.map(filesOf))).flat();
  const baseUrl = values.server ?? env["UDT_SERVER_URL"] ?? DEFAULT_SERVER;
  const sender = new Sender(createClient({ baseUrl, headers: () => ({ authorization }) }), project);
  const trace_id = await sender.trace(trace, { app_name: values.app, app_version: values["app-version"] });
  const sample = await sender.sample(trace_id, files, label);
  if (sample.fault) {
    say.error(`udt memory upload: ${saidInEnglish(sample.fault)}`);
    return false;
  }
  const footprint = sample.facts?.footprint_bytes;
  const told = footprint == null ? "" : `, footprint ${bytesText(footprint)}`;
  const address = `${baseUrl}/${project}/memory-graph/report/${trace_id}?sample=${sample.sample_id}`;
  say.out(`Sample ${sample.number}${told}: ${address}`);
  return true;
}

/** The calls of one project. */
class Sender {
  readonly #client: Client;
  readonly #query: { project: string };

  constructor(client: Client, project: string) {
    this.#client = client;
    this.#query = { project };
  }

  /** The trace of this id or whole name; made where there is none. */
  async trace(wanted: string, app: { app_name?: string | undefined; app_version?: string | undefined }) {
    const query = { ...this.#query, keyword: wanted.slice(0, 100), page_size: 100 };
    const { list } = await this.#client.call(ENDPOINTS.memoryTraceList, { query });
    const known = list.find(({ name }) => name === wanted);
    if (known) return known.trace_id;
    if (/^[0-9a-f-]{36}$/.test(wanted)) return wanted;
    const { app_name = "", app_version = "" } = app;
    const body = { name: wanted, app_name, app_version };
    return (await this.#client.call(ENDPOINTS.memoryTraceCreate, { query: this.#query, body })).trace_id;
  }

  /** Sends the files of a sample, and waits until they are read. */
  async sample(trace_id: string, files: readonly string[], label: string): Promise<MemorySample> {
    const [query, params] = [this.#query, { trace_id }];
    const upload_ids: string[] = [];
    for (const file of files) upload_ids.push(await this.#send(file));
    const body = { label, upload_ids };
    const made = await this.#client.call(ENDPOINTS.memorySampleCreate, { query, params, body });
    for (;;) {
      const { samples } = await this.#client.call(ENDPOINTS.memoryTraceGet, { query, params });
      const sample = samples.find(({ sample_id }) => sample_id === made.sample_id);
      if (!sample) throw new Misuse("the sample was deleted while it was read");
      if (sample.state !== "reading") return sample;
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Sends one file, but for what the server has of it. @returns the upload's id */
  async #send(path: string): Promise<string> {
    const query = this.#query;
    const md5 = createHash("md5");
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) md5.update(piece);
    const { size: size_bytes } = await stat(path);
    const body = { file_name: basename(path), size_bytes, md5: md5.digest("hex") };
    const begun = await this.#client.call(ENDPOINTS.memoryUploadCreate, { query, body });
    const { upload_id, chunk_size, chunk_number, received } = begun;
    await using file = await open(path);
    for (let chunk = 1; chunk <= chunk_number; chunk++) {
      if (received.includes(chunk)) continue;
      const at = (chunk - 1) * chunk_size;
      const bytes = Buffer.alloc(Math.min(chunk_size, size_bytes - at));
      await file.read(bytes, 0, bytes.length, at);
      await this.#client.call(ENDPOINTS.uploadChunk, { query, params: { upload_id, chunk }, body: bytes });
    }
    return upload_id;
  }
}
