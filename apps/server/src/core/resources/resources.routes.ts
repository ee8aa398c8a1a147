import { textBefore } from "@udt/base";
import { Readable } from "node:stream";
import { ENDPOINTS, UdtError } from "@udt/contract";
import type { FastifyReply } from "fastify";
import { disposition } from "../../platform/http/attachment.ts";
import { byteRange } from "../../platform/http/byte-range.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { performanceCsv } from "./performance-csv.ts";
import type { OpenResource, ResourcesService } from "./resources.service.ts";

/** What a browser may show in place; everything else is only ever downloaded. */
const SHOWN = new Map([
  ...["image/png", "image/jpeg", "image/webp", "image/gif", "video/mp4"].map((type) => [type, type] as const),
  ["text/plain", "text/plain; charset=utf-8"],
]);

export function resourcesRoutes(routes: Routes, resources: ResourcesService): void {
  routes.implement(ENDPOINTS.agentResourcePut, ({ caller, params, query, body }) => {
    const { lease_token, started_at = null, case_run_id = null, ...what } = query;
    return resources.put(caller.agent_id, { ...params, lease_token }, { ...what, started_at, case_run_id }, body);
  });
  routes.implement(ENDPOINTS.agentResourceBegin, ({ caller, params, body: { lease_token, ...what } }) =>
    resources.growing.begin(caller.agent_id, { ...params, lease_token }, what),
  );
  routes.implement(ENDPOINTS.agentResourcePiece, async ({ caller, params, query, body, request }) => {
    const { lease_token, duration_ms, is_start } = query;
    const isEmpty = request.headers["content-length"] === "0";
    const { size_bytes } = await resources.growing.piece(
      caller.agent_id,
      { ...params, lease_token },
      { duration_ms, is_start },
      isEmpty ? undefined : body,
    );
    return { size_bytes };
  });
  routes.implement(ENDPOINTS.agentResourceEnd, async ({ caller, params, body: { lease_token, ...how } }) => {
    await resources.growing.end(caller.agent_id, { ...params, lease_token }, how);
    return null;
  });
  routes.implement(ENDPOINTS.resourceList, async ({ params, query: { project, ...filter } }) => ({
    resource_list: await resources.list({ ...params, ...filter }, project),
  }));
  routes.implement(ENDPOINTS.resourceGet, async ({ params, request, reply }) =>
    sendResource(reply, await resources.open(params), request.headers),
  );
  routes.implement(ENDPOINTS.performanceCsv, async ({ params, reply }) => sendCsv(reply, await resources.open(params)));
}

/** @throws UdtError resource_not_found for what is no recording of performance */
async function sendCsv(reply: FastifyReply, { row, size_bytes, read }: OpenResource): Promise<FastifyReply> {
  if (row.kind !== "performance") throw new UdtError("resource_not_found", { resource_id: row.resource_id });
  const recording = size_bytes === 0 ? Readable.from([]) : await read({ start: 0, end: size_bytes - 1 });
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", disposition("attachment", `${row.name.replace(/\.jsonl$/, "")}.csv`))
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .send(Readable.from(performanceCsv(recording), { objectMode: false }));
}

async function sendResource(
  reply: FastifyReply,
  { row, size_bytes, read }: OpenResource,
  headers: { range?: string | undefined; "if-range"?: string | undefined },
): Promise<FastifyReply> {
  const etag = `"${row.resource_id}-${row.state}-${size_bytes}"`;
  // A range of what it was before is no part of what it is now (RFC 9110 §13.1.5).
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  const range = isSame ? byteRange(headers.range, size_bytes) : undefined;
  const { start, end } = range ?? { start: 0, end: size_bytes - 1 };
  const stream = range === null || size_bytes === 0 ? Readable.from([]) : await read({ start, end });
  const shownAs = SHOWN.get(textBefore(row.content_type, ";").trim());
  reply
    .type(shownAs ?? "application/octet-stream")
    .header("content-disposition", disposition(shownAs === undefined ? "attachment" : "inline", row.name))
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("accept-ranges", "bytes")
    .header("etag", etag)
    .header("cache-control", row.state === "growing" ? "no-store" : "private, max-age=31536000, immutable");
  if (range === null) return reply.code(416).header("content-range", `bytes */${size_bytes}`).send("");
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${size_bytes}`);
  return reply.header("content-length", end - start + 1).send(stream);
}
