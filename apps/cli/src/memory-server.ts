/** The server that keeps memory samples, as `udt memory` asks it. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { say } from "@udt/base";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS, type MemoryBaseline } from "@udt/contract";
import { MemoryFault, type MemorySample, type PartitionRule, readMemorySample } from "@udt/memory";
import { credentials, DEFAULT_SERVER } from "./credentials.ts";
import { Misuse } from "./memory-args.ts";

export interface KeepingServer {
  client: Client;
  project: string;
  /** Without an end such as `/`. */
  address: string;
}

/**
 * @param needed what else is needed beside `--project`, for who gave neither
 * @throws Misuse where it is not said which project, or in whose name
 */
export function keepingServer(
  values: { project?: string | undefined; server?: string | undefined },
  env: NodeJS.ProcessEnv,
  needed: string,
): KeepingServer {
  const project = values.project ?? env["UDT_PROJECT"];
  if (project === undefined) throw new Misuse(needed);
  const authorization = credentials(env);
  if (authorization === undefined)
    throw new Misuse("UDT_PROJECT_TOKEN, or UDT_SECRET_ID and UDT_SECRET_KEY, are required");
  const address = values.server ?? env["UDT_SERVER_URL"] ?? DEFAULT_SERVER;
  return { client: createClient({ baseUrl: address, headers: () => ({ authorization }) }), project, address };
}

/** @throws MemoryFault where the app has none of this branch; ApiError */
export async function baselineOf(server: KeepingServer, app_name: string, branch: string): Promise<MemoryBaseline> {
  const query = { project: server.project, app_name };
  const baselines = await server.client.call(ENDPOINTS.memoryBaselineList, { query });
  const baseline = baselines.find((one) => one.branch === branch);
  if (!baseline) throw new MemoryFault(say("memory_no_baseline", { app: app_name, branch }));
  return baseline;
}

/** A sample that the server keeps, read here from its files, of which nothing stays. @throws MemoryFault, ApiError */
export async function keptSample(
  { client, project }: KeepingServer,
  { trace_id, sample_id }: Pick<MemoryBaseline, "trace_id" | "sample_id">,
): Promise<MemorySample> {
  const query = { project };
  const { samples } = await client.call(ENDPOINTS.memoryTraceGet, { query, params: { trace_id } });
  const files = samples.find((sample) => sample.sample_id === sample_id)?.files ?? [];
  const folder = await mkdtemp(join(tmpdir(), "udt-memory-"));
  try {
    const named: { path: string; name: string }[] = [];
    for (const { file_no, file_name: name, format } of files) {
      // What its memory graph tells is in texts beside it; of a file without a format nothing was read.
      if (format === null || format === "memgraph") continue;
      const path = join(folder, String(file_no));
      const { body } = await client.raw(ENDPOINTS.memoryFileDownload, { query, params: { sample_id, file_no } });
      if (body) await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(path));
      named.push({ path, name });
    }
    return await readMemorySample(named);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The project's partition rules as they are saved; none where it has none. */
export async function savedRules({ client, project }: KeepingServer): Promise<PartitionRule[]> {
  return (await client.call(ENDPOINTS.memoryPartitionsGet, { query: { project } })).rules;
}
