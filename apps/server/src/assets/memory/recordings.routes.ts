import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import { callerOf } from "./memory.routes.ts";
import type { RecordedSamplesService } from "./recorded-samples.service.ts";
import type { RecordingsService } from "./recordings.service.ts";

export function recordingsRoutes(routes: Routes, recordings: RecordingsService, samples: RecordedSamplesService): void {
  routes.implement(ENDPOINTS.memoryProcessList, ({ params }) => recordings.processes(params));
  routes.implement(ENDPOINTS.memoryRecordingGet, async ({ params, query }) => ({
    recording: await recordings.last(query.project, params),
  }));
  routes.implement(ENDPOINTS.memoryRecordingStart, (call) => recordings.start(callerOf(call), call.params, call.body));
  routes.implement(ENDPOINTS.memoryRecordingSample, async ({ params, query, body }) => {
    await recordings.sample(query.project, params, body.label);
    return null;
  });
  routes.implement(ENDPOINTS.memoryRecordingStop, (call) => recordings.stop(callerOf(call), call.params));
  routes.implement(ENDPOINTS.agentMemoryFile, ({ caller, params, query, body }) =>
    samples.file(caller.agent_id, { ...params, ...query }, body),
  );
  routes.implement(ENDPOINTS.agentMemorySample, async ({ caller, params, body: { lease_token, ...sample } }) => {
    await samples.sample(caller.agent_id, { ...params, lease_token }, { lease_token, ...sample });
    return null;
  });
  routes.implement(ENDPOINTS.agentMemoryPhase, async ({ caller, params, body: { lease_token, phase } }) => {
    await samples.phase(caller.agent_id, { ...params, lease_token }, phase);
    return null;
  });
}
