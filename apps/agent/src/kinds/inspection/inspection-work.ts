import { ENDPOINTS, type SelfCheckResult, type SelfCheckStep } from "@udt/contract";
import { messageOf } from "../../logger.ts";
import { PartApi, PartOver } from "../../part-api.ts";
import type { SessionWork, WorkRoom } from "../../sessions/session-work.ts";
import type { Evidence } from "./step.ts";
import { runSteps } from "./steps.ts";

/** Has a device check itself, and tells the server of each step. */
export function inspectionWork(room: WorkRoom): SessionWork {
  const { client, device, device_id, lease, profile, screen, selfCheckAddress } = room;
  const api = new PartApi(client, { ...lease, device_id });
  const tell = async (results: SelfCheckResult[], step: SelfCheckStep | null, signal: AbortSignal) => {
    const { params, lease_token } = api;
    const body = { lease_token, results, step };
    await api.ask(signal, () => client.call(ENDPOINTS.agentSelfCheck, { params, body, signal }));
  };
  const plan = (signal: AbortSignal) => {
    const { params, lease_token } = api;
    const call = { params, query: { lease_token }, signal };
    return api.ask(signal, () => client.call(ENDPOINTS.agentSelfCheckPlan, call));
  };
  const keep = async ({ name, bytes }: Evidence, signal: AbortSignal): Promise<boolean> => {
    const about = name.endsWith(".png")
      ? ({ kind: "screenshot", content_type: "image/png" } as const)
      : ({ kind: "file", content_type: "text/plain; charset=utf-8" } as const);
    try {
      await api.putFile({ name, ...about, case_run_id: undefined }, bytes, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PartOver) throw error;
      room.log("warn", "what a self-check found cannot be kept", { device_id, name, error: messageOf(error) });
      return false;
    }
  };
  return {
    async run(signal) {
      try {
        const { config } = await plan(signal);
        await runSteps({ device, screen, address: selfCheckAddress, config, profile, keep, tell }, signal);
      } catch (error) {
        // It was called off, or somebody else has the device by now.
        if (!(error instanceof PartOver)) throw error;
      }
    },
    // The server ends it, and has nothing else to say.
    take: () => undefined,
  };
}
