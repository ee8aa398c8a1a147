import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { startUdt, until, type Udt } from "@udt/testkit";

export const PROJECT = { project: "demo" };

/**
 * A UDT whose roles see `UDT_CONSOLE_DIR` when it is set here. `UDT_BENCH_PROFILE` names a folder that each role then
 * writes a CPU profile to when it stops.
 */
export function startMeasuredUdt(
  phones: number,
  env: Record<string, string> = {},
  more: { isFirstStart?: boolean } = {},
): Promise<Udt> {
  const { UDT_CONSOLE_DIR, UDT_BENCH_PROFILE } = process.env;
  return startUdt({
    ...more,
    phones,
    env: {
      // One caller stands for many people.
      UDT_CALLS_PER_MINUTE: "1000000",
      ...(UDT_CONSOLE_DIR && { UDT_CONSOLE_DIR }),
      ...(UDT_BENCH_PROFILE && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${UDT_BENCH_PROFILE}` }),
      ...env,
    },
  });
}

/** The processes of a UDT: what each is, and its id, in the same order. */
export const processesOf = ({ agent, phones, server }: Udt) => ({
  roles: ["agent", "phone", "server"],
  pids: [agent.pid, phones.pid, server.pid],
});

/** Starts a debug session and resolves when the device runs it. */
export async function startSession(client: Client, device_id: string, duration_minutes = 30): Promise<string> {
  const { test_id } = await client.call(ENDPOINTS.testCreate, {
    query: PROJECT,
    body: { kind: "debug", device_id, duration_minutes },
  });
  await until(`session on ${device_id}`, async () => {
    const test = await client.call(ENDPOINTS.testGet, { params: { test_id }, query: PROJECT });
    if (test.state === "ended") throw new Error(`session ended: ${test.end_reason} ${test.devices[0]?.error}`);
    return test.devices[0]?.state === "running" || undefined;
  });
  return test_id;
}

/** Ends a session and resolves when its device is idle again. */
export async function endSession(client: Client, test_id: string, device_id: string): Promise<void> {
  await client.call(ENDPOINTS.testCancel, { params: { test_id }, query: PROJECT });
  await deviceIdle(client, device_id);
}

export async function deviceIdle(client: Client, device_id: string): Promise<void> {
  await until(`idle device ${device_id}`, async () => {
    const device = await client.call(ENDPOINTS.deviceGet, { params: { device_id }, query: PROJECT });
    return device.state === "idle" || undefined;
  });
}

/** Starts an app anew: what it showed before is forgotten. */
export async function startApp(
  client: Client,
  test_id: string,
  device_id: string,
  package_name: string,
): Promise<void> {
  const call = { params: { test_id, device_id }, query: PROJECT, body: { package_name } };
  await client.call(ENDPOINTS.appStop, call);
  await client.call(ENDPOINTS.appStart, call);
}
