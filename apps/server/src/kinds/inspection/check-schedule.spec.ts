import {
  BARE_ENVIRONMENT,
  DEFAULT_INSPECTION,
  ENDPOINTS,
  LIMITS,
  say,
  type CheckWindow,
  type InspectionConfig,
  type SelfCheckResult,
} from "@udt/contract";
import { serversAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { waitForDevice } from "../../../test/in-order.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { insertCheck } from "./self-checks.repository.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
const RETRY = LIMITS.scheduled_check_retry_minutes * MINUTE;
const passed: SelfCheckResult = {
  step: "ready",
  state: "passed",
  cost_ms: 1,
  message: null,
  evidence_name: null,
  remedy: null,
};
/** From and to so many milliseconds from a moment, in whole minutes. */
const hoursOf = (now: number, from: number, to: number): CheckWindow => {
  const [begin, end] = [from, to].map((ms) => new Date(now + ms).toISOString().slice(11, 16));
  return { from: begin ?? "", to: end ?? "", time_zone: "UTC" };
};
const config = (change: Partial<InspectionConfig> = {}): InspectionConfig => ({
  ...DEFAULT_INSPECTION,
  check_every_hours: 2,
  ...change,
});

onEachDatabase("checks by the schedule of a tag", (open) => {
  let udt: TestServer;
  let owner: Person;
  let member: Person;
  let guest: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [owner, member, guest] = [await udt.person("owner"), await udt.person("member"), await udt.person("guest")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const people = [
      { person: owner, user_type: 1 as const },
      { person: member, user_type: 2 as const },
    ];
    query = { project: await udt.project(`due-${++count}`, people, { visibility: 2 }) };
    agent = await udt.agent(`lab-${count}`, [query.project]);
    return async () => {
      await agent.close();
      await udt.ok(ENDPOINTS.projectDelete, {
        as: owner,
        params: { project_id: query.project },
        query: { confirm: query.project },
      });
    };
  });

  const connect = (...serials: string[]) =>
    agent.connect(serials.map((serial) => deviceReport(`${serial}-${count}`, { model: serial })));
  const hoursIn = (from: number, to: number) => hoursOf(udt.clock.now(), from, to);
  /** The agent says nothing for so long, and comes back. */
  const later = async (ms: number) => {
    await agent.close();
    udt.clock.turn(ms);
    await connect("S");
  };
  const make = (name: string, inspection: InspectionConfig | null, model = "") =>
    udt.ok(ENDPOINTS.tagCreate, {
      as: owner,
      query,
      body: {
        name,
        is_default: false,
        rules: [{ attribute: "serial", operator: "contains", values: [model || `-${count}`] }],
        included_device_ids: [],
        excluded_device_ids: [],
        inspection,
      },
    });
  const begun = (nth = 0) =>
    until(
      () =>
        agent.all("session_start").filter(({ kind }) => kind === "inspection")[nth] ?? expect.fail(`none after ${nth}`),
    );
  const starts = () => agent.all("session_start").filter(({ kind }) => kind === "inspection").length;
  const finish = async ({ test_id, device_id, lease_token }: Awaited<ReturnType<typeof begun>>, result = passed) => {
    const body = { lease_token, results: [result], step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params: { test_id, device_id }, body });
    await idle(device_id);
  };
  const idle = (device_id: string) =>
    until(async () =>
      expect(await udt.ok(ENDPOINTS.deviceGet, { as: owner, query, params: { device_id } })).toMatchObject({
        state: "idle",
      }),
    );
  const about = ({ device_id }: { device_id: string }) => ({ as: owner, query, params: { device_id } });
  const takeOut = (device: { device_id: string }) =>
    udt.ok(ENDPOINTS.deviceTakeOut, { ...about(device), body: { reason: "The battery swells" } });
  const checks = async (device_id: string, as = member) =>
    (await udt.ok(ENDPOINTS.selfCheckList, { as, query, params: { device_id } })).list;
  const strategies = (device_id: string, as = member) =>
    udt.ok(ENDPOINTS.deviceStrategies, { as, query, params: { device_id } });

  it("come at once for a device that first appears, with what the tag wants, and are nobody's", async () => {
    const wanted = config({ latency_ms: 77 });
    const { tag_id } = await make("nightly", wanted);
    await connect("S");
    const start = await begun();
    const { test_id, device_id, lease_token } = start;
    const plan = { bearer: agent.token, params: { test_id, device_id }, query: { lease_token } };
    expect(await udt.ok(ENDPOINTS.agentSelfCheckPlan, plan)).toEqual({
      work: "check",
      config: wanted,
      environment: BARE_ENVIRONMENT,
      may_restart: true,
      looks_only: false,
    });
    const stale = { ...plan, query: { lease_token: lease_token + 1_000 } };
    await udt.refused(ENDPOINTS.agentSelfCheckPlan, stale, "agent_stale_lease");
    const off = { ...passed, step: "network" as const, state: "skipped" as const, message: say("check_off") };
    const body = { lease_token, results: [passed, off], step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params: { test_id, device_id }, body });
    const [check] = await checks(device_id);
    expect(check).toMatchObject({
      state: "passed",
      user_name: null,
      inspection: { tag_id, tag_name: "nightly", config: wanted },
      results: [passed, { message: { code: "check_off_in", args: { tag: "nightly" } } }],
    });
    // Who may not see tags is told no tag's name.
    const [seen] = await checks(device_id, guest);
    expect(seen).toMatchObject({ inspection: null, results: [passed, { message: { code: "check_off" } }] });
    expect(JSON.stringify(seen)).not.toContain("nightly");
    for (const as of [owner, member]) expect((await udt.ok(ENDPOINTS.testList, { as, query })).list).toEqual([]);
  });

  it("come again so many hours after the last, which one by hand is, too, and not sooner", async () => {
    await make("nightly", config());
    await connect("S");
    const start = await begun();
    await finish(start);
    const { device_id } = start;
    const first = (await strategies(device_id)).next_at;
    expect(first).toBe((await checks(device_id))[0]!.ended_at! + 2 * HOUR);
    await later(HOUR);
    await idle(device_id);
    await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: { device_id } });
    await finish(await begun(1));
    await later(HOUR + MINUTE);
    await idle(device_id);
    await serversAtRest(udt);
    expect(starts()).toBe(2);
    await later(HOUR);
    await begun(2);
    expect((await checks(device_id)).map(({ user_name }) => user_name)).toEqual([null, "owner", null]);
  });

  it("are not repeated at once when they did not come to their end", async () => {
    await make("nightly", config());
    await connect("S");
    const { device_id } = await begun();
    agent.send({ type: "device_gone", serial: `S-${count}`, reason: say("device_connection_lost") });
    await until(async () => expect(await checks(device_id)).toMatchObject([{ state: "broken_off" }]));
    agent.send({ type: "device", device: deviceReport(`S-${count}`) });
    await idle(device_id);
    await serversAtRest(udt);
    expect(starts()).toBe(1);
    expect((await strategies(device_id)).next_at).toBe((await checks(device_id))[0]!.ended_at! + RETRY);
    await later(RETRY);
    await begun(1);
  });

  it("begin by themselves when their time comes, while nothing else happens", async () => {
    await make("nightly", config());
    await connect("S");
    const start = await begun();
    agent.send({ type: "device_gone", serial: start.serial, reason: say("device_connection_lost") });
    await until(async () => expect(await checks(start.device_id)).toMatchObject([{ state: "broken_off" }]));
    udt.clock.turn(RETRY - 10_000);
    await later(0);
    await idle(start.device_id);
    await serversAtRest(udt);
    expect(starts()).toBe(1);
    udt.clock.turn(10_000);
    await begun(1);
  });

  it("begin within their hours of the day alone, as these begin, and tell that the day before", async () => {
    await make("nightly", config({ check_every_hours: 24, check_window: hoursIn(2 * HOUR, 4 * HOUR) }));
    await connect("S");
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    const { device_id } = list[0] ?? expect.fail("no device");
    await serversAtRest(udt);
    expect(starts()).toBe(0);
    const { next_at, next_why, tags } = await strategies(device_id);
    const opens = next_at ?? expect.fail("none comes");
    expect(opens - udt.clock.now()).toBeGreaterThan(2 * HOUR - MINUTE);
    expect([next_why, tags[0]?.check_window?.time_zone]).toEqual(["window", "UTC"]);
    await later(opens - udt.clock.now() - 10_000);
    await idle(device_id);
    await serversAtRest(udt);
    expect(starts()).toBe(0);
    udt.clock.turn(10_000);
    await finish(await begun());
    // Not a day after this one, but as they begin.
    expect(await strategies(device_id)).toMatchObject({ next_at: opens + 24 * HOUR, next_why: "window" });
  });

  it("have no tag read anew for a change of a device", async () => {
    await connect("S");
    await make("hourly", config());
    await finish(await begun());
    await serversAtRest(udt);
    const stated: string[] = [];
    onTestFinished(udt.server.database.stated.on((statement) => stated.push(statement)));
    agent.send({ type: "device", device: deviceReport(`S-${count}`, { model: "S", battery_level: 7 }) });
    await until(() => expect(stated).toContain("select check_occasions"));
    await serversAtRest(udt);
    expect(stated).not.toContain("select tags");
  });

  it("that wait for their device as their hours end are withdrawn, and come with the next ones", async () => {
    await connect("S");
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    const { device_id } = list[0] ?? expect.fail("no device");
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body });
    await until(() => expect(agent.all("session_start").map((start) => start.test_id)).toContain(test_id));
    const waits = async (tag_id: string) => {
      // As when somebody takes the device after the check was asked and before it began.
      const selfcheck_id = await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection");
      const asked = { selfcheck_id, device_id, tag_id, created_at: udt.clock.now() };
      await insertCheck(udt.server.database.db, { ...asked, state: "waiting", results: [] });
    };
    const { tag_id } = await make("nightly", config({ check_window: hoursIn(-HOUR, 2 * MINUTE) }));
    await waits(tag_id);
    const other = await make("other", null);
    await serversAtRest(udt);
    expect(await checks(device_id)).toMatchObject([{ state: "waiting" }]);
    udt.clock.turn(2 * MINUTE);
    await until(async () =>
      expect(await checks(device_id)).toMatchObject([{ state: "broken_off", error: { code: "check_never_free" } }]),
    );
    await udt.ok(ENDPOINTS.tagDelete, { as: owner, query, params: { tag_id: other.tag_id } });
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    await idle(device_id);
    await serversAtRest(udt);
    expect(starts()).toBe(0);
    expect(await strategies(device_id)).toMatchObject({ next_why: "window" });
  });

  it("open a work order at their first failure where the tag says so, which one that passes closes", async () => {
    await make("strict", config({ order_after: "first_failure" }));
    await connect("S");
    const start = await begun();
    await finish(start, { ...passed, state: "failed" });
    const { device_id } = start;
    const orders = async () =>
      (await udt.ok(ENDPOINTS.workOrderList, { as: member, query: { ...query, device_id } })).list;
    expect(await orders()).toMatchObject([{ state: "unprocessed", source: "self_check", step: "ready" }]);
    // No run gets it, and the clock does.
    await later(2 * HOUR);
    await finish(await begun(1));
    expect(await orders()).toMatchObject([{ state: "processed", closed_by: "self_check" }]);
  });

  it("begin on no device that is out of use, but for those by hand, until it is put back", async () => {
    await connect("A", "B", "C");
    const [byHand, back, inUse] = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list;
    for (const device of [byHand!, back!]) await takeOut(device);
    await make("nightly", config());
    const start = await begun();
    expect(start.device_id).toBe(inUse!.device_id);
    await finish(start);
    await serversAtRest(udt);
    expect(starts()).toBe(1);
    await udt.ok(ENDPOINTS.selfCheckStart, about(byHand!));
    expect(await begun(1)).toMatchObject({ device_id: byHand!.device_id });
    await udt.ok(ENDPOINTS.devicePutBack, about(back!));
    expect(await begun(2)).toMatchObject({ device_id: back!.device_id });
  });

  it("leave room at their agent for others while they wait for devices that are out of use", async () => {
    const serials = Array.from({ length: LIMITS.scheduled_checks_max }, (_, nth) => `Out${nth}`);
    await connect(...serials);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    for (const device of list) await takeOut(device);
    const { tag_id } = await make("nightly", config());
    for (const { device_id } of list) {
      // As when it is taken out after it was asked and before it began.
      const selfcheck_id = await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection");
      const asked = { selfcheck_id, device_id, tag_id, created_at: udt.clock.now() };
      await insertCheck(udt.server.database.db, { ...asked, state: "waiting", results: [] });
    }
    await agent.close();
    await connect(...serials, "InUse");
    expect((await begun()).serial).toBe(`InUse-${count}`);
  });

  it("are withdrawn, with the reason, when their device is taken out of use before they began; those by hand wait on", async () => {
    await connect("S");
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    const device = list[0]!;
    const { device_id } = device;
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body });
    await until(() => expect(agent.all("session_start").map((start) => start.test_id)).toContain(test_id));
    const { tag_id } = await make("nightly", config());
    const wait = async () => {
      const selfcheck_id = await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection");
      const asked = { selfcheck_id, device_id, tag_id, created_at: udt.clock.now() };
      await insertCheck(udt.server.database.db, { ...asked, state: "waiting", results: [] });
      return selfcheck_id;
    };
    await wait();
    await takeOut(device);
    const error = say("check_out_of_use", { user: "owner", why: "The battery swells" });
    expect(await checks(device_id)).toMatchObject([{ state: "broken_off", error, started_at: null }]);
    udt.clock.turn(1_000);
    const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, about(device));
    await udt.ok(ENDPOINTS.devicePutBack, about(device));
    await takeOut(device);
    expect(await checks(device_id)).toMatchObject([{ selfcheck_id, state: "waiting" }, { state: "broken_off" }]);
    // What a server left that ended between, the schedule withdraws as soon as it looks at all.
    const left = await wait();
    await make("weekly", null);
    const withdrawn = expect.objectContaining({ selfcheck_id: left, state: "broken_off" }) as unknown;
    await until(async () => expect(await checks(device_id)).toContainEqual(withdrawn));
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    expect(await begun()).toMatchObject({ test_id: selfcheck_id });
  });

  it("give way to whoever wants the device", async () => {
    await make("nightly", config());
    await connect("S");
    const { device_id } = await begun();
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body });
    await until(() => expect(agent.all("session_start").map((start) => start.test_id)).toContain(test_id));
    expect(await checks(device_id)).toMatchObject([{ state: "yielded" }]);
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    await idle(device_id);
    await serversAtRest(udt);
    expect(starts()).toBe(1);
  });

  it("are so many at an agent at a time, and go on with the next", async () => {
    await make("nightly", config());
    await connect("A", "B", "C", "D", "E");
    await begun(LIMITS.scheduled_checks_max - 1);
    await serversAtRest(udt);
    expect(starts()).toBe(LIMITS.scheduled_checks_max);
    for (let nth = 0; nth < 5; nth++) {
      await finish(await begun(nth));
      await serversAtRest(udt);
      expect(starts()).toBe(Math.min(5, LIMITS.scheduled_checks_max + nth + 1));
    }
    const serials = agent.all("session_start").map(({ serial }) => serial);
    expect(new Set(serials).size).toBe(5);
  });

  it("go on with the next when a device is lost that was checked", async () => {
    await make("nightly", config());
    await connect("A", "B", "C");
    const first = await begun(LIMITS.scheduled_checks_max - 1);
    await serversAtRest(udt);
    agent.send({ type: "device_gone", serial: first.serial, reason: say("device_connection_lost") });
    await begun(LIMITS.scheduled_checks_max);
  });

  it("end with their tag, and with its schedule", async () => {
    const gone = await make("gone", config(), `A-${count}`);
    const paused = await make("paused", config(), `B-${count}`);
    await connect("A", "B");
    const [one, two] = [await begun(0), await begun(1)];
    await udt.ok(ENDPOINTS.tagDelete, { as: owner, query, params: { tag_id: gone.tag_id } });
    const { tag_id, version, name, is_default, rules, included_device_ids, excluded_device_ids } = paused;
    const wish = { version, name, is_default, rules, included_device_ids, excluded_device_ids };
    const body = { ...wish, inspection: config({ check_every_hours: null }) };
    await udt.ok(ENDPOINTS.tagUpdate, { as: owner, query, params: { tag_id }, body });
    for (const { device_id } of [one, two]) {
      await until(async () => expect(await checks(device_id)).toMatchObject([{ state: "cancelled" }]));
      await idle(device_id);
      // What it was done by is told all the same.
      expect((await checks(device_id))[0]!.inspection?.tag_name).toBeOneOf(["gone", "paused"]);
      expect((await strategies(device_id)).next_at).toBeNull();
    }
    udt.clock.turn(3 * HOUR);
    await serversAtRest(udt);
    expect(starts()).toBe(2);
  });

  it("are up to the first tag in the project's order that says how, which the device's strategies tell", async () => {
    await make("plain", null);
    const often = await make("often", config({ latency_ms: 5 }));
    const never = await make("never", config({ check_every_hours: null }));
    const move = (tag_id: string, position: number, as = owner) =>
      udt.call(ENDPOINTS.tagMove, { as, query, params: { tag_id }, body: { position } });
    expect((await move(never.tag_id, 1, member)).code).toBe("no_permission");
    expect((await move("unknown", 1)).code).toBe("tag_not_found");
    expect((await move(never.tag_id, 1)).ret).toBe(0);
    await connect("S");
    const [device] = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list;
    const { device_id } = device!;
    await serversAtRest(udt);
    expect(starts()).toBe(0);
    const told = await strategies(device_id);
    expect(told).toMatchObject({ tag: { name: "never" }, last_check: null, next_at: null });
    expect(told.tags.map(({ name, position, has_inspection }) => [name, position, has_inspection])).toEqual([
      ["never", 1, true],
      ["plain", 2, false],
      ["often", 3, true],
    ]);
    await move(never.tag_id, 99);
    const start = await begun();
    await finish(start);
    expect(await strategies(device_id)).toMatchObject({
      tag: { tag_id: often.tag_id },
      config: { latency_ms: 5 },
      last_check: { state: "passed", inspection: { tag_name: "often" } },
    });
    await udt.refused(ENDPOINTS.deviceStrategies, { as: guest, query, params: { device_id } }, "user_not_in_project");
    const elsewhere = { project: await udt.project(`due-else-${count}`, [{ person: owner, user_type: 1 }]) };
    const there = { as: owner, query: elsewhere, params: { device_id } };
    await udt.refused(ENDPOINTS.deviceStrategies, there, "device_not_in_project");
  });

  it("are up to a tag that has the device alone where that is put first, which its strategies tell", async () => {
    await connect("S");
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    const { device_id } = list[0] ?? expect.fail("no device");
    await make("all", config({ check_every_hours: null }));
    const own = {
      name: "own",
      is_default: false,
      rules: [],
      included_device_ids: [device_id],
      excluded_device_ids: [],
      inspection: config({ latency_ms: 5 }),
      position: 1,
    };
    await udt.refused(ENDPOINTS.tagCreate, { as: member, query, body: own }, "no_permission");
    const { tag_id } = await udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body: own });
    await finish(await begun());
    const told = await strategies(device_id);
    expect(told).toMatchObject({ tag: { tag_id, name: "own" }, config: { latency_ms: 5 }, next_why: "interval" });
    expect(told.tags.map(({ name, is_own }) => [name, is_own])).toEqual([
      ["own", true],
      ["all", false],
    ]);
    await udt.ok(ENDPOINTS.tagDelete, { as: owner, query, params: { tag_id } });
    expect(await strategies(device_id)).toMatchObject({ tag: { name: "all" }, next_at: null });
  });

  it("keep what they were done by when the tag becomes another, and tell it in no other project", async () => {
    const tag = await make("before", config({ latency_ms: 5 }));
    const other = { project: await udt.project(`due-other-${count}`, [{ person: owner, user_type: 1 }]) };
    const shared = await udt.agent(`shared-${count}`, [query.project, other.project]);
    agent = shared;
    await connect("S");
    const start = await begun();
    await finish(start);
    const { device_id } = start;
    const { version, is_default, rules, included_device_ids, excluded_device_ids } = tag;
    const wish = { version, is_default, rules, included_device_ids, excluded_device_ids };
    const body = { ...wish, name: "after", inspection: config({ latency_ms: 9 }) };
    await udt.ok(ENDPOINTS.tagUpdate, { as: owner, query, params: { tag_id: tag.tag_id }, body });
    const [check] = await checks(device_id);
    expect(check!.inspection).toMatchObject({ tag_name: "before", config: { latency_ms: 5 } });
    const { list } = await udt.ok(ENDPOINTS.selfCheckList, { as: owner, query: other, params: { device_id } });
    expect(list).toMatchObject([{ user_name: null, inspection: null }]);
    // By hand from there nothing of this project's tags holds.
    await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query: other, params: { device_id } });
    const { test_id, lease_token } = await begun(1);
    const plan = { bearer: agent.token, params: { test_id, device_id }, query: { lease_token } };
    expect(await udt.ok(ENDPOINTS.agentSelfCheckPlan, plan)).toEqual({
      work: "check",
      config: DEFAULT_INSPECTION,
      environment: BARE_ENVIRONMENT,
      may_restart: true,
      looks_only: false,
    });
  });
});
