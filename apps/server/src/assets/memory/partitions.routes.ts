import { ENDPOINTS } from "@udt/contract";
import { callerLeft } from "../../platform/http/caller-left.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { callerOf } from "./memory.routes.ts";
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
  routes.implement(ENDPOINTS.memoryPartitionsPreview, ({ query, params, body, reply }) =>
    partitions.by(query.project, params.sample_id, body.rules, callerLeft(reply)),
  );
}
