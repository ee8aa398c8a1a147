/** Baselines: for each app and branch the memory sample that others are measured by. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { memoryBaseline, memoryBranch } from "../memory-baselines.ts";
import { id, projectQuery, text } from "../shapes.ts";

export const memoryBaselineEndpoints = {
  memoryBaselineList: endpoint({
    name: "memoryBaselineList",
    method: "GET",
    path: "/v1/api/memory/baselines",
    access: "viewer",
    summary: "The project's baselines of memory, or those of one app, by app and branch.",
    query: projectQuery.extend({ app_name: text(LIMITS.name_max).trim().optional() }),
    response: z.array(memoryBaseline),
    errors: [],
  }),
  memoryBaselineSet: endpoint({
    name: "memoryBaselineSet",
    method: "PUT",
    path: "/v1/api/memory/baselines",
    access: "member",
    summary:
      "Make a sample the baseline of its trace's app, of a branch. It takes the place of the one that was. As long as it is a baseline it cannot be deleted.",
    query: projectQuery,
    body: z.object({ sample_id: id, branch: memoryBranch }),
    response: memoryBaseline,
    errors: ["memory_sample_not_found", "memory_sample_unread", "memory_baseline_no_app", "memory_baseline_limit"],
  }),
  memoryBaselineRemove: endpoint({
    name: "memoryBaselineRemove",
    method: "DELETE",
    path: "/v1/api/memory/baselines/{baseline_id}",
    access: "member",
    summary: "Have an app no baseline of a branch any more. The sample stays.",
    params: z.object({ baseline_id: id }),
    query: projectQuery,
    response: z.null(),
    errors: ["memory_baseline_not_found"],
  }),
};
