import { ENDPOINTS, STEPS_OF_WORK, type SelfCheckResult, type WorkStep } from "@udt/contract";
import { PartApi, PartOver } from "../../part-api.ts";
import type { SessionWork, WorkRoom } from "../../sessions/session-work.ts";
import { stepsAt } from "./steps-at.ts";
import { runSteps } from "./steps.ts";

/** Has a device check itself, restart or be cleaned, and tells the server of each step. */
export function inspectionWork(room: WorkRoom): SessionWork {
  const { client, device_id, lease } = room;
  const api = new PartApi(client, { ...lease, device_id });
  const tell = async (results: SelfCheckResult[], step: WorkStep | null, signal: AbortSignal) => {
    const { params, lease_token } = api;
    const body = { lease_token, results, step };
    await api.ask(signal, () => client.call(ENDPOINTS.agentSelfCheck, { params, body, signal }));
  };
  const plan = (signal: AbortSignal) => {
    const { params, lease_token } = api;
    const call = { params, query: { lease_token }, signal };
    return api.ask(signal, () => client.call(ENDPOINTS.agentSelfCheckPlan, call));
  };
  return {
    async run(signal) {
      try {
        const { work, ...wish } = await plan(signal);
        const steps = { steps: STEPS_OF_WORK[work], isAsked: work !== "check" };
        await runSteps({ ...stepsAt(room, api), ...wish, ...steps, isAtProfile: false, tell }, signal);
      } catch (error) {
        // It was called off, or somebody else has the device by now.
        if (!(error instanceof PartOver)) throw error;
      }
    },
    // The server ends it, and has nothing else to say.
    take: () => undefined,
  };
}
