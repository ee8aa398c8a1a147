import { must } from "@udt/base";
import { DEFAULT_INSPECTION, ENDPOINTS, FIRST_LOOK, say, type InspectionConfig } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { occasionsOf } from "../../core/tags/tags.service.ts";

onEachDatabase("the first look at a device", (open) => {
  let udt: TestServer;
  let owner: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open, { first_look: true });
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const project = `looked-${++count}`;
    query = { project };
    owner = await udt.person("owner");
    await udt.project(project, [{ person: owner, user_type: 1 }]);
    agent = await udt.agent(project, [project]);
    await setFirstLook(true);
    return async () => {
      agent.close();
      await udt.ok(ENDPOINTS.projectDelete, {
        as: owner,
        params: { project_id: project },
        query: { confirm: project },
      });
    };
  });

  const setFirstLook = async (first_look: boolean) =>
    udt.ok(ENDPOINTS.adminSettingsSet, { as: await udt.person("root", { udt_admin: true }), body: { first_look } });
  const reportOf = (name: string) => deviceReport(`${name}-${query.project}`, { model: name });
  const appear = (name: string) => agent.send({ type: "device", device: reportOf(name) });
  const device = async (name: string) => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    return must(
      list.find(({ model }) => model === name),
      name,
    );
  };
  const idle = (name: string) => until(async () => expect(await device(name)).toMatchObject({ state: "idle" }));
  const about = async (name: string) => {
    const { device_id } = await until(() => device(name));
    return { as: owner, query, params: { device_id } };
  };
  const checks = async (name: string) => (await udt.ok(ENDPOINTS.selfCheckList, await about(name))).list;
  const strategies = async (name: string) => udt.ok(ENDPOINTS.deviceStrategies, await about(name));
  const settled = (name: string) =>
    until(async () => {
      const { params } = await about(name);
      expect(await occasionsOf(udt.server.database.db, [params.device_id])).toEqual(new Map());
    });
  const begun = () => agent.all("session_start").filter(({ kind }) => kind === "inspection");
  const nth = (at: number) => until(() => must(begun()[at], `look ${at}`));
  const finish = async (at: number) => {
    const { test_id, device_id, lease_token } = await nth(at);
    const result = { step: "storage", state: "warning", cost_ms: 1, message: null, evidence_name: null, remedy: null };
    const undone = { ...result, step: "cleanup", state: "skipped", message: say("check_no_look") };
    const body = { lease_token, results: [result, undone], step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params: { test_id, device_id }, body });
  };
  const tag = (inspection: InspectionConfig | null) => {
    const rules = [{ attribute: "agent" as const, operator: "in" as const, values: [query.project] }];
    const body = { name: "tag", rules, is_default: false, included_device_ids: [], excluded_device_ids: [] };
    return udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body: { ...body, inspection } });
  };

  it("is taken once where no tag says how a device checks itself, and changes nothing on it", async () => {
    await agent.connect([]);
    await tag(null);
    appear("New");
    const { test_id, device_id, lease_token } = await nth(0);
    const plan = await udt.ok(ENDPOINTS.agentSelfCheckPlan, {
      bearer: agent.token,
      params: { test_id, device_id },
      query: { lease_token },
    });
    expect(plan).toMatchObject({ work: "check", config: FIRST_LOOK, may_restart: false, looks_only: true });
    expect(Object.values(FIRST_LOOK.levels)).not.toContain("blocking");
    await finish(0);
    await settled("New");
    await idle("New");
    const [look, ...more] = await checks("New");
    expect(more).toEqual([]);
    expect(look).toMatchObject({
      occasion: "first_seen",
      is_first_look: true,
      state: "warning",
      user_name: null,
      inspection: null,
      // No tag is behind it that would withhold anything.
      results: [{ step: "storage" }, { step: "cleanup", message: say("check_no_look") }],
    });
    const told = await strategies("New");
    expect(told).toMatchObject({ tag: null, config: DEFAULT_INSPECTION, first_look: FIRST_LOOK, next_at: null });
    expect(told.last_check?.selfcheck_id).toBe(look?.selfcheck_id);
    // It was there before from now on, and is looked at no more.
    agent.close();
    await agent.connect([reportOf("New"), reportOf("Newer")]);
    expect((await nth(1)).serial).toBe(reportOf("Newer").serial);
    await finish(1);
    await settled("Newer");
    await idle("New");
    expect(begun()).toHaveLength(2);
  });

  it("gives way to whoever wants the device, and is taken when that is free again", async () => {
    await agent.connect([reportOf("New")]);
    await nth(0);
    udt.clock.turn(1_000);
    const { params, ...by } = await about("New");
    const body = { kind: "debug" as const, ...params, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { ...by, body });
    await until(async () =>
      expect(await udt.ok(ENDPOINTS.testGet, { ...by, params: { test_id } })).toMatchObject({ state: "running" }),
    );
    udt.clock.turn(1_000);
    await udt.ok(ENDPOINTS.testCancel, { ...by, params: { test_id } });
    await finish(1);
    await settled("New");
    expect((await checks("New")).map(({ state }) => state)).toEqual(["warning", "yielded"]);
  });

  it("is not taken where a tag says how, even if that asks for none", async () => {
    await tag(DEFAULT_INSPECTION);
    await agent.connect([reportOf("Tagged")]);
    await settled("Tagged");
    await idle("Tagged");
    expect(begun()).toEqual([]);
    expect(await strategies("Tagged")).toMatchObject({ tag: { name: "tag" }, first_look: null });
  });

  it("ends where an administrator switches it off, and nothing is made up for later", async () => {
    await agent.connect([reportOf("New")]);
    await nth(0);
    await setFirstLook(false);
    await until(async () => expect((await checks("New")).map(({ state }) => state)).toEqual(["cancelled"]));
    expect(await strategies("New")).toMatchObject({ first_look: null });
    appear("Newer");
    await idle("Newer");
    await setFirstLook(true);
    appear("Newest");
    expect((await nth(1)).serial).toBe(reportOf("Newest").serial);
    await finish(1);
    await settled("Newer");
    expect(await checks("Newer")).toEqual([]);
  });
});
