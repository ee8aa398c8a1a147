import { serversAtRest } from "@udt/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say, SOCKETS, type DeviceChoice, type SelfCheckResult } from "@udt/contract";
import { waitForDevices } from "../../core/scheduling/scheduling.service.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

let udt: TestServer;
let owner: Person;
let member: Person;
let agent: TestAgent;
let device_id: string;
const query = { project: "demo" };
const ready: SelfCheckResult = {
  step: "ready",
  state: "passed",
  cost_ms: 12,
  message: null,
  evidence_name: null,
  remedy: null,
};
const dark: SelfCheckResult = {
  ...ready,
  step: "capture_check",
  state: "failed",
  message: say("check_picture_dark", { percent: 100 }),
  evidence_name: "screen.png",
};

beforeAll(async () => {
  udt = await TestServer.start();
  owner = await udt.person("owner");
  member = await udt.person("member");
  await udt.project(query.project, [
    { person: owner, user_type: 1 },
    { person: member, user_type: 2 },
  ]);
  await udt.project("other", [{ person: owner, user_type: 1 }]);
  agent = await udt.agent();
  await agent.connect([deviceReport("S1")]);
  device_id = (await udt.ok(ENDPOINTS.deviceList, { as: member, query })).list[0]!.device_id;
});
afterAll(() => udt.dispose());

const call = (as: Person) => ({ as, query, params: { device_id } });
const inspect = async () => {
  // The newest comes first.
  udt.clock.turn(1_000);
  return (await udt.ok(ENDPOINTS.selfCheckStart, call(owner))).selfcheck_id;
};
const begun = (test_id: string) =>
  until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
const told = (test_id: string, lease_token: number, body: { results: SelfCheckResult[]; step: "storage" | null }) =>
  udt.ok(ENDPOINTS.agentSelfCheck, {
    bearer: agent.token,
    params: { test_id, device_id },
    body: { lease_token, ...body },
  });
/** A run that waits for one of some devices. */
const waits = (wanted: DeviceChoice) =>
  udt.server.services.tests.sessions.change(async (change) => {
    const wish = { kind: "job", duration_minutes: 5, deadline: change.now + 3_600_000, app_id: null } as const;
    const test = await udt.server.services.tests.sessions.enter(change, "platform", wish);
    await waitForDevices(change, test, [{ os: "android", wanted, needs_engine: false }], 1);
    return test.test_id;
  });
const newest = async (as = member) => (await udt.ok(ENDPOINTS.selfCheckList, call(as))).list[0];
const seen = (facts: object) => until(async () => expect(await newest()).toMatchObject(facts));
const deviceIs = (state: string) =>
  until(async () => expect(await udt.ok(ENDPOINTS.deviceGet, call(member))).toMatchObject({ state }));
const debug = () =>
  udt.ok(ENDPOINTS.testCreate, { as: member, query, body: { kind: "debug", device_id, duration_minutes: 30 } });
const end = async (test_id: string) => {
  await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
  await deviceIs("idle");
};

it("tells of each step while the device is inspected, and how it came out", async () => {
  const events = await udt.socket(SOCKETS.events, { as: member, query });
  const selfcheck_id = await inspect();
  const { lease_token, kind } = await begun(selfcheck_id);
  expect(kind).toBe("inspection");
  await deviceIs("inspection");
  await told(selfcheck_id, lease_token, { results: [ready], step: "storage" });
  await seen({ state: "running", step: "storage", results: [ready], user_name: "owner", ended_at: null });
  await until(() =>
    expect(events.json).toContainEqual(expect.objectContaining({ type: "self_check.changed", device_id })),
  );
  await udt.refused(ENDPOINTS.selfCheckStart, call(owner), "selfcheck_under_way");

  const put = { name: "screen.png", kind: "screenshot", content_type: "image/png", lease_token };
  const kept = { bearer: agent.token, params: { test_id: selfcheck_id, device_id }, query: put };
  await udt.ok(ENDPOINTS.agentResourcePut, { ...kept, body: Buffer.from("picture") });
  await told(selfcheck_id, lease_token, { results: [ready, dark], step: null });
  await seen({ state: "failed", step: null, results: [ready, dark], error: null });
  await deviceIs("idle");
  // So is its part in what ran on the device.
  const { list } = await udt.ok(ENDPOINTS.deviceTestList, call(member));
  expect(list).toMatchObject([{ test_id: selfcheck_id, kind: "inspection", verdict: "failed", user_name: "owner" }]);

  const params = { device_id, selfcheck_id, evidence: "screen.png" };
  const file = await udt.call(ENDPOINTS.selfCheckEvidence, { as: member, query, params });
  expect(file).toMatchObject({ status: 200, text: "picture", headers: { "content-type": "image/png" } });
  const none = { as: member, query, params: { ...params, evidence: "none.png" } };
  await udt.refused(ENDPOINTS.selfCheckEvidence, none, "resource_not_found");
});

