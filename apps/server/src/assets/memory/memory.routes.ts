import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ENDPOINTS, type MemoryTreeFormat } from "@udt/contract";
import { disposition } from "../../platform/http/attachment.ts";
import { actorOf, type Actor, type CallerProject } from "../../platform/http/caller.ts";
import { callerLeft } from "../../platform/http/caller-left.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { COMPARISON_FILES } from "./comparison-files.ts";
import type { MemoryCaller } from "./memory.answers.ts";
import { reportCsv } from "./report-csv.ts";
import type { SamplesService } from "./samples.service.ts";
import type { TraceDeletion } from "./trace-deletion.service.ts";
import type { TracesService } from "./traces.service.ts";

export const callerOf = (
  call: Parameters<typeof actorOf>[0] & { caller: { project: CallerProject } },
): MemoryCaller => {
  const actor: Actor = actorOf(call);
  return { ...actor, project: call.caller.project };
};

/** Those who say nothing, or that they want none (`gzip;q=0`), get plain text. */
const takesGzip = (accepted: string | string[] = ""): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(accepted));

const TREE_TYPES: Record<MemoryTreeFormat, string> = {
  columns: "application/json; charset=utf-8",
  collapsed: "text/plain; charset=utf-8",
  pprof: "application/octet-stream",
};
const TREE_ENDS: Record<Exclude<MemoryTreeFormat, "columns">, string> = { collapsed: "collapsed.txt", pprof: "pb.gz" };

export function memoryRoutes(
  routes: Routes,
  traces: TracesService,
  deletion: TraceDeletion,
  samples: SamplesService,
): void {
  routes.implement(ENDPOINTS.memoryUploadCreate, (call) => samples.upload(callerOf(call), call.body));
  routes.implement(ENDPOINTS.memoryTraceList, (call) => traces.list(callerOf(call), call.query));
  routes.implement(ENDPOINTS.memoryTraceCreate, (call) => traces.create(callerOf(call), call.body));
  routes.implement(ENDPOINTS.memoryTraceGet, (call) => traces.get(callerOf(call), call.params.trace_id));
  routes.implement(ENDPOINTS.memoryTraceUpdate, (call) =>
    traces.update(callerOf(call), call.params.trace_id, call.body),
  );
  routes.implement(ENDPOINTS.memoryTraceDelete, async (call) => {
    await deletion.one(callerOf(call), call.params.trace_id);
    return null;
  });
  routes.implement(ENDPOINTS.memoryTracesDelete, (call) => deletion.several(callerOf(call), call.body.trace_ids));
  routes.implement(ENDPOINTS.memorySampleCreate, (call) =>
    samples.create(callerOf(call), call.params.trace_id, call.body),
  );
  routes.implement(ENDPOINTS.memorySampleGet, ({ query, params }) => samples.report(query.project, params.sample_id));
  routes.implement(ENDPOINTS.memorySampleUpdate, (call) =>
    samples.update(callerOf(call), call.params.sample_id, call.body.label),
  );
  routes.implement(ENDPOINTS.memorySampleTree, async ({ query, params, request, reply }) => {
    const zipped = await samples.flame(query.project, params.sample_id, query, callerLeft(reply));
    const isZipped = takesGzip(request.headers["accept-encoding"]);
    reply
      .type(TREE_TYPES[query.format])
      .header("vary", "accept-encoding")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "private, no-store");
    if (query.format !== "columns")
      reply.header("content-disposition", disposition("attachment", `memory-${query.tree}.${TREE_ENDS[query.format]}`));
    // Its file is gzipped itself.
    if (query.format === "pprof") return reply.send(zipped);
    return isZipped
      ? reply.header("content-encoding", "gzip").send(zipped)
      : reply.send(Readable.from([zipped]).pipe(createGunzip()));
  });
  routes.implement(ENDPOINTS.memorySampleExport, async ({ query, params, reply }) => {
    const report = await samples.report(query.project, params.sample_id);
    const isCsv = query.format === "csv";
    const name = `memory-${report.sample.number}${isCsv ? `-${query.table}` : ""}.${query.format}`;
    return reply
      .type(isCsv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8")
      .header("content-disposition", disposition("attachment", name))
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "private, no-store")
      .send(isCsv ? reportCsv(report, query.table) : JSON.stringify(report));
  });
  routes.implement(ENDPOINTS.memorySampleDelete, async (call) => {
    await samples.delete(callerOf(call), call.params.sample_id);
    return null;
  });
  routes.implement(ENDPOINTS.memoryFileDownload, async ({ query, params, reply }) => {
    const file = await samples.file(query.project, params.sample_id, params.file_no);
    return reply
      .type("application/octet-stream")
      .header("x-content-type-options", "nosniff")
      .header("content-disposition", disposition("attachment", file.file_name))
      .header("content-length", file.size_bytes)
      .send(file.stream);
  });
  routes.implement(ENDPOINTS.memoryCompare, ({ query, reply }) =>
    samples.compare(query.project, query, callerLeft(reply)),
  );
  routes.implement(ENDPOINTS.memoryCompareExport, async ({ query, reply }) => {
    const comparison = await samples.compare(query.project, query, callerLeft(reply));
    const { type, ending, write } = COMPARISON_FILES[query.format];
    const name = `memory-${comparison.before.number}-${comparison.after.number}.${ending}`;
    return reply
      .type(type)
      .header("content-disposition", disposition("attachment", name))
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "private, no-store")
      .send(write(comparison));
  });
}
