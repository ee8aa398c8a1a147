import { must } from "@udt/base";
import {
  checkMaxMs,
  DEFAULT_INSPECTION,
  ENDPOINTS,
  LIMITS,
  say,
  STEP_LIMITS_MS,
  type InspectionConfig,
  type SelfCheckResult,
  type SelfCheckStep,
} from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const RETRY = LIMITS.scheduled_check_retry_minutes * 60_000;
const FAULT = say("check_disk_low", { free: "0.2 GB", total: "64 GB", least: "0.5 GB" });
const result = (state: "passed" | "failed", step: SelfCheckStep = "storage"): SelfCheckResult => ({
  step,
  state,
  cost_ms: 1,
  message: state === "failed" ? FAULT : null,
  evidence_name: null,
  remedy: null,
});

onEachDatabase("a check before a session or run", (open) => {
  let udt: TestServer;
  let owner: Person;
  let elsewhere: Person;
  let agent: TestAgent;
  let query: { project: string };
  let there: { project: string };
  let device_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [owner, elsewhere] = [await udt.person("owner"), await udt.person("elsewhere")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: await udt.project(`before-${++count}`, [{ person: owner, user_type: 1 }]) };
    there = { project: await udt.project(`beside-${count}`, [{ person: elsewhere, user_type: 1 }]) };
    agent = await udt.agent(`lab-${count}`, [query.project, there.project]);
    agent.script.reportsRunning = false;
    await agent.connect([deviceReport(`S-${count}`)]);
    device_id = must((await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0], "device").device_id;
  });

  const tag = (name: string, change: Partial<InspectionConfig> | null) => {
    const inspection = change && { ...DEFAULT_INSPECTION, ...change };
    const rules = [{ attribute: "serial" as const, operator: "contains" as const, values: ["S"] }];
    const body = { name, inspection, rules, is_default: false, included_device_ids: [], excluded_device_ids: [] };
    return udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body });
  };
  const debug = async (as = owner, of = query) => {
    const body = { kind: "debug" as const, device_id, duration_minutes: 60 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as, query: of, body });
    return started(test_id);
  };
  const started = (test_id: string) =>
    until(() =>
      must(
        agent.all("session_start").find((start) => start.test_id === test_id),
        "its start",
      ),
    );
  type Start = Awaited<ReturnType<typeof started>>;
  const tell = (
    { test_id, lease_token, device_id: on }: Start,
    results: SelfCheckResult[],
    step: SelfCheckStep | null,
  ) => ({
    bearer: agent.token,
    params: { test_id, device_id: on },
    body: { lease_token, results, step },
  });
  const progress = (...told: Parameters<typeof tell>) => udt.ok(ENDPOINTS.agentCheckBefore, tell(...told));
  const partOf = async ({ test_id }: Start) => {
    const test = await udt.ok(ENDPOINTS.testGet, { as: owner, query, params: { test_id } });
    return { ...must(test.devices[0], "device"), end_reason: test.end_reason };
  };
  const checks = async (as = owner, of = query) =>
    (await udt.ok(ENDPOINTS.selfCheckList, { as, query: of, params: { device_id } })).list;
  const orders = async () =>
    (await udt.ok(ENDPOINTS.workOrderList, { as: owner, query: { ...query, device_id, state: "unprocessed" } })).list;
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= LIMITS.agent_heartbeat_ms) {
      udt.clock.turn(Math.min(left, LIMITS.agent_heartbeat_ms));
      await agent.heartbeat();
    }
  };
  /** The agent says that the device is not handed out, and cleans it. */
  const fail = async (start: Start) => {
    await progress(start, [result("failed")], null);
    agent.report(start, { state: "failed", error: FAULT });
    agent.report(start, { state: "cleaned" });
    await until(async () =>
      expect(await udt.ok(ENDPOINTS.deviceGet, { as: owner, query, params: { device_id } })).toMatchObject({
        state: "idle",
      }),
    );
  };

  it("is asked for by the first tag with a self-check, in its project alone, with the blocking steps alone", async () => {
    await tag("plain", null);
    const levels = { ...DEFAULT_INSPECTION.levels, install_check: "off" as const };
    await tag("strict", { before_sessions: "debug", free_gb: 2, levels });
    await tag("later", { before_sessions: "both", free_gb: 9 });
    const start = await debug();
    expect(start.check).toMatchObject({ free_gb: 2, before_sessions: "debug" });
    expect(start.check?.levels).toEqual({ ...levels, latency: "off", language: "off" });
    await udt.ok(ENDPOINTS.testCancel, { as: owner, query, params: { test_id: start.test_id } });
    const theirs = await until(() => debug(elsewhere, there));
    expect(theirs.check).toBeNull();
  });

  it.each(["off", "run"] as const)(
    "is not asked for before a debug session where it is %s",
    async (before_sessions) => {
      await tag("other", { before_sessions });
      expect((await debug()).check).toBeNull();
    },
  );

  it("shows as a phase with the step in hand, and is over once the device is handed out", async () => {
    await tag("strict", { before_sessions: "both" });
    const start = await debug();
    expect(await partOf(start)).toMatchObject({ state: "preparing", checking: null });
    await progress(start, [], "storage");
    expect(await partOf(start)).toMatchObject({ state: "preparing", checking: "storage" });
    const stale = tell({ ...start, lease_token: start.lease_token + 1_000 }, [], "storage");
    await udt.refused(ENDPOINTS.agentCheckBefore, stale, "agent_stale_lease");
    await progress(start, [result("passed")], null);
    // Said twice it is one check.
    await progress(start, [result("passed")], null);
    agent.report(start, { state: "running" });
    await until(async () => expect(await partOf(start)).toMatchObject({ state: "running", checking: null }));
    expect((await partOf(start)).phases.map(({ name }) => name)).toEqual(["prepare", "check", "run"]);
    const list = await checks();
    expect(list).toMatchObject([
      { before: "debug", state: "passed", user_name: null, inspection: { tag_name: "strict" } },
    ]);
    // What runs takes no more of it.
    await udt.refused(ENDPOINTS.agentCheckBefore, tell(start, [], "ready"), "agent_stale_lease");
    expect(await checks(elsewhere, there)).toMatchObject([{ before: "debug", inspection: null }]);
    const strategies = await udt.ok(ENDPOINTS.deviceStrategies, { as: owner, query, params: { device_id } });
    expect(strategies.last_check).toBeNull();
  });

  it("tells a step that is but a warning from one that the tag has off, and the tag as it was", async () => {
    const levels = { ...DEFAULT_INSPECTION.levels, storage: "warning" as const, network: "off" as const };
    await tag("mixed", { before_sessions: "both", levels });
    const start = await debug();
    expect(start.check?.levels.storage).toBe("off");
    const skipped = (step: SelfCheckStep) => ({
      ...result("passed", step),
      state: "skipped",
      message: say("check_off"),
    });
    const undone = [skipped("storage"), skipped("network")] as SelfCheckResult[];
    await progress(start, undone, null);
    const [told] = await checks();
    expect(told?.results.map(({ message }) => message)).toEqual([
      say("check_not_before"),
      say("check_off_in", { tag: "mixed" }),
    ]);
    expect(told?.inspection?.config.levels).toEqual(levels);
    const [seen] = await checks(elsewhere, there);
    expect(seen?.results.map(({ message }) => message)).toEqual([say("check_not_before"), say("check_off")]);
  });

  it.each(["storage", "preinstall"] as const)(
    "is waited for while %s may take its time, and for one that hangs no longer",
    async (step) => {
      await tag("strict", { before_sessions: "debug" });
      const start = await debug();
      await progress(start, [], "ready");
      await progress(start, [], step);
      // Which it is taken twice where the device was away.
      await pass(2 * STEP_LIMITS_MS[step]);
      expect(await partOf(start)).toMatchObject({ state: "preparing", checking: step });
      await pass(checkMaxMs(must(start.check, "its check"), step) - STEP_LIMITS_MS[step]);
      await until(async () => {
        await pass(LIMITS.agent_heartbeat_ms);
        const error = say("agent_not_ready_in_time");
        expect(await partOf(start)).toMatchObject({ end_reason: "start_failed", error });
      });
    },
  );

  it("that fails ends a debug session with what was found, and twice in a row opens a work order", async () => {
    await tag("strict", { before_sessions: "debug" });
    const first = await debug();
    await fail(first);
    const part = await partOf(first);
    expect(part).toMatchObject({ end_reason: "start_failed", error: FAULT, failed_check: "storage", checking: null });
    expect(part.phases.find(({ name }) => name === "check")).toMatchObject({ error: FAULT });
    expect(await orders()).toEqual([]);
    udt.clock.turn(1_000);
    const second = await debug();
    await fail(second);
    const [order] = await orders();
    const found = { step: "storage", source: "self_check", error: FAULT };
    expect(order).toMatchObject({ ...found, test: { test_id: second.test_id, kind: "debug" } });
    const [last] = await checks();
    expect(last).toMatchObject({ before: "debug", selfcheck_id: order?.selfcheck_id });
    // What a person reports of that session no check found.
    const body = { device_id, test_id: second.test_id, text: "It smells" };
    expect(await udt.ok(ENDPOINTS.workOrderCreate, { as: owner, query, body })).toMatchObject({ selfcheck_id: null });
    udt.clock.turn(1_000);
    const third = await debug();
    await progress(third, [result("passed")], null);
    expect(await orders()).toMatchObject([{ source: "person" }]);
  });

  it("that fails is looked at again soon, so that one by chance keeps no run from a device for ever", async () => {
    await tag("strict", { before_sessions: "debug" });
    await fail(await debug());
    const [check] = await checks();
    const strategies = () => udt.ok(ENDPOINTS.deviceStrategies, { as: owner, query, params: { device_id } });
    const next_at = must(check?.ended_at, "its end") + RETRY;
    expect(await strategies()).toMatchObject({ next_at, next_why: "failed_once" });
    await pass(RETRY);
    const second = await until(() =>
      must(
        agent.all("session_start").find(({ kind }) => kind === "inspection"),
        "none",
      ),
    );
    agent.report(second, { state: "running" });
    const over = tell(second, [result("passed")], null);
    await until(() => udt.ok(ENDPOINTS.agentSelfCheck, over));
    await until(async () => expect(await checks()).toMatchObject([{ state: "passed" }, { state: "failed" }]));
    expect(await strategies()).toMatchObject({ next_at: null, next_why: null });
    expect(await orders()).toEqual([]);
  });

  it("that fails has a run take another device, and fails no case", async () => {
    await tag("strict", { before_sessions: "run" });
    await agent.close();
    await agent.connect([deviceReport(`S-${count}`), deviceReport(`S-${count}-other`)]);
    const rules = [{ attribute: "serial" as const, operator: "contains" as const, values: [`S-${count}`] }];
    const { test_id } = await makeRun(udt.server.database.db, {
      project_id: query.project,
      user_id: owner.user_id,
      at: udt.clock.now(),
      state: "queued",
      devices: [null],
      config: { devices: { kind: "rule", rules, count: 1 } },
    });
    // Whatever is told wakes the queue.
    await tag("wake", null);
    const start = await started(test_id);
    expect(start.check).toMatchObject({ before_sessions: "run" });
    await progress(start, [result("failed")], null);
    agent.report(start, { state: "failed", error: FAULT });
    agent.report(start, { state: "cleaned" });
    const next = await until(() =>
      must(
        agent.all("session_start").find((one) => one.test_id === test_id && one.serial !== start.serial),
        "the other device",
      ),
    );
    expect(next.check).toMatchObject({ before_sessions: "run" });
    const { list } = await udt.ok(ENDPOINTS.runDevices, { as: owner, query, params: { test_id } });
    expect(list).toHaveLength(1);
  });
});
