import { ENDPOINTS, say, type BodyOf, type DeviceWork, type SelfCheckResult } from "@udt/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

let udt: TestServer;
let admin: Person;
let owner: Person;
let member: Person;
let agent: TestAgent;
let device_id: string;
const query = { project: "demo" };
const call = (as: Person) => ({ as, query, params: { device_id } });
const result = (step: SelfCheckResult["step"], state: SelfCheckResult["state"] = "passed"): SelfCheckResult => ({
  step,
  state,
  cost_ms: 5,
  message: state === "failed" ? say("check_app_stays", { packages: "org.left" }) : null,
  evidence_name: null,
  remedy: null,
});

beforeAll(async () => {
  udt = await TestServer.start();
  admin = await udt.person("admin", { udt_admin: true });
  owner = await udt.person("owner");
  member = await udt.person("member");
  await udt.project(query.project, [
    { person: owner, user_type: 1 },
    { person: member, user_type: 2 },
  ]);
  agent = await udt.agent();
  await agent.connect([deviceReport("S1")]);
  device_id =
    (await udt.ok(ENDPOINTS.deviceList, { as: member, query })).list[0]?.device_id ?? expect.fail("no device");
});
afterAll(() => udt.dispose());

const device = () => udt.ok(ENDPOINTS.deviceGet, call(member));
const isIdle = () => until(async () => expect(await device()).toMatchObject({ state: "idle" }));
const newest = async () => (await udt.ok(ENDPOINTS.selfCheckList, call(member))).list[0] ?? expect.fail("none");
const orders = async () => (await udt.ok(ENDPOINTS.workOrderList, { as: member, query: { ...query, device_id } })).list;
/** Asked for, and begun by the agent. */
const begun = async (work: DeviceWork) => {
  udt.clock.turn(1_000);
  const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, { ...call(owner), body: { work } });
  const { lease_token, kind } = await until(
    () => agent.all("session_start").find(({ test_id }) => test_id === selfcheck_id) ?? expect.fail("not begun"),
  );
  expect(kind).toBe("inspection");
  const of = { bearer: agent.token, params: { test_id: selfcheck_id, device_id } };
  const tell = (body: Omit<BodyOf<typeof ENDPOINTS.agentSelfCheck>, "lease_token">) =>
    udt.ok(ENDPOINTS.agentSelfCheck, { ...of, body: { ...body, lease_token } });
  const plan = await udt.ok(ENDPOINTS.agentSelfCheckPlan, { ...of, query: { lease_token } });
  return { selfcheck_id, lease_token, tell, plan };
};
const done = async (work: DeviceWork, ...results: SelfCheckResult[]) => {
  const { tell, selfcheck_id } = await begun(work);
  await tell({ results, step: null });
  await isIdle();
  return selfcheck_id;
};

it("has a device restart or be cleaned under a lease, and tells how far it is", async () => {
  const { tell, plan, selfcheck_id } = await begun("restart");
  expect(plan.work).toBe("restart");
  await until(async () => expect(await device()).toMatchObject({ state: "inspection" }));
  await tell({ results: [], step: "restart" });
  expect(await newest()).toMatchObject({ selfcheck_id, work: "restart", state: "running", step: "restart" });
  // Of whichever there is one at a time.
  for (const work of ["check", "restart", "clean"] as const)
    await udt.refused(ENDPOINTS.selfCheckStart, { ...call(owner), body: { work } }, "selfcheck_under_way");
  await tell({ results: [result("restart"), result("ready")], step: null });
  await isIdle();
  expect(await newest()).toMatchObject({ work: "restart", state: "passed", user_name: "owner" });

  const cleaning = await begun("clean");
  expect(cleaning.plan.work).toBe("clean");
  await cleaning.tell({ results: [result("ready"), result("cleanup", "failed")], step: null });
  await isIdle();
  expect(await newest()).toMatchObject({ work: "clean", state: "failed" });
});

it("is told apart in what ran on the device, and in the audit log", async () => {
  await done("restart", result("restart"));
  await done("clean", result("cleanup", "failed"));
  await done("check", result("ready"));
  const { list } = await udt.ok(ENDPOINTS.deviceTestList, call(member));
  expect(list.slice(0, 3).map(({ kind, work, verdict }) => [kind, work, verdict])).toEqual([
    ["inspection", "check", "passed"],
    ["inspection", "clean", "failed"],
    ["inspection", "restart", "passed"],
  ]);
  const audit = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: query.project } });
  expect(audit.list.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["self_check.start", "device.restart", "device.clean"]),
  );
});

