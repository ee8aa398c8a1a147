/** Memory traces: what a process's memory was at some moments, from files of the platform's own tools, and what became of it. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { refused } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { MEMGRAPH_TOOLS } from "../memgraphs.ts";
import {
  MEMORY_TABLES,
  MEMORY_TREE_FORMATS,
  MEMORY_TREES,
  memoryDevice,
  memoryFlame,
  memoryGrowth,
  memoryReport,
  memorySample,
  memoryTrace,
} from "../memory.ts";
import { MEMORY_COMPARE_FORMATS, memoryComparison } from "../memory-comparison.ts";
import { rule } from "../rules.ts";
import { bodyFlag, id, page, pageQuery, projectQuery, text, time, upload } from "../shapes.ts";
import { uploadBody } from "./apps.ts";

export const MEMORY_TRACE_SORTS = ["name", "created_at", "updated_at"] as const;
/** Five megabytes, as the command line has it. */
export const MEMORY_NOISE_BYTES = 5 * 1024 ** 2;

const traceParams = z.object({ trace_id: id });
const sampleParams = z.object({ sample_id: id });
export const memoryName = text(LIMITS.name_max).trim().min(1, rule("required"));
export const memoryText = text(LIMITS.name_max).trim().default("");

const compareQuery = projectQuery.extend({
  before: id,
  after: id,
  /** Differences of fewer bytes are told together. */
  noise: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(MEMORY_NOISE_BYTES),
});
const COMPARE_ERRORS = [
  "memory_sample_not_found",
  "memory_sample_unread",
  "memory_incomparable",
  "reading_busy",
] as const;

