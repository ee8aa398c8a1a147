/** `udt memory upload`: has a server keep a memory sample. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { delay, say as word } from "@udt/base";
import type { Client } from "@udt/client";
import { ENDPOINTS, MEMORY_BRANCH, type MemorySample, saidInEnglish } from "@udt/contract";
import { bytesText, MemoryFault } from "@udt/memory";
import type { Say } from "./device.ts";
import { bytesOf, filesOf, formatOf, Misuse, read } from "./memory-args.ts";
import { baselineOf, keepingServer, type KeepingServer } from "./memory-server.ts";
import { comparisonReport, type ReportFormat, reportText } from "@udt/memory/report";

const LOOK_EVERY_MS = 1_000;

const AGAINST = "--against-baseline";

/**
 * @returns `refused` where the server could not read the files, `grown` where the footprint is more above the baseline's than it may
 * @throws Misuse; MemoryFault for files that are not there, and where there is no such baseline; ApiError
 */
export async function upload(args: string[], say: Say, env: NodeJS.ProcessEnv): Promise<"done" | "grown" | "refused"> {
  const text = { type: "string" } as const;
  const options = { project: text, trace: text, label: text, app: text, "app-version": text, server: text } as const;
  const judged = { "against-baseline": text, "fail-over": text, noise: text, format: text } as const;
  // What is behind it may be a file: a branch is said with `=`.
  const said = args.map((arg) => (arg === AGAINST ? `${AGAINST}=${MEMORY_BRANCH}` : arg));
  const { positionals, values } = read(said, { ...options, ...judged });
  const { trace, label = "" } = values;
  const against = againstOf(values);
  if (positionals.length === 0) throw new Misuse("upload needs a FILE");
  const needed = "upload needs --trace and --project";
  if (trace === undefined) throw new Misuse(needed);
  const server = keepingServer(values, env, needed);
  const { project, address } = server;
  const files = (await Promise.all(positionals.map(filesOf))).flat();
  const sender = new Sender(server.client, project);
  const trace_id = await sender.trace(trace, { app_name: values.app, app_version: values["app-version"] });
  const sample = await sender.sample(trace_id, files, label);
  if (sample.fault) {
    say.error(`udt memory upload: ${saidInEnglish(sample.fault)}`);
    return "refused";
  }
  const report = `${address}/${project}/memory-graph/report/${trace_id}?sample=${sample.sample_id}`;
  if (sample.state === "waiting") return waiting(sample, report, against, say);
  const footprint = sample.facts?.footprint_bytes;
  const told = footprint == null ? "" : `, footprint ${bytesText(footprint)}`;
  if (against?.format !== "json") say.out(`Sample ${sample.number}${told}: ${report}`);
  return against && (await isAbove(server, sample, against, say)) ? "grown" : "done";
}

/** Tells that a memory graph is kept and read later, where nobody reads it now. */
function waiting({ number }: MemorySample, report: string, against: Against | undefined, say: Say): "done" | "refused" {
  const why = "waits for a Mac agent: no agent of the project that runs on a Mac with Apple's tools is there";
  if (against) {
    say.error(`udt memory upload: sample ${number} cannot be compared, it ${why}: ${report}`);
    return "refused";
  }
  say.out(`Sample ${number} ${why}; it is read once one is: ${report}`);
  return "done";
}

interface Against {
  branch: string;
  /** By how much the footprint may be above the baseline's. */
  most: number | undefined;
  noise: number | undefined;
  format: ReportFormat;
}

/** @throws Misuse */
function againstOf(values: Partial<Record<"against-baseline" | "fail-over" | "noise" | "format", string>>) {
  const branch = values["against-baseline"];
  const most = bytesOf("--fail-over", values["fail-over"]);
  const noise = bytesOf("--noise", values.noise);
  const against = { most, noise, format: formatOf(values.format) };
  if (branch !== undefined) return { ...against, branch } satisfies Against;
  if ([most, noise, values.format].some((one) => one !== undefined))
    throw new Misuse(`upload has --fail-over, --noise and --format only with ${AGAINST}`);
  return undefined;
}

/** Tells how far a sample is from its app's baseline. @returns whether that is more than it may be */
async function isAbove(server: KeepingServer, sample: MemorySample, against: Against, say: Say): Promise<boolean> {
  const { client, project, address } = server;
  const { branch, most, noise, format } = against;
  const { trace_id, sample_id } = sample;
  const { trace } = await client.call(ENDPOINTS.memoryTraceGet, { query: { project }, params: { trace_id } });
  const baseline = await baselineOf(server, trace.app_name, branch);
  const pair = { before: baseline.sample_id, after: sample_id };
  const query = { project, ...pair, ...(noise !== undefined && { noise }) };
  const comparison = await client.call(ENDPOINTS.memoryCompare, { query });
  if (most !== undefined && !comparison.footprint) throw new MemoryFault(word("memory_no_footprint"));
  const isGrown = most !== undefined && (comparison.footprint?.delta ?? 0) > most;
  const sides = new URLSearchParams({ before_trace: baseline.trace_id, after_trace: trace_id, ...pair }).toString();
  if (format !== "json") say.out(`Against ${branch}: ${address}/${project}/memory-graph/compare-analysis?${sides}`);
  const judged = { noise: comparison.noise_bytes, most, isGrown };
  say.out(`${format === "json" ? "" : "\n"}${reportText(comparisonReport(comparison, judged), format)}`);
  return isGrown;
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

  /** Sends the files of a sample, and waits until they are read, or nobody is there who could. */
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
      const isAwaited = sample.memgraph !== null && sample.memgraph.readers > 0;
      if (sample.state !== "reading" && !isAwaited) return sample;
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
