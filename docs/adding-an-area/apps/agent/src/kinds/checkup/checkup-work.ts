import { ENDPOINTS } from "@udt/contract";
import type { SessionWork, WorkRoom } from "../../sessions/session-work.ts";

/** Asks the device, and tells the server. */
export function checkupWork({ client, device, device_id, lease }: WorkRoom): SessionWork {
  const { test_id, lease_token } = lease;
  return {
    async run(signal) {
      const { battery_level } = await device.facts(signal);
      const body = { lease_token, battery_percent: battery_level };
      await client.call(ENDPOINTS.agentCheckupFinish, { params: { test_id, device_id }, body, signal });
    },
    // The server has nothing to say meanwhile.
    take: () => undefined,
  };
}
