import { must } from "@udt/base";
import {
  DEFAULT_INSPECTION,
  DEVICE_CONDITIONS,
  ENDPOINTS,
  say,
  type DeviceCondition,
  type SelfCheckResult,
} from "@udt/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { MONKEY_JOB } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

let udt: TestServer;
let owner: Person;
let agent: TestAgent;
let device_id: string;
const query = { project: "demo" };

beforeAll(async () => {
  udt = await TestServer.start();
  owner = await udt.person("owner");
  await udt.project(query.project, [{ person: owner, user_type: 1 }]);
  agent = await udt.agent();
  await agent.connect([deviceReport("S1")]);
  device_id = must((await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0], "device").device_id;
});
afterAll(() => udt.dispose());

const device = () => udt.ok(ENDPOINTS.deviceGet, { as: owner, query, params: { device_id } });
const begun = (test_id: string) =>
  until(() =>
    must(
      agent.all("session_start").find((start) => start.test_id === test_id),
      "its start",
    ),
  );
const idle = () => until(async () => expect(await device()).toMatchObject({ state: "idle" }));
const found = (state: "passed" | "failed"): SelfCheckResult => ({
  step: "capture_check",
  state,
  cost_ms: 1,
  message: state === "failed" ? say("check_picture_dark", { percent: 100 }) : null,
  evidence_name: null,
  remedy: null,
});

/** The device checks itself, and finds that. */
async function check(state: "passed" | "failed"): Promise<void> {
  udt.clock.turn(1_000);
  const params = { device_id };
  const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params });
  const { lease_token } = await begun(selfcheck_id);
  await udt.ok(ENDPOINTS.agentSelfCheck, {
    bearer: agent.token,
    params: { test_id: selfcheck_id, device_id },
    body: { lease_token, results: [found(state)], step: null },
  });
}

/** Of which lists that are narrowed the device is on. */
async function conditions(): Promise<DeviceCondition[]> {
  const totals = DEVICE_CONDITIONS.map(async (condition) => {
    const call = { as: owner, query: { ...query, condition } };
    return (await udt.ok(ENDPOINTS.deviceList, call)).total === 1 ? [condition] : [];
  });
  return (await Promise.all(totals)).flat();
}

async function run(only_healthy: boolean): Promise<string> {
  const body = { name: `healthy ${only_healthy}`, config: { ...MONKEY_JOB, only_healthy } };
  const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: owner, query, body });
  return (await udt.ok(ENDPOINTS.jobRun, { as: owner, query, params: { job_id }, body: {} })).test_id;
}
const waitsFor = async (test_id: string) =>
  (await udt.ok(ENDPOINTS.runDevices, { as: owner, query, params: { test_id } })).list[0]?.queue?.reason;
const end = async (test_id: string) => {
  await udt.server.services.tests.sessions.conclude(test_id, { reason: "user" });
  await idle();
};

it("is what the last self-check found, which jobs heed unless they are told not to", async () => {
  expect(DEFAULT_INSPECTION.levels.capture_check).toBe("blocking");
  expect(await device()).toMatchObject({ last_check: null });
  expect(await conditions()).toEqual(["unchecked"]);
  await check("failed");
  await until(async () => expect(await device()).toMatchObject({ last_check: { state: "failed" }, state: "idle" }));

  expect(await conditions()).toEqual(["unwell"]);
  const body = { device_id, text: "The glass is cracked" };
  const order = await udt.ok(ENDPOINTS.workOrderCreate, { as: owner, query, body });
  expect(await conditions()).toEqual(["unwell", "broken"]);
  const closed = {
    as: owner,
    query,
    params: { number: order.number },
    body: { state: "processed" as const, text: "" },
  };
  await udt.ok(ENDPOINTS.workOrderMove, closed);

  const rule = { kind: "rule" as const, rules: [], count: 1 };
  const chosen = (only_healthy?: boolean) =>
    udt.ok(ENDPOINTS.jobDevices, { as: owner, query, body: { devices: rule, only_healthy } });
  const without = { total: 1, usable: 0, idle: 0, with_engine: 0, left_out: [{ reason: "unwell", count: 1 }] };
  expect(await chosen(true)).toMatchObject(without);
  expect(await chosen()).toMatchObject(without);
  expect(await chosen(false)).toMatchObject({ total: 1, usable: 1, idle: 1, left_out: [] });

  const heeds = await run(true);
  const does_not = await run(false);
  await begun(does_not);
  await end(does_not);
  await until(async () => expect(await waitsFor(heeds)).toBe("devices_unwell"));

  await check("passed");
  await begun(heeds);
  expect(await device()).toMatchObject({ last_check: { state: "passed", ended_at: udt.clock.now() } });
  await end(heeds);
});
