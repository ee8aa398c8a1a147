import { ENDPOINTS } from "@udt/contract";
import { disposition } from "../../platform/http/attachment.ts";
import { callerLeft } from "../../platform/http/caller-left.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { callerOf } from "./memory.routes.ts";
import { partitionsCsv } from "./partitions-csv.ts";
import type { PartitionsService } from "./partitions.service.ts";

export function partitionsRoutes(routes: Routes, partitions: PartitionsService): void {
  routes.implement(ENDPOINTS.memoryPartitionsGet, ({ query }) => partitions.get(query.project, query.version));
  routes.implement(ENDPOINTS.memoryPartitionsSave, (call) => partitions.save(callerOf(call), call.body));
  routes.implement(ENDPOINTS.memoryPartitionsVersions, ({ query }) => partitions.versions(query.project));
  routes.implement(ENDPOINTS.memorySamplePartitions, async ({ query, params, reply }) => {
    const { version, rules } = await partitions.get(query.project, query.version);
    const parts = await partitions.by(query.project, params.sample_id, rules, callerLeft(reply));
    return { version, ...parts };
  });
  routes.implement(ENDPOINTS.memorySamplePartitionsExport, async ({ query, params, reply }) => {
    const { rules } = await partitions.get(query.project, query.version);
    const parts = await partitions.by(query.project, params.sample_id, rules, callerLeft(reply));
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", disposition("attachment", "memory-partitions.csv"))
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "private, no-store")
      .send(partitionsCsv(parts));
  });
  routes.implement(ENDPOINTS.memoryPartitionsPreview, ({ query, params, body, reply }) =>
    partitions.by(query.project, params.sample_id, body.rules, callerLeft(reply)),
  );
}
