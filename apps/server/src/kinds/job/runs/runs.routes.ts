import { ENDPOINTS } from "@udt/contract";
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Routes } from "../../../platform/http/routes.ts";
import type { AgentRunsService } from "./agent-runs.service.ts";
import type { RunMemoryService } from "./run-memory.service.ts";
import type { RunsService } from "./runs.service.ts";

export function runsRoutes(
  routes: Routes,
  runs: RunsService,
  agentRuns: AgentRunsService,
  memory: RunMemoryService,
): void {
  routes.implement(ENDPOINTS.runTakeOver, ({ caller, params, body }) =>
    runs.takeOver(caller.user, params, body.duration_minutes),
  );
  routes.implement(ENDPOINTS.runCancelDevice, async ({ params }) => {
    await runs.cancelDevice(params.test_id, params.device_seq);
    return null;
  });
  routes.implement(ENDPOINTS.runCancelCase, async ({ params }) => {
    await runs.cancelCase(params.test_id, params.case_run_id);
    return null;
  });
  routes.implement(ENDPOINTS.agentRunSpec, ({ caller, params, query }) =>
    agentRuns.spec(caller.agent_id, { ...params, ...query }),
  );
  routes.implement(ENDPOINTS.agentRunPhase, async ({ caller, params, body }) => {
    await agentRuns.phase(caller.agent_id, { ...params, lease_token: body.lease_token }, body.name, body.error);
    return null;
  });
  routes.implement(ENDPOINTS.agentRunDiscover, async ({ caller, params, body }) => {
    await agentRuns.discover(caller.agent_id, { ...params, lease_token: body.lease_token }, body);
    return null;
  });
  routes.implement(ENDPOINTS.agentRunClaim, ({ caller, params, body }) =>
    agentRuns.claim(caller.agent_id, { ...params, lease_token: body.lease_token }, body),
  );
  routes.implement(ENDPOINTS.agentRunResults, ({ caller, params, body }) =>
    agentRuns.results(caller.agent_id, { ...params, lease_token: body.lease_token }, body.results),
  );
  routes.implement(ENDPOINTS.agentRunFinish, async ({ caller, params, body }) => {
    await agentRuns.finish(caller.agent_id, { ...params, lease_token: body.lease_token }, body);
    return null;
  });
  routes.implement(ENDPOINTS.agentRunMemory, ({ caller, params, body }) =>
    memory.begin(caller.agent_id, { ...params, lease_token: body.lease_token }, body.fault),
  );
  routes.implement(ENDPOINTS.agentRunSnapshot, async ({ caller, params, query, reply }) =>
    sendBytes(reply, "application/gzip", await agentRuns.snapshot(caller.agent_id, { ...params, ...query })),
  );
  routes.implement(ENDPOINTS.agentAppDownload, async ({ caller, params: { app_id, ...part }, query, reply }) =>
    sendBytes(
      reply,
      "application/octet-stream",
      await agentRuns.appFile(caller.agent_id, { ...part, ...query }, app_id),
    ),
  );
}

const sendBytes = (reply: FastifyReply, type: string, file: { stream: Readable; size_bytes: number }): FastifyReply =>
  reply.type(type).header("content-length", file.size_bytes).send(file.stream);
