import { createHash } from "node:crypto";
import type { Client } from "@udt/client";
import { ENDPOINTS, type App } from "@udt/contract";

/** Brings a package of one chunk into a project, past the console. */
export async function uploadPackage(
  client: Client,
  project: string,
  file_name: string,
  bytes: Uint8Array,
): Promise<App> {
  const query = { project };
  const md5 = createHash("md5").update(bytes).digest("hex");
  const body = { file_name, size_bytes: bytes.length, md5 };
  const { upload_id, app } = await client.call(ENDPOINTS.uploadCreate, { query, body });
  if (app) return app;
  const chunk = new Blob([new Uint8Array(bytes)]);
  await client.call(ENDPOINTS.uploadChunk, { params: { upload_id, chunk: 1 }, query, body: chunk });
  return await client.call(ENDPOINTS.uploadSynthesize, { params: { upload_id }, query });
}
