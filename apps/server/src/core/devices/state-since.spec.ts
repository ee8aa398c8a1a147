import { DEFAULT_INSPECTION, ENDPOINTS, LIMITS, say, type DeviceState } from "@udt/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("a device's state", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  let agent: TestAgent;
  let device_id: string;
  const query = { project: "demo" };
  const other = { project: "other" };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [ada, bob] = [await udt.person("ada"), await udt.person("bob")];
    await udt.project(query.project, [{ person: ada, user_type: 1 }]);
    await udt.project(other.project, [{ person: bob, user_type: 1 }]);
    agent = await udt.agent();
  });
  afterAll(() => udt.dispose());

  const device = async (as = ada, of = query) => (await udt.ok(ENDPOINTS.deviceList, { as, query: of })).list[0]!;
  const is = (state: DeviceState, since: number) =>
    until(async () => {
      const { state: now, state_since } = await device();
      expect([now, state_since]).toEqual([state, since]);
    });
  /** Some time goes by, and what comes then is told apart from what was. */
  const later = (): number => {
    udt.clock.turn(1_000);
    return udt.clock.now();
  };
  const tell = (change: Parameters<typeof deviceReport>[1]) =>
    agent.send({ type: "device", device: deviceReport("S1", change) });

  it("is told with since when, through its preparation, its failure and its use", async () => {
    let at = udt.clock.now();
    await agent.connect([deviceReport("S1", { readiness: "initializing" })]);
    await is("initializing", at);
    ({ device_id } = await device());
    at = later();
    tell({ readiness: "failed", reason: say("device_not_ready") });
    await is("initialization_failed", at);
    at = later();
    tell({});
    await is("idle", at);
    later();
    // What else it tells changes nothing of that.
    tell({ battery_level: 12 });
    await until(async () => expect(await device()).toMatchObject({ battery_level: 12, state_since: at }));
    const begun = later();
    agent.script.reportsCleaned = false;
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    await is("busy", begun);
    const start = await until(() => agent.all("session_start")[0] ?? expect.fail("not begun"));
    const ended = later();
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params: { test_id } });
    await is("cleaning", ended);
    const clean = later();
    agent.report(start, { state: "cleaned" });
    await is("idle", clean);
    agent.script.reportsCleaned = true;
  });

  it("is told with since when it is out of use, away, and back", async () => {
    let at = later();
    const call = { as: ada, query, params: { device_id } };
    const root = { as: await udt.person("root", { udt_admin: true }), params: { device_id } };
    await udt.ok(ENDPOINTS.adminDeviceTakeOut, { ...root, body: { reason: "new battery" } });
    await is("out_of_use", at);
    await udt.ok(ENDPOINTS.adminDevicePutBack, root);
    at = later();
    agent.send({ type: "device_gone", serial: "S1", reason: say("device_not_reachable") });
    await is("offline", at);
    expect((await udt.ok(ENDPOINTS.deviceGet, call)).state_reason).toMatchObject({ code: "device_not_reachable" });
    at = later();
    tell({});
    await is("idle", at);
    later();
    agent.break();
    await until(async () => {
      udt.clock.turn(5_000);
      expect((await device()).state).toBe("offline");
    });
    const { state_since } = await device();
    expect(state_since).toBeGreaterThanOrEqual(at + LIMITS.agent_lost_ms);
    at = later();
    await agent.connect([deviceReport("S1")]);
    await is("idle", at);
    // A link that is there again before anybody held the agent to be lost interrupted nothing.
    later();
    agent.break();
    await agent.connect([deviceReport("S1")]);
    await is("idle", at);
  });

  it("is told with why the platform has it, by which tag in that tag's project alone", async () => {
    later();
    const body = { work: "restart" as const };
    const asked = { as: await udt.person("admin", { udt_admin: true }), params: { device_id }, body };
    const { selfcheck_id } = await udt.ok(ENDPOINTS.adminSelfCheckStart, asked);
    await until(async () => {
      const { state, lease } = await device();
      expect([state, lease?.work]).toEqual([
        "inspection",
        { work: "restart", user_name: "admin", occasion: null, tag_name: null },
      ]);
    });
    const params = { device_id, selfcheck_id };
    await udt.ok(ENDPOINTS.adminSelfCheckCancel, { as: asked.as, params });
    await until(async () => expect((await device()).state).toBe("idle"));
    const tag = {
      name: "nightly",
      is_default: false,
      rules: [{ attribute: "serial" as const, operator: "equals" as const, values: ["S1"] }],
      included_device_ids: [],
      excluded_device_ids: [],
      inspection: { ...DEFAULT_INSPECTION, check_on: ["cleaned" as const] },
    };
    await udt.ok(ENDPOINTS.tagCreate, { as: ada, query, body: tag });
    const debug = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body: debug });
    await until(
      () => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"),
    );
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params: { test_id } });
    const cause = { work: "check", user_name: null, occasion: "cleaned" };
    await until(async () => expect((await device()).lease?.work).toEqual({ ...cause, tag_name: "nightly" }));
    expect((await device(bob, other)).lease?.work).toEqual({ ...cause, tag_name: null });
  });
});
