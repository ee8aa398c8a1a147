import {
  DEFAULT_INSPECTION,
  ENDPOINTS,
  HAND_BACK_MAX_MS,
  LIMITS,
  say,
  type Handover,
  type HandoverEntry,
  type SelfCheckStep,
} from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { passTime } from "../../../test/pass-time.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const entry = (change: HandoverEntry["change"], name: string, remains = true): HandoverEntry => ({
  change,
  name,
  before: null,
  after: null,
  remains,
});
const told = (...entries: HandoverEntry[]): Handover => ({ entries, more: 0, is_whole: true });
const ACCOUNT = entry("account_added", "ada@example.com (com.example)");

onEachDatabase("hand-overs of devices", (open) => {
  let udt: TestServer;
  let owner: Person;
  let outsider: Person;
  let agent: TestAgent;
  let query: { project: string };
  let device_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [owner, outsider] = [await udt.person("owner"), await udt.person("outsider")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: await udt.project(`handed-${++count}`, [{ person: owner, user_type: 1 }], { visibility: 2 }) };
    agent = await udt.agent(`handed-${count}`, [query.project]);
    await agent.connect([deviceReport(`handed-${count}`)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    device_id = list[0]?.device_id ?? expect.fail("no device");
    return () => agent.close();
  });

  /** A debug session that is over, and how its agent tells of it. */
  const session = async () => {
    const body = { kind: "debug", device_id, duration_minutes: 30 } as const;
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: owner, query, body });
    const { lease_token } = await until(
      () => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("none"),
    );
    await udt.ok(ENDPOINTS.testCancel, { as: owner, query, params: { test_id } });
    await until(async () => expect((await device()).state).toBe("idle"));
    const params = { test_id, device_id };
    const tell = (left: Handover, token = lease_token, bearer = agent.token) =>
      udt.call(ENDPOINTS.agentHandover, { bearer, params, body: { ...left, lease_token: token } });
    return { params, tell, lease_token };
  };
  const device = () => udt.ok(ENDPOINTS.deviceGet, { as: owner, query, params: { device_id } });
  const orders = async () => (await udt.ok(ENDPOINTS.workOrderList, { as: owner, query })).list;
  const get = (params: { test_id: string; device_id: string }, as = owner) =>
    udt.call(ENDPOINTS.handoverGet, { as, query, params });
  const check = async (cleanup: "passed" | "skipped") => {
    const before = agent.all("session_start").length;
    await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: { device_id } });
    const { test_id, lease_token } = await until(
      () => agent.all("session_start")[before] ?? expect.fail("it has not begun"),
    );
    const result = (step: SelfCheckStep, state: "passed" | "skipped") => ({
      step,
      state,
      cost_ms: 1,
      message: null,
      evidence_name: null,
      remedy: null,
    });
    const results = [result("ready", "passed"), result("cleanup", cleanup)];
    const body = { lease_token, results, step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params: { test_id, device_id }, body });
    await until(async () => expect((await device()).state).toBe("idle"));
  };

  it("are kept with the test, for whoever sees it, and a clean one opens nothing", async () => {
    const { params, tell } = await session();
    expect((await get(params)).data).toBeNull();
    const left = told(entry("file_removed", "/sdcard/DCIM/old.jpg", false));
    expect((await tell(left)).ret).toBe(0);
    expect((await get(params)).data).toEqual({ ...left, told_at: udt.clock.now() });
    // A guest of a public project may read the test, and not what is on its device.
    expect((await get(params, outsider)).data).toBeNull();
    expect(await orders()).toEqual([]);
  });

  it("that come late and are clean close the order that the device's cleaning was late for", async () => {
    const body = { kind: "debug", device_id, duration_minutes: 30 } as const;
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: owner, query, body });
    const params = { test_id, device_id };
    const start = await until(() => agent.all("session_start").at(-1) ?? expect.fail("it has not begun"));
    agent.script.reportsCleaned = false;
    await udt.ok(ENDPOINTS.testCancel, { as: owner, query, params: { test_id } });
    await until(async () => expect((await device()).state).toBe("cleaning"));
    await passTime(udt.clock, [agent], HAND_BACK_MAX_MS);
    await until(async () => {
      await passTime(udt.clock, [agent], LIMITS.agent_heartbeat_ms);
      expect((await device()).state).toBe("idle");
    });
    agent.script.reportsCleaned = true;
    expect(await orders()).toMatchObject([{ state: "unprocessed", error: { code: "agent_not_clean_in_time" } }]);
    const call = { bearer: agent.token, params, body: { ...told(), lease_token: start.lease_token } };
    await udt.ok(ENDPOINTS.agentHandover, call);
    expect(await orders()).toMatchObject([{ state: "processed" }]);
    expect((await device()).open_work_orders).toBe(0);
  });

  it("are told by the agent that leased the device, by its lease, whether or not that is over", async () => {
    const { params, tell, lease_token } = await session();
    const stranger = await udt.agent(`stranger-${count}`, [query.project]);
    expect((await tell(told(ACCOUNT), lease_token, stranger.token)).code).toBe("agent_stale_lease");
    expect((await tell(told(ACCOUNT), lease_token + 1_000)).code).toBe("test_not_found");
    expect((await get(params)).data).toBeNull();
    expect((await tell(told(ACCOUNT))).ret).toBe(0);
    // Said again it is as it was said last.
    expect((await tell(told())).ret).toBe(0);
    expect((await get(params)).data).toMatchObject({ entries: [] });
  });

  it("are refused with what no database keeps", async () => {
    const { params, tell } = await session();
    for (const word of ["\0", "\ud800"])
      for (const change of [{ name: word }, { before: word }, { after: word }])
        expect((await tell(told({ ...ACCOUNT, ...change }))).code).toBe("invalid_param");
    expect((await get(params)).data).toBeNull();
  });

  it("open one work order where something remained, in numbers alone, and the device stays debuggable", async () => {
    const first = await session();
    await first.tell(told(ACCOUNT, entry("app_added", "org.stays"), entry("app_removed", "org.gone", false)));
    const [order, ...more] = await orders();
    expect(more).toEqual([]);
    expect(order).toMatchObject({
      state: "unprocessed",
      source: "handover",
      step: "handover",
      error: say("handover_remained", { apps: 1, files: 0, settings: 0, accounts: 1 }),
    });
    expect(JSON.stringify(order)).not.toContain("ada@example.com");
    expect((await device()).open_work_orders).toBe(1);
    const second = await session();
    await second.tell(told(ACCOUNT));
    expect(await orders()).toHaveLength(1);
  });

  it("have their work order closed by a check that cleaned, as far as cleaning looks at what remained", async () => {
    const environment = { preinstalled: [], free_apps: [], free_paths: [] };
    const rules = [{ attribute: "serial" as const, operator: "contains" as const, values: [`handed-${count}`] }];
    const choice = { is_default: false, rules, included_device_ids: [], excluded_device_ids: [] };
    const levels = { ...DEFAULT_INSPECTION.levels, cleanup: "blocking" as const };
    const body = { name: "cleaned", ...choice, environment, inspection: { ...DEFAULT_INSPECTION, levels } };
    await udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body });
    const states = async () => (await orders()).map(({ state }) => state);
    const first = await session();
    await first.tell(told(entry("app_added", "org.stays")));
    await check("skipped");
    expect(await states()).toEqual(["unprocessed"]);
    await check("passed");
    expect(await states()).toEqual(["processed"]);
    // No check looks at accounts, nor at files of the whole storage.
    const second = await session();
    await second.tell(told(entry("file_added", "/sdcard/DCIM/stays.jpg")));
    await check("passed");
    expect((await states()).toSorted()).toEqual(["processed", "unprocessed"]);
    await second.tell(told(ACCOUNT));
    await check("passed");
    expect((await states()).toSorted()).toEqual(["processed", "unprocessed"]);
  });
});