it("came out with warnings, as what ran on its device says, if a fault was no more than one", async () => {
  const selfcheck_id = await inspect();
  const { lease_token } = await begun(selfcheck_id);
  await told(selfcheck_id, lease_token, { results: [ready, { ...dark, state: "warning" }], step: null });
  await deviceIs("idle");
  const ran = async (as: Person) => {
    const passed = { as, query: { ...query, verdict: "passed" as const }, params: { device_id } };
    return (await udt.ok(ENDPOINTS.deviceTestList, passed)).list.find(({ test_id }) => test_id === selfcheck_id);
  };
  expect(await ran(member)).toMatchObject({ verdict: "passed", has_warnings: true, user_name: "owner" });
});

it("is for administrators of the project to ask for and to call off", async () => {
  await udt.refused(ENDPOINTS.selfCheckStart, call(member), "no_permission");
  const selfcheck_id = await inspect();
  const params = { device_id, selfcheck_id };
  await udt.refused(ENDPOINTS.selfCheckCancel, { as: member, query, params }, "no_permission");
  const unknown = { as: owner, query, params: { device_id, selfcheck_id: "unknown" } };
  await udt.refused(ENDPOINTS.selfCheckCancel, unknown, "selfcheck_not_found");
  await begun(selfcheck_id);
  await udt.ok(ENDPOINTS.selfCheckCancel, { as: owner, query, params });
  await seen({ selfcheck_id, state: "cancelled", error: null });
  await deviceIs("idle");
  const admin = await udt.person("admin", { udt_admin: true });
  const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: query.project } });
  expect(list.map(({ action }) => action)).toEqual(expect.arrayContaining(["self_check.start", "self_check.cancel"]));
});

it("waits for a device that is in use", async () => {
  const { test_id } = await debug();
  const { lease_token: held } = await begun(test_id);
  await deviceIs("busy");
  const selfcheck_id = await inspect();
  await seen({ selfcheck_id, state: "waiting" });
  // The word of a check does not end what is none.
  await udt.refused(
    ENDPOINTS.agentSelfCheck,
    {
      bearer: agent.token,
      params: { test_id, device_id },
      body: { lease_token: held, results: [], step: null },
    },
    "test_not_found",
  );
  await deviceIs("busy");
  expect(await udt.ok(ENDPOINTS.selfCheckOfTest, { as: member, query, params: { test_id, device_id } })).toEqual(
    await udt.ok(ENDPOINTS.selfCheckList, call(member)),
  );
  await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
  const { lease_token } = await begun(selfcheck_id);
  await told(selfcheck_id, lease_token, { results: [ready], step: null });
  await seen({ selfcheck_id, state: "passed" });
  await deviceIs("idle");
});

it("gives its device up to a debug session, which has it next", async () => {
  const selfcheck_id = await inspect();
  const { lease_token } = await begun(selfcheck_id);
  await told(selfcheck_id, lease_token, { results: [ready], step: "storage" });
  const { test_id } = await debug();
  await seen({ selfcheck_id, state: "yielded", results: [ready] });
  await begun(test_id);
  await deviceIs("busy");
  await end(test_id);
});

it("gives its device up to what waits for one in the queue", async () => {
  const selfcheck_id = await inspect();
  await begun(selfcheck_id);
  const test_id = await waits({ kind: "devices", device_ids: [device_id] });
  await seen({ selfcheck_id, state: "yielded" });
  await begun(test_id);
  await udt.server.services.tests.sessions.conclude(test_id, { reason: "user" });
  await deviceIs("idle");
});

it("ends no more checks than there are who want their devices", async () => {
  agent.send({ type: "device", device: deviceReport("S2") });
  const second = await until(async () => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: member, query });
    return list.find(({ serial, state }) => serial === "S2" && state === "idle")?.device_id ?? expect.fail("not there");
  });
  const first = await inspect();
  await begun(first);
  const other = { as: owner, query, params: { device_id: second } };
  const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, other);
  await begun(selfcheck_id);
  const test_id = await waits({ kind: "rule", rules: [], count: 1 });
  await begun(test_id);
  await serversAtRest(udt);
  const checks = [await newest(), (await udt.ok(ENDPOINTS.selfCheckList, other)).list[0]];
  expect(checks.map((check) => check?.state).toSorted()).toEqual(["running", "yielded"]);
  const { sessions } = udt.server.services.tests;
  for (const test of [test_id, first, selfcheck_id]) await sessions.conclude(test, { reason: "user" });
  await deviceIs("idle");
  agent.send({ type: "device_gone", serial: "S2", reason: say("device_connection_lost") });
});

