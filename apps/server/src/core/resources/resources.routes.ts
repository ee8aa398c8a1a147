import { Readable } from "node:stream";
import { ENDPOINTS, UdtError } from "@udt/contract";
import type { FastifyReply } from "fastify";
import { disposition } from "../../platform/http/attachment.ts";
import { watchesTest, type Caller } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { performanceCsv } from "./performance-csv.ts";
import { sendResource, type OpenResource, type ResourcesService } from "./resources.service.ts";

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
  const readerOf = (caller: Caller) => ({ may_watch: watchesTest(caller) });
  routes.implement(ENDPOINTS.resourceList, async ({ caller, params, query: { project, ...filter } }) => ({
    resource_list: await resources.list({ ...params, ...filter }, project, readerOf(caller)),
  }));
  routes.implement(ENDPOINTS.resourceGet, async ({ caller, params, request, reply }) =>
    sendResource(reply, await resources.open(params, readerOf(caller)), request.headers),
  );
  routes.implement(ENDPOINTS.performanceCsv, async ({ caller, params, reply }) =>
    sendCsv(reply, await resources.open(params, readerOf(caller))),
  );
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