export const memoryEndpoints = {
  memoryUploadCreate: endpoint({
    name: "memoryUploadCreate",
    method: "POST",
    path: "/v1/api/upload/memory",
    access: "member",
    summary:
      "Get an upload id for a file of a memory sample. Its chunks are sent as those of packages; it is read once a sample is made of it. The same caller asking again for the same bytes gets the upload under way back.",
    query: projectQuery,
    body: uploadBody,
    response: upload,
    errors: ["upload_too_large", "upload_file_name", "memory_no_room"],
  }),
  memoryTraceList: endpoint({
    name: "memoryTraceList",
    method: "GET",
    path: "/v1/api/memory/traces",
    access: "viewer",
    summary: "The project's memory traces. The keyword looks in name, app and version.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      sort: z.enum(MEMORY_TRACE_SORTS).default("updated_at"),
      order: z.enum(["asc", "desc"]).default("desc"),
      ...pageQuery,
    }),
    response: page(memoryTrace),
    errors: [],
  }),
  memoryTraceCreate: endpoint({
    name: "memoryTraceCreate",
    method: "POST",
    path: "/v1/api/memory/traces",
    access: "member",
    summary: "Begin a memory trace, of one app and without samples.",
    query: projectQuery,
    body: z.object({
      name: memoryName,
      app_name: memoryText,
      app_version: memoryText,
      device_memory_gb: memoryDevice.default(null),
    }),
    response: memoryTrace,
    errors: ["memory_trace_limit"],
  }),
  memoryTraceGet: endpoint({
    name: "memoryTraceGet",
    method: "GET",
    path: "/v1/api/memory/traces/{trace_id}",
    access: "viewer",
    summary:
      "One memory trace with its samples, in the order in which they were taken, and how fast its footprint grew; `growth` is null of fewer than two samples of a process.",
    params: traceParams,
    query: projectQuery,
    response: z.object({ trace: memoryTrace, samples: z.array(memorySample), growth: memoryGrowth.nullable() }),
    errors: ["memory_trace_not_found"],
  }),
  memoryTraceUpdate: endpoint({
    name: "memoryTraceUpdate",
    method: "PUT",
    path: "/v1/api/memory/traces/{trace_id}",
    access: "member",
    summary:
      "Change what a trace is called, of which app and version it is, how much memory its device has, which tells at which footprint the app is ended, and whether it stays though a run recorded it, where it would give way to others once the project has no more room. What is left out stays as it is; the app stays while a sample is its baseline.",
    params: traceParams,
    query: projectQuery,
    body: z.object({
      name: memoryName.optional(),
      app_name: text(LIMITS.name_max).trim().optional(),
      app_version: text(LIMITS.name_max).trim().optional(),
      device_memory_gb: memoryDevice.optional(),
      is_kept: bodyFlag.optional(),
    }),
    response: memoryTrace,
    errors: ["memory_trace_not_found", "memory_is_baseline"],
  }),
  memoryTraceDelete: endpoint({
    name: "memoryTraceDelete",
    method: "DELETE",
    path: "/v1/api/memory/traces/{trace_id}",
    access: "member",
    summary:
      "Delete a memory trace with its samples and their files: one's own, or any as an administrator of the project. Refused while one of them is a baseline, or while the run that recorded it goes on.",
    params: traceParams,
    query: projectQuery,
    response: z.null(),
    errors: ["memory_trace_not_found", "memory_not_own", "memory_is_baseline", "memory_run_goes_on"],
  }),
  memoryTracesDelete: endpoint({
    name: "memoryTracesDelete",
    method: "POST",
    path: "/v1/api/memory/traces/deletion",
    access: "member",
    summary:
      "Delete several memory traces by one call, as `memoryTraceDelete` does each; `trace_ids` are those that are gone. Of each that was left, why: one of somebody else, one with a baseline, one that is to be kept, one that is being recorded or whose run goes on.",
    query: projectQuery,
    body: z.object({ trace_ids: z.array(id).min(1).max(LIMITS.bulk_max) }),
    response: z.object({ trace_ids: z.array(id), refused: z.array(refused.extend({ trace_id: id })) }),
    errors: [],
  }),
  memorySampleCreate: endpoint({
    name: "memorySampleCreate",
    method: "POST",
    path: "/v1/api/memory/traces/{trace_id}/samples",
    access: "member",
    summary:
      "Make a sample of uploaded files, all of one moment and one process. It is read afterwards; its `state` tells how far that is. A memory graph (`.memgraph`) waits for an agent on a Mac. Files that cannot be read are not kept.",
    params: traceParams,
    query: projectQuery,
    body: z.object({
      label: memoryText,
      /** When the sample was taken; else when its files say, or now. */
      taken_at: time.optional(),
      upload_ids: z.array(id).min(1).max(LIMITS.memory_files_max),
    }),
    response: memorySample,
    errors: [
      "memory_trace_not_found",
      "memory_sample_limit",
      "memory_no_room",
      "reading_busy",
      "upload_not_found",
      "upload_incomplete",
    ],
  }),
  memorySampleGet: endpoint({
    name: "memorySampleGet",
    method: "GET",
    path: "/v1/api/memory/samples/{sample_id}",
    access: "viewer",
    summary: "One sample: regions, zones, classes, leaks, and the stacks that allocated the most.",
    params: sampleParams,
    query: projectQuery,
    response: memoryReport,
    errors: ["memory_sample_not_found", "memory_sample_unread"],
  }),
  memorySampleUpdate: endpoint({
    name: "memorySampleUpdate",
    method: "PUT",
    path: "/v1/api/memory/samples/{sample_id}",
    access: "member",
    summary: "Say what the scene is called that a sample was taken in; with an empty label it has none.",
    params: sampleParams,
    query: projectQuery,
    body: z.object({ label: text(LIMITS.name_max).trim() }),
    response: memorySample,
    errors: ["memory_sample_not_found"],
  }),
  memorySampleTree: endpoint({
    name: "memorySampleTree",
    method: "GET",
    path: "/v1/api/memory/samples/{sample_id}/tree",
    access: "viewer",
    summary: `A sample's tree of calls, the ${LIMITS.memory_flame_max} largest: as columns for flame graphs, beside those of another sample where \`before\` names one, in JSON without an envelope; or as a file, \`collapsed\` with a line for each stack or \`pprof\` as a gzipped profile. Text is gzipped for whom that suits.`,
    params: sampleParams,
    query: projectQuery.extend({
      tree: z.enum(MEMORY_TREES).default("malloc"),
      before: id.optional(),
      format: z.enum(MEMORY_TREE_FORMATS).default("columns"),
    }),
    response: memoryFlame,
    response_kind: "raw",
    errors: ["memory_sample_not_found", "memory_sample_unread", "memory_tree_unread", "reading_busy"],
  }),
  memorySampleExport: endpoint({
    name: "memorySampleExport",
    method: "GET",
    path: "/v1/api/memory/samples/{sample_id}/export",
    access: "viewer",
    summary: "What a sample's report shows, as a file: one of its tables as CSV, or all of it as JSON.",
    params: sampleParams,
    query: projectQuery.extend({ format: z.enum(["csv", "json"]), table: z.enum(MEMORY_TABLES).default("regions") }),
    response: z.unknown(),
    response_kind: "raw",
    errors: ["memory_sample_not_found", "memory_sample_unread"],
  }),
  memorySampleDelete: endpoint({
    name: "memorySampleDelete",
    method: "DELETE",
    path: "/v1/api/memory/samples/{sample_id}",
    access: "member",
    summary:
      "Delete a sample with its files, or stop reading it. Of one's own trace, or any as an administrator of the project. Refused while it is a baseline, or while the run that recorded it goes on.",
    params: sampleParams,
    query: projectQuery,
    response: z.null(),
    errors: ["memory_sample_not_found", "memory_not_own", "memory_is_baseline", "memory_run_goes_on"],
  }),
  memoryFileDownload: endpoint({
    name: "memoryFileDownload",
    method: "GET",
    path: "/v1/api/memory/samples/{sample_id}/files/{file_no}",
    access: "member",
    summary: "A file of a sample, as it was uploaded, or as a tool wrote it of the sample's memory graph.",
    params: sampleParams.extend({
      file_no: z.coerce
        .number()
        .int()
        .min(0)
        .max(LIMITS.memory_files_max + MEMGRAPH_TOOLS.length),
    }),
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["memory_sample_not_found", "memory_file_not_found"],
  }),
  memoryCompare: endpoint({
    name: "memoryCompare",
    method: "GET",
    path: "/v1/api/memory/compare",
    access: "viewer",
    summary:
      "What became of a process's memory from one sample to another, of the same trace or of two; by modules, too, where the project has partition rules.",
    query: compareQuery,
    response: memoryComparison,
    errors: COMPARE_ERRORS,
  }),
  memoryCompareExport: endpoint({
    name: "memoryCompareExport",
    method: "GET",
    path: "/v1/api/memory/compare/export",
    access: "viewer",
    summary:
      "The same comparison as a file: all rows of all its parts as CSV, all of it as JSON, or as `udt memory diff --format markdown` tells it, for a merge request.",
    query: compareQuery.extend({ format: z.enum(MEMORY_COMPARE_FORMATS) }),
    response: z.unknown(),
    response_kind: "raw",
    errors: COMPARE_ERRORS,
  }),
};