it("says why it came to no end when its device never came free", async () => {
  const { test_id } = await debug();
  await begun(test_id);
  const selfcheck_id = await inspect();
  await seen({ selfcheck_id, state: "waiting" });
  const events = await udt.socket(SOCKETS.events, { as: member, query });
  await until(() => expect(events.json).not.toEqual([]));
  await udt.server.services.tests.sessions.conclude(selfcheck_id, { reason: "no_device" });
  await seen({ selfcheck_id, state: "broken_off", error: { code: "check_never_free" } });
  await until(() =>
    expect(events.json).toContainEqual(expect.objectContaining({ type: "self_check.changed", device_id })),
  );
  await end(test_id);
});

const check = async (...results: SelfCheckResult[]) => {
  const selfcheck_id = await inspect();
  const { lease_token } = await begun(selfcheck_id);
  await told(selfcheck_id, lease_token, { results, step: null });
  await deviceIs("idle");
  return selfcheck_id;
};
const orders = async () => (await udt.ok(ENDPOINTS.workOrderList, { as: member, query: { ...query, device_id } })).list;

it("opens a work order for a step that fails twice in a row, and closes it once that passes", async () => {
  const body = {
    name: "CI",
    kind: "webhook",
    language: "en",
    webhook: "http://127.0.0.1:1/",
    secret: "a secret of some length",
  } as const;
  const channel = await udt.ok(ENDPOINTS.channelCreate, { as: owner, query, body });
  for (const event of ["open-order", "close-order"] as const) {
    const trigger = { buss_type: "device" as const, event, channels: [channel.id] };
    await udt.ok(ENDPOINTS.triggerCreate, { as: owner, query, body: trigger });
  }
  const messages = async () =>
    (await udt.ok(ENDPOINTS.deliveryList, { as: owner, query })).list.map(({ event }) => event).toReversed();
  await check(ready);
  await check(ready, dark);
  // Once is chance, and so is another step.
  await check({ ...ready, state: "failed" });
  expect(await orders()).toEqual([]);
  await check(ready, dark);
  const selfcheck_id = await check(ready, dark);
  const opened = await orders();
  expect(opened).toMatchObject([
    {
      state: "unprocessed",
      source: "self_check",
      step: "capture_check",
      error: dark.message,
      reporter_name: null,
      text: "",
      test: null,
      selfcheck_id,
    },
  ]);
  // Who sees the device reads that check, and administrators of the server do.
  const params = { device_id, selfcheck_id };
  const found = await udt.ok(ENDPOINTS.selfCheckGet, { as: member, query, params });
  expect(found).toMatchObject({ selfcheck_id, state: "failed", results: [ready, dark] });
  const withoutFile = { ...dark, evidence_name: null };
  const admin = await udt.person("who mends", { udt_admin: true });
  const readByAdmin = await udt.ok(ENDPOINTS.adminSelfCheckGet, { as: admin, params });
  expect(readByAdmin).toMatchObject({ selfcheck_id, results: [ready, withoutFile] });
  const unknown = { as: member, query, params: { device_id, selfcheck_id: "unknown" } };
  await udt.refused(ENDPOINTS.selfCheckGet, unknown, "selfcheck_not_found");
  await check(ready, dark);
  expect(await orders()).toEqual(opened);
  expect(await messages()).toEqual(["open-order"]);
  await check(ready, { ...dark, state: "passed" });
  expect(await messages()).toEqual(["open-order", "close-order"]);
  expect(await orders()).toMatchObject([
    { state: "processed", closed_by: "self_check", closed_at: expect.any(Number) },
  ]);
  const whole = await udt.ok(ENDPOINTS.workOrderGet, { as: member, query, params: { number: opened[0]!.number } });
  expect(whole.entries).toMatchObject([{ user_name: null, state: "processed" }]);
});

it("opens one for a step that fails again, however many checks between did not ask for it", async () => {
  const slow: SelfCheckResult = { ...ready, step: "network", state: "failed", message: say("check_no_network") };
  await check(ready, slow);
  for (let nth = 0; nth < 21; nth++) await check(ready, { ...slow, state: "skipped" });
  await check(ready, { ...slow, state: "skipped" }, dark);
  await check(ready, { ...dark, state: "passed" }, slow);
  expect(await orders()).toMatchObject([{ step: "network", state: "unprocessed" }, { state: "processed" }]);
  await check(ready, { ...slow, state: "passed" });
});

it("is broken off with why when its device is lost", async () => {
  const selfcheck_id = await inspect();
  await begun(selfcheck_id);
  await deviceIs("inspection");
  agent.send({ type: "device_gone", serial: "S1", reason: say("device_connection_lost") });
  await seen({ selfcheck_id, state: "broken_off", error: { code: "device_connection_lost" } });
  await udt.refused(ENDPOINTS.selfCheckStart, call(owner), "device_offline");
});
