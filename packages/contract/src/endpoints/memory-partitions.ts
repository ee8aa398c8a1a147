/** A project's partition rules, which are versioned as a whole, and what a memory sample is by them. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { memoryPartitions, partitionRules, partitionVersion, savedPartitions } from "../memory-partitions.ts";
import { id, projectQuery } from "../shapes.ts";

const sampleParams = z.object({ sample_id: id });
const versionQuery = projectQuery.extend({
  /** The newest where nothing is said. */
  version: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
});
const sampleErrors = [
  "memory_sample_not_found",
  "memory_sample_unread",
  "memory_unpartitioned",
  "reading_busy",
] as const;

export const memoryPartitionEndpoints = {
  memoryPartitionsGet: endpoint({
    name: "memoryPartitionsGet",
    method: "GET",
    path: "/v1/api/memory/partitions",
    access: "viewer",
    summary: "The project's partition rules, as they are or as they were in an earlier version.",
    query: versionQuery,
    response: savedPartitions,
    errors: ["memory_partitions_not_found"],
  }),
  memoryPartitionsSave: endpoint({
    name: "memoryPartitionsSave",
    method: "PUT",
    path: "/v1/api/memory/partitions",
    access: "member",
    summary:
      "Save the partition rules as a new version. It says by `base_version` which version it was made from, and is refused where a newer one was saved meanwhile; 0 where there was none.",
    query: projectQuery,
    body: z.object({ base_version: z.int().min(0), rules: partitionRules }),
    response: savedPartitions,
    errors: ["memory_partitions_newer"],
  }),
  memoryPartitionsVersions: endpoint({
    name: "memoryPartitionsVersions",
    method: "GET",
    path: "/v1/api/memory/partitions/versions",
    access: "viewer",
    summary: "The versions of the partition rules that are kept, the newest first.",
    query: projectQuery,
    response: z.array(partitionVersion),
    errors: [],
  }),
  memorySamplePartitions: endpoint({
    name: "memorySamplePartitions",
    method: "GET",
    path: "/v1/api/memory/samples/{sample_id}/partitions",
    access: "viewer",
    summary:
      "What of a sample belongs to which module, by the project's partition rules or an earlier version of them.",
    params: sampleParams,
    query: versionQuery,
    response: memoryPartitions.extend({ version: z.int() }),
    errors: [...sampleErrors, "memory_partitions_not_found"],
  }),
  memorySamplePartitionsExport: endpoint({
    name: "memorySamplePartitionsExport",
    method: "GET",
    path: "/v1/api/memory/samples/{sample_id}/partitions/export",
    access: "viewer",
    summary: "The same as CSV: a line for each module, and one without a module for what no rule explains.",
    params: sampleParams,
    query: versionQuery,
    response: z.unknown(),
    response_kind: "raw",
    errors: [...sampleErrors, "memory_partitions_not_found"],
  }),
  memoryPartitionsPreview: endpoint({
    name: "memoryPartitionsPreview",
    method: "POST",
    path: "/v1/api/memory/samples/{sample_id}/partitions",
    access: "viewer",
    reads: true,
    summary: "What of a sample would belong to which module by rules that are not saved.",
    params: sampleParams,
    query: projectQuery,
    body: z.object({ rules: partitionRules }),
    response: memoryPartitions,
    errors: sampleErrors,
  }),
};
