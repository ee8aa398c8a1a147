import { say } from "@udt/base";
import { ENDPOINTS, SELF_CHECK_STEPS } from "@udt/contract";
import { PartApi } from "../../part-api.ts";
import type { CheckBefore } from "../../sessions/session-work.ts";
import { stepsAt } from "./steps-at.ts";
import { runSteps } from "./steps.ts";

/** The steps of a self-check that a tag wants done before the device is handed out, told to the server as they come. */
export const checkBefore: CheckBefore = async (room, config, signal) => {
  const { client, device_id, environment, lease } = room;
  const api = new PartApi(client, { ...lease, device_id });
  const { params, lease_token } = api;
  const results = await runSteps(
    {
      ...stepsAt(room, api),
      steps: SELF_CHECK_STEPS,
      isAsked: false,
      config,
      // It was brought to its profile as the session began, and what would not take keeps nobody from it.
      isAtProfile: true,
      environment,
      // Somebody waits for it.
      may_restart: false,
      not_restarted: say("check_restart_before"),
      looks_only: false,
      async tell(done, step) {
        const body = { lease_token, results: done, step };
        await api.ask(signal, () => client.call(ENDPOINTS.agentCheckBefore, { params, body, signal }));
      },
    },
    signal,
  );
  const failed = results.find(({ state }) => state === "failed");
  return failed ? (failed.message ?? say("check_before_failed")) : null;
};