it("says nothing of how well a device is: neither its last check, nor its work orders, nor when it is due", async () => {
  const { last_check: before } = await device();
  expect(before).toMatchObject({ state: "passed" });
  for (let time = 0; time < 2; time++) await done("clean", result("ready"), result("cleanup", "failed"));
  expect((await device()).last_check).toEqual(before);
  expect(await orders()).toEqual([]);

  // Once is chance, whatever was cleaned in between.
  await done("check", result("cleanup", "failed"));
  await done("clean", result("ready"), result("cleanup"));
  await done("check", result("cleanup", "failed"));
  expect(await orders()).toMatchObject([{ state: "unprocessed", step: "cleanup" }]);
  await done("clean", result("ready"), result("cleanup"));
  await done("restart", result("restart"), result("ready"));
  expect(await orders()).toMatchObject([{ state: "unprocessed", step: "cleanup" }]);
  expect((await device()).last_check).toMatchObject({ state: "failed" });
  const { last_check } = await udt.ok(ENDPOINTS.deviceStrategies, call(owner));
  expect(last_check).toMatchObject({ work: "check", state: "failed" });
});

it.each(["restart", "clean"] as const)("is no %s where an earlier agent checks the device instead", async (work) => {
  const { lease_token, selfcheck_id, tell } = await begun(work);
  // It begins as a check does.
  await tell({ results: [], step: "ready" });
  const body = { lease_token, results: [result("ready")], step: "storage" as const };
  const params = { test_id: selfcheck_id, device_id };
  await udt.refused(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params, body }, "agent_stale_lease");
  await isIdle();
  expect(await newest()).toMatchObject({ selfcheck_id, state: "broken_off", error: { code: "work_unknown" } });
});

it("is for administrators to ask for, and waits for a device that somebody has", async () => {
  const body = { work: "restart" } as const;
  await udt.refused(ENDPOINTS.selfCheckStart, { ...call(member), body }, "no_permission");
  await udt.refused(ENDPOINTS.adminSelfCheckStart, { as: owner, params: { device_id }, body }, "admin_only");
  const debug = { kind: "debug", device_id, duration_minutes: 30 } as const;
  const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body: debug });
  await until(async () => expect(await device()).toMatchObject({ state: "busy" }));
  udt.clock.turn(1_000);
  const asked = await udt.ok(ENDPOINTS.adminSelfCheckStart, { as: admin, params: { device_id }, body });
  expect(await newest()).toMatchObject({ ...asked, work: "restart", state: "waiting", user_name: "admin" });
  const params = { device_id, selfcheck_id: asked.selfcheck_id };
  await udt.ok(ENDPOINTS.selfCheckCancel, { as: owner, query, params });
  expect(await newest()).toMatchObject({ work: "restart", state: "cancelled" });
  await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
  await isIdle();
});

it.each(["check", "restart", "clean"] as const)("is called off by administrators of the server: a %s", async (work) => {
  const { selfcheck_id } = await begun(work);
  const params = { device_id, selfcheck_id };
  const give = (given_to: "agent" | "projects") =>
    udt.ok(ENDPOINTS.deviceGive, { as: admin, params: { device_id }, body: { given_to } });
  // No project sees it.
  await give("projects");
  await udt.refused(ENDPOINTS.selfCheckCancel, { as: owner, query, params }, "device_not_in_project");
  await udt.refused(ENDPOINTS.adminSelfCheckCancel, { as: owner, params }, "admin_only");
  await udt.refused(ENDPOINTS.adminSelfCheckList, { as: owner, params: { device_id } }, "admin_only");
  const other = { ...params, selfcheck_id: "other" };
  await udt.refused(ENDPOINTS.adminSelfCheckCancel, { as: admin, params: other }, "selfcheck_not_found");
  const listed = async () => (await udt.ok(ENDPOINTS.adminSelfCheckList, { as: admin, params: { device_id } })).list[0];
  expect(await listed()).toMatchObject({ selfcheck_id, work, state: "running" });
  // Twice at once is once.
  const cancel = () => udt.ok(ENDPOINTS.adminSelfCheckCancel, { as: admin, params });
  await Promise.all([cancel(), cancel()]);
  expect(await listed()).toMatchObject({ selfcheck_id, work, state: "cancelled" });
  const audit = await udt.ok(ENDPOINTS.auditList, { as: admin, query: {} });
  const said = audit.list.filter(({ detail }) => detail["selfcheck_id"] === selfcheck_id);
  expect(said.map(({ action, user_name, target }) => [action, user_name, target])).toEqual([
    [work === "check" ? "self_check.cancel" : `device.${work}_cancel`, "admin", "S1"],
    [work === "check" ? "self_check.start" : `device.${work}`, "owner", "S1"],
  ]);
  await give("agent");
  await isIdle();
});

it("lets a check restart its device where none did so in the last six hours", async () => {
  const mayRestart = async (...results: SelfCheckResult[]) => {
    const { plan, tell } = await begun("check");
    await tell({ results, step: null });
    await isIdle();
    return [plan.may_restart, plan.not_restarted?.args["hours"]];
  };
  const inVain: SelfCheckResult = { ...result("install_check", "failed"), remedy: { name: "restart", helped: false } };
  expect(await mayRestart()).toEqual([true, undefined]);
  expect(await mayRestart(inVain)).toEqual([true, undefined]);
  expect(await mayRestart()).toEqual([false, 6]);
  udt.clock.turn(6 * 3_600_000);
  expect(await mayRestart()).toEqual([true, undefined]);
});
