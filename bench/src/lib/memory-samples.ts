import { createHash } from "node:crypto";
import type { Client } from "@udt/client";
import { ENDPOINTS, type MemorySample } from "@udt/contract";
import { until } from "@udt/testkit";
import { functionName, madeStacks } from "./memory-stacks.ts";
import { PROJECT } from "./udt.ts";

const READ_MS = 600_000;
const query = PROJECT;

/**
 * Collapsed stacks of a large app.
 * @param calls of its tree
 * @param grown every fifth stack has so many times the bytes
 */
export function collapsedStacks(calls: number, grown: number): Buffer {
  const lines: string[] = [];
  for (const { path, bytes, isFifth } of madeStacks(calls))
    lines.push(`${path.map(functionName).join(";")} ${bytes * (isFifth ? grown : 1)}`);
  return Buffer.from(lines.join("\n"));
}

/** Uploads a sample, and resolves with its id once it is read. */
export async function uploadedSample(
  client: Client,
  trace_id: string,
  bytes: Buffer,
  { file_name = "stacks.txt", label = "" } = {},
): Promise<string> {
  const md5 = createHash("md5").update(bytes).digest("hex");
  const body = { file_name, size_bytes: bytes.length, md5 };
  const { upload_id, chunk_size, chunk_number } = await client.call(ENDPOINTS.memoryUploadCreate, { query, body });
  for (let chunk = 1; chunk <= chunk_number; chunk += 1) {
    const part = new Uint8Array(bytes.subarray((chunk - 1) * chunk_size, chunk * chunk_size));
    await client.call(ENDPOINTS.uploadChunk, { query, params: { upload_id, chunk }, body: part });
  }
  const params = { trace_id };
  const sample = { label, upload_ids: [upload_id] };
  const { sample_id } = await client.call(ENDPOINTS.memorySampleCreate, { query, params, body: sample });
  const isRead = (one: MemorySample) => one.sample_id === sample_id && one.state === "read";
  await until(
    "a sample that is read",
    async () => (await client.call(ENDPOINTS.memoryTraceGet, { query, params })).samples.find(isRead),
    READ_MS,
  );
  return sample_id;
}
