import { ENDPOINTS, say } from "@udt/contract";
import { expect, it, onTestFinished } from "vitest";
import { TestServer, until } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { agent_projects } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";

it("is told to a test's project only as long as it sees the device", async () => {
  const udt = await TestServer.start();
  onTestFinished(() => udt.dispose());
  const member = await udt.person("member");
  const query = { project: await udt.project("demo", [{ person: member, user_type: 2 }]) };
  const other = await udt.project("other", []);
  const agent = await udt.agent("lab", [query.project, other]);
  await agent.connect([deviceReport("S1")]);
  const { list } = await udt.ok(ENDPOINTS.deviceList, { as: member, query });
  const { device_id } = list[0]!;
  const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
  const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body });
  const ofTest = { as: member, query, params: { test_id, device_id } };
  expect(await udt.ok(ENDPOINTS.selfCheckOfTest, ofTest)).toEqual({ list: [] });
  // An agent of no project would be everybody's: this one is the other's alone from now on.
  await udt.server.database.db.delete(agent_projects).where(eq(agent_projects.project_id, query.project));
  await udt.refused(ENDPOINTS.selfCheckOfTest, ofTest, "device_not_in_project");
});

it("has a work order once it went away amid two checks in a row, until a check finds it ready", async () => {
  const udt = await TestServer.start();
  onTestFinished(() => udt.dispose());
  const owner = await udt.person("owner");
  const query = { project: await udt.project("demo", [{ person: owner, user_type: 1 }]) };
  const agent = await udt.agent("lab", [query.project]);
  await agent.connect([deviceReport("S1")]);
  const device_id = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0]!.device_id;
  const of = { as: owner, query, params: { device_id } };
  const orders = async () =>
    (await udt.ok(ENDPOINTS.workOrderList, { as: owner, query: { ...query, device_id } })).list.map(
      ({ state, step, source }) => [state, step, source],
    );
  const begin = async () => {
    udt.clock.turn(1_000);
    const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, of);
    return until(
      () => agent.all("session_start").find(({ test_id }) => test_id === selfcheck_id) ?? expect.fail("not begun"),
    );
  };
  const isEnded = (test_id: string, state: string) =>
    until(async () => {
      const { list } = await udt.ok(ENDPOINTS.selfCheckList, of);
      expect(list.find(({ selfcheck_id }) => selfcheck_id === test_id)).toMatchObject({ state });
      expect(await udt.ok(ENDPOINTS.deviceGet, of)).toMatchObject({ state: "idle" });
    });
  const lose = async () => {
    const start = await begin();
    agent.report(start, { state: "running" });
    agent.report(start, { state: "cleaning", error: say("device_connection_lost") });
    agent.report(start, { state: "cleaned" });
    await isEnded(start.test_id, "broken_off");
  };
  const pass = async () => {
    const { test_id, lease_token } = await begin();
    const rest = { cost_ms: 1, message: null, evidence_name: null, remedy: null };
    const results = [{ step: "ready" as const, state: "passed" as const, ...rest }];
    const params = { test_id, device_id };
    const body = { lease_token, results, step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params, body });
    await isEnded(test_id, "passed");
  };
  await lose();
  await pass();
  await lose();
  // Once is chance.
  expect(await orders()).toEqual([]);
  await lose();
  expect(await orders()).toEqual([["unprocessed", "ready", "self_check"]]);
  await pass();
  expect(await orders()).toEqual([["processed", "ready", "self_check"]]);
});
