import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { MemgraphTexts } from "./memgraph-texts.service.ts";
import type { MemgraphWaits } from "./memgraph-waits.ts";
import { callerOf } from "./memory.routes.ts";

export function memgraphsRoutes(routes: Routes, waits: MemgraphWaits, texts: MemgraphTexts): void {
  routes.implement(ENDPOINTS.memorySampleReadAgain, (call) => waits.readAgain(callerOf(call), call.params.sample_id));
  routes.implement(ENDPOINTS.agentMemgraphFile, async ({ caller: { agent_id }, params: { task_id }, reply }) => {
    const { stream, size_bytes } = await texts.file({ agent_id, task_id });
    return reply.type("application/octet-stream").header("content-length", size_bytes).send(stream);
  });
  routes.implement(ENDPOINTS.agentMemgraphText, async ({ caller: { agent_id }, params: { task_id, tool }, body }) => {
    await texts.keep({ agent_id, task_id }, tool, body);
    return null;
  });
}
