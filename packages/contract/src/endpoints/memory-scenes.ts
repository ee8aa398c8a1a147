/** Memory traces, or versions of an app, compared scene by scene. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { memoryScenes, memoryVersion } from "../memory-scenes.ts";
import { id, projectQuery, text } from "../shapes.ts";

const name = text(LIMITS.name_max).trim().min(1);

export const memorySceneEndpoints = {
  memoryVersionList: endpoint({
    name: "memoryVersionList",
    method: "GET",
    path: "/v1/api/memory/versions",
    access: "viewer",
    summary: "The apps of the project's memory traces with their versions, of each app the last changed first.",
    query: projectQuery,
    response: z.array(memoryVersion),
    errors: [],
  }),
  memoryTraceScenes: endpoint({
    name: "memoryTraceScenes",
    method: "GET",
    path: "/v1/api/memory/scenes/traces",
    access: "viewer",
    summary: "Two memory traces: their last samples, and those of the same scenes, with what became of the footprint.",
    query: projectQuery.extend({ before: id, after: id }),
    response: memoryScenes,
    errors: ["memory_trace_not_found"],
  }),
  memoryVersionScenes: endpoint({
    name: "memoryVersionScenes",
    method: "GET",
    path: "/v1/api/memory/scenes/versions",
    access: "viewer",
    summary:
      "Two versions of an app: of each the trace with a sample that is read that was changed last, which is answered, compared as `memoryTraceScenes` does.",
    query: projectQuery.extend({ app_name: name, before: name, after: name }),
    response: memoryScenes,
    errors: ["memory_version_not_found"],
  }),
};
