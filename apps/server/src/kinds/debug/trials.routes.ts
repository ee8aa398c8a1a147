import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { TrialsService } from "./trials.service.ts";

export function trialsRoutes(routes: Routes, trials: TrialsService): void {
  routes.implement(ENDPOINTS.trialStart, ({ caller, params, body }) => trials.start(caller.project, params, body));
  routes.implement(ENDPOINTS.agentTrialSpec, ({ caller, params, query: { trial_ticket, lease_token } }) =>
    trials.spec(caller.agent_id, { ...params, lease_token }, trial_ticket),
  );
  routes.implement(
    ENDPOINTS.agentTrialSnapshot,
    async ({ caller, params, query: { trial_ticket, lease_token }, reply }) => {
      const { stream, size_bytes } = await trials.snapshot(caller.agent_id, { ...params, lease_token }, trial_ticket);
      return reply.type("application/gzip").header("content-length", size_bytes).send(stream);
    },
  );
}
