import { must } from "@udt/base";
import { DEFAULT_INSPECTION, ENDPOINTS, LIMITS, say, type InspectionConfig, type SelfCheckResult } from "@udt/contract";
import { serversAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const RETRY = LIMITS.scheduled_check_retry_minutes * 60_000;
const FAULT = say("device_not_ready");
const found = (state: SelfCheckResult["state"], step: SelfCheckResult["step"] = "ready"): SelfCheckResult => {
  const message = state === "failed" ? FAULT : null;
  return { step, state, cost_ms: 1, message, evidence_name: null, remedy: null };
};

onEachDatabase("the second look after a check that failed", (open) => {
  let udt: TestServer;
  let owner: Person;
  let admin: Person;
  let agent: TestAgent;
  let query: { project: string };
  let device_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open, { first_look: true });
    [owner, admin] = [await udt.person("owner"), await udt.person("root", { udt_admin: true })];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const project = `again-${++count}`;
    query = { project };
    await udt.project(project, [{ person: owner, user_type: 1 }]);
    agent = await udt.agent(project, [project]);
    return async () => {
      await agent.close();
      const params = { project_id: project };
      await udt.ok(ENDPOINTS.projectDelete, { as: owner, params, query: { confirm: project } });
    };
  });

  const setFirstLook = (first_look: boolean) => udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: { first_look } });
  const report = () => deviceReport(`S-${count}`);
  /** A device that is there, at which nobody looked. */
  const connect = async () => {
    await setFirstLook(false);
    await agent.connect([report()]);
    await know();
    await idle();
  };
  const know = async () => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    device_id = must(list[0], "the device").device_id;
  };
  const of = () => ({ as: owner, query, params: { device_id } });
  const idle = () =>
    until(async () => expect(await udt.ok(ENDPOINTS.deviceGet, of())).toMatchObject({ state: "idle" }));
  const begun = () => agent.all("session_start").filter(({ kind }) => kind === "inspection");
  const nth = (at: number) => until(() => must(begun()[at], `check ${at}`));
  const tell = async (at: number, ...results: SelfCheckResult[]) => {
    const { test_id, lease_token } = await nth(at);
    const body = { lease_token, results, step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params: { test_id, device_id }, body });
    await idle();
  };
  const fail = (at: number) => tell(at, found("failed"));
  const inspect = () => udt.ok(ENDPOINTS.selfCheckStart, of());
  const checks = async () =>
    (await udt.ok(ENDPOINTS.selfCheckList, of())).list.map(({ user_name, occasion, state }) => [
      user_name ?? occasion,
      state,
    ]);
  const orders = async () => (await udt.ok(ENDPOINTS.workOrderList, { as: owner, query })).list;
  const strategies = () => udt.ok(ENDPOINTS.deviceStrategies, of());
  const later = (ms = RETRY) => udt.clock.turn(ms);
  /** The agent says nothing for so long, and is back shortly before it is time. */
  const nearly = async () => {
    await agent.close();
    later(RETRY - 10_000);
    await agent.connect([report()]);
    await idle();
  };
  const none = async (more: number) => {
    later();
    await serversAtRest(udt);
    expect(begun()).toHaveLength(more);
    expect(await strategies()).toMatchObject({ next_at: null });
  };
  const tag = (change: Partial<InspectionConfig>, name = "kept") =>
    udt.ok(ENDPOINTS.tagCreate, {
      as: owner,
      query,
      body: {
        name,
        rules: [{ attribute: "serial", operator: "contains", values: ["S-"] }],
        is_default: false,
        included_device_ids: [],
        excluded_device_ids: [],
        inspection: { ...DEFAULT_INSPECTION, ...change },
      },
    });
  const debug = async () => {
    const body = { kind: "debug" as const, device_id, duration_minutes: 60 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: owner, query, body });
    await until(() => expect(agent.all("session_start").map((start) => start.test_id)).toContain(test_id));
    return () => udt.ok(ENDPOINTS.testCancel, { as: owner, query, params: { test_id } });
  };

  it("comes soon and by itself after one by hand, where no tag says anything, and opens a work order if it fails, too", async () => {
    await connect();
    await inspect();
    await fail(0);
    const { next_at, next_why } = await strategies();
    expect([must(next_at, "next") - udt.clock.now() <= RETRY, next_why]).toEqual([true, "failed_once"]);
    await nearly();
    await serversAtRest(udt);
    expect(begun()).toHaveLength(1);
    later(10_000);
    await fail(1);
    expect(await checks()).toEqual([
      ["failed_once", "failed"],
      ["owner", "failed"],
    ]);
    expect(await orders()).toMatchObject([{ step: "ready", error: FAULT }]);
    await none(2);
  });

  it("is the last where it passes, and comes again after another failure", async () => {
    await connect();
    await inspect();
    await fail(0);
    later();
    await tell(1, found("passed"));
    await none(2);
    await inspect();
    await fail(2);
    later();
    await fail(3);
    expect(await orders()).toHaveLength(1);
  });

  it("is as the tag wants it that decides, though that asks for none by itself", async () => {
    await tag({ latency_ms: 77 });
    await connect();
    await inspect();
    await fail(0);
    later();
    const { test_id, lease_token } = await nth(1);
    // Whose change has each check asked whether anything wants it.
    await tag({}, "another");
    const plan = { bearer: agent.token, params: { test_id, device_id }, query: { lease_token } };
    expect(await udt.ok(ENDPOINTS.agentSelfCheckPlan, plan)).toMatchObject({ config: { latency_ms: 77 } });
    await tell(1, found("passed"));
    await none(2);
  });

  it("does not come where the first failure opens a work order", async () => {
    await tag({ order_after: "first_failure" });
    await connect();
    await inspect();
    await fail(0);
    expect(await orders()).toHaveLength(1);
    await none(1);
  });

  it("looks at a new device as the first look did", async () => {
    await setFirstLook(true);
    await agent.connect([report()]);
    await nth(0);
    await know();
    await fail(0);
    later();
    const { test_id, lease_token } = await nth(1);
    const plan = { bearer: agent.token, params: { test_id, device_id }, query: { lease_token } };
    expect(await udt.ok(ENDPOINTS.agentSelfCheckPlan, plan)).toMatchObject({ looks_only: true });
    await tell(1, found("passed"));
    await none(2);
  });

  it("waits until nobody has the device and it is in use", async () => {
    await connect();
    await inspect();
    await fail(0);
    await nearly();
    const leave = await debug();
    later(10_000);
    await serversAtRest(udt);
    expect(begun()).toHaveLength(1);
    await udt.ok(ENDPOINTS.deviceTakeOut, { ...of(), body: { reason: "The battery swells" } });
    await leave();
    await until(async () => expect(await udt.ok(ENDPOINTS.deviceGet, of())).toMatchObject({ state: "out_of_use" }));
    await serversAtRest(udt);
    expect(begun()).toHaveLength(1);
    await udt.ok(ENDPOINTS.devicePutBack, of());
    await tell(1, found("passed"));
  });

  it("does not follow a check that was called off, and comes no more once it was called off itself", async () => {
    await connect();
    const { selfcheck_id } = await inspect();
    const callOff = (id: string) =>
      udt.ok(ENDPOINTS.selfCheckCancel, { ...of(), params: { device_id, selfcheck_id: id } });
    await nth(0);
    await callOff(selfcheck_id);
    await idle();
    await none(1);
    await inspect();
    await fail(1);
    later();
    await callOff((await nth(2)).test_id);
    await idle();
    await none(3);
  });

  it("comes once more where its device was lost in it, and no third time", async () => {
    await connect();
    await inspect();
    await fail(0);
    for (const at of [1, 2]) {
      later();
      const { serial } = await nth(at);
      later(1_000);
      agent.send({ type: "device_gone", serial, reason: say("device_connection_lost") });
      await until(async () => expect((await checks()).filter(([, state]) => state === "broken_off")).toHaveLength(at));
      agent.send({ type: "device", device: report() });
      await idle();
    }
    expect(await orders()).toMatchObject([{ step: "ready" }]);
    await none(3);
  });
});
