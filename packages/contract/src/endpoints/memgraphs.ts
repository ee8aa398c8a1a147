/** Memory graphs of samples: having one read again, and what the agent on a Mac that reads it calls. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { memgraphTool } from "../memgraphs.ts";
import { memorySample } from "../memory.ts";
import { id, projectQuery } from "../shapes.ts";

const taskParams = z.object({ task_id: id });

export const memgraphEndpoints = {
  memorySampleReadAgain: endpoint({
    name: "memorySampleReadAgain",
    method: "POST",
    path: "/v1/api/memory/samples/{sample_id}/reading",
    access: "member",
    summary: "Have the memory graph of a sample whose state is `failed` read again, by an agent on a Mac.",
    params: z.object({ sample_id: id }),
    query: projectQuery,
    response: memorySample,
    errors: ["memory_sample_not_found", "memory_sample_not_failed"],
  }),
  agentMemgraphFile: endpoint({
    name: "agentMemgraphFile",
    method: "GET",
    path: "/v1/agent/tasks/{task_id}/memgraph",
    access: "agent",
    summary: "The memory graph that this agent is to have read, as it was uploaded: it may be gzipped.",
    params: taskParams,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["agent_task_not_found", "memory_sample_not_found"],
  }),
  agentMemgraphText: endpoint({
    name: "agentMemgraphText",
    method: "PUT",
    path: "/v1/agent/tasks/{task_id}/memgraph/{tool}",
    access: "agent",
    summary: "Keep what a tool wrote of the memory graph. Sent twice, the first stays.",
    params: taskParams.extend({ tool: memgraphTool }),
    body: z.unknown(),
    body_kind: "bytes",
    response: z.null(),
    errors: ["agent_task_not_found", "memory_sample_not_found", "memory_no_room", "body_too_large", "storage_full"],
  }),
};
