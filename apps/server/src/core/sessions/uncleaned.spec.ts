import {
  ENDPOINTS,
  HAND_BACK_MAX_MS,
  LIMITS,
  say,
  type DeviceReport,
  type SelfCheckStep,
  type ServerToAgent,
} from "@udt/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { passTime } from "../../../test/pass-time.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

type Start = Extract<ServerToAgent, { type: "session_start" }>;

onEachDatabase("devices that go to another agent uncleaned", (open) => {
  let udt: TestServer;
  let ada: Person;
  let [first, second]: TestAgent[] = [];
  let serial: string;
  let device_id: string;
  let count = 0;
  const query = { project: "demo" };
  const other = { project: "other" };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    for (const { project } of [query, other]) await udt.project(project, [{ person: ada, user_type: 1 }]);
  });
  afterAll(() => udt.dispose());

  beforeEach(async () => {
    serial = `S${++count}`;
    [first, second] = [await udt.agent(`first-${count}`), await udt.agent(`second-${count}`)];
    await first.connect([deviceReport(serial)], { instance_id: `one-${count}` });
    await second.connect([], { instance_id: `two-${count}` });
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { ...query, keyword: serial } });
    device_id = list.find((one) => one.serial === serial)?.device_id ?? expect.fail("no device");
    return () => [first, second].forEach((agent) => agent?.close());
  });

  const at = (agent: TestAgent | undefined): TestAgent => agent ?? expect.fail("no agent");
  const device = () => udt.ok(ENDPOINTS.deviceGet, { as: ada, query, params: { device_id } });
  const is = (state: string) => until(async () => expect((await device()).state).toBe(state));
  const orders = async () => (await udt.ok(ENDPOINTS.workOrderList, { as: ada, query: { ...query, device_id } })).list;
  const report = (agent: TestAgent | undefined, change: Partial<DeviceReport> = {}) =>
    at(agent).send({ type: "device", device: deviceReport(serial, change) });
  const unplug = async (agent: TestAgent | undefined) => {
    at(agent).send({ type: "device_gone", serial, reason: say("device_connection_lost") });
    await is("offline");
  };
  /** At an agent that has nothing to clean there, or knows of nothing. */
  const plug = async (agent: TestAgent | undefined) => {
    report(agent);
    await is("idle");
  };
  const read = (test_id: string, where = query) =>
    udt.ok(ENDPOINTS.testGet, { as: ada, query: where, params: { test_id } });
  const asked = (agent: TestAgent | undefined, test_id: string): Promise<Start> =>
    until(
      () =>
        at(agent)
          .all("session_start")
          .find((start) => start.test_id === test_id) ?? expect.fail("not asked"),
    );
  const create = async (agent: TestAgent | undefined, where = query): Promise<Start> => {
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query: where, body });
    return asked(agent, test_id);
  };
  /** A session that somebody has. */
  const begin = async (agent: TestAgent | undefined, where = query): Promise<Start> => {
    const start = await create(agent, where);
    await until(async () => expect((await read(start.test_id, where)).state).toBe("running"));
    return start;
  };
  const cancel = async ({ test_id }: Start, where = query) => {
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query: where, params: { test_id } });
    await is("idle");
  };
  const use = async (agent: TestAgent | undefined, where = query) => {
    const start = await begin(agent, where);
    await cancel(start, where);
    return start;
  };
  /** A session that is over and whose agent does not say that it has cleaned the device. */
  const cleaning = async () => {
    const start = await begin(first);
    at(first).script.reportsCleaned = false;
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params: { test_id: start.test_id } });
    await is("cleaning");
    return start;
  };
  /** A session at the second agent that is called off while the device is cleaned for it. */
  const calledOff = async () => {
    at(second).script.reportsRunning = false;
    const start = await create(second, other);
    await cancel(start, other);
    at(second).script.reportsRunning = true;
    return start;
  };
  const work = async (agent: TestAgent | undefined, kind: "check" | "clean") => {
    udt.clock.turn(1_000);
    const body = { work: kind };
    const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, { as: ada, query, params: { device_id }, body });
    const start = await asked(agent, selfcheck_id);
    const tell = async (...steps: SelfCheckStep[]) => {
      const result = { state: "passed" as const, cost_ms: 1, message: null, evidence_name: null, remedy: null };
      const results = steps.map((step) => ({ ...result, step }));
      const params = { test_id: selfcheck_id, device_id };
      const of = { bearer: at(agent).token, params, body: { lease_token: start.lease_token, results, step: null } };
      await udt.ok(ENDPOINTS.agentSelfCheck, of);
      await is("idle");
    };
    return { start, tell, selfcheck_id };
  };
  const NOTHING = { free_apps: [], free_paths: [] };

  it("are cleaned of all there before somebody has them, once", async () => {
    expect((await begin(first)).left_uncleaned).toBeUndefined();
    await unplug(first);
    await plug(second);
    at(second).script.reportsRunning = false;
    const start = await create(second, other);
    expect(start.left_uncleaned).toEqual(NOTHING);
    at(second).report(start, { state: "preparing" });
    expect((await read(start.test_id, other)).state).toBe("queued");
    at(second).report(start, { is_swept: true });
    await until(async () => expect((await read(start.test_id, other)).state).toBe("running"));
    at(second).script.reportsRunning = true;
    await cancel(start, other);
    expect((await use(second)).left_uncleaned).toBeUndefined();
    expect(await orders()).toEqual([]);
  });

  it("are left alone there where the first agent said that it cleaned them", async () => {
    await use(first);
    await unplug(first);
    await plug(second);
    expect((await use(second, other)).left_uncleaned).toBeUndefined();
  });

  it("are left alone where they were plugged in again at the first one, which cleans before it calls them ready", async () => {
    await begin(first);
    await unplug(first);
    report(first, { readiness: "cleaning" });
    await is("cleaning");
    await plug(first);
    expect((await use(first, other)).left_uncleaned).toBeUndefined();
    await unplug(first);
    await plug(second);
    expect((await use(second)).left_uncleaned).toBeUndefined();
  });

  it("are not clean while the first one still has to clean what it was plugged in for", async () => {
    await begin(first);
    await unplug(first);
    report(first, { readiness: "cleaning" });
    await is("cleaning");
    await unplug(first);
    await plug(second);
    expect((await use(second, other)).left_uncleaned).toEqual(NOTHING);
  });

  it("are not clean that were unplugged while the first one cleaned them", async () => {
    await cleaning();
    await unplug(first);
    await plug(second);
    expect((await use(second, other)).left_uncleaned).toEqual(NOTHING);
  });

  it("are no more cleaned there once the first one had them back, whatever was done meanwhile", async () => {
    await begin(first);
    await unplug(first);
    await plug(second);
    await unplug(second);
    report(first, { readiness: "cleaning" });
    await is("cleaning");
    await plug(first);
    await unplug(first);
    await plug(second);
    expect((await use(second, other)).left_uncleaned).toBeUndefined();
  });

  it("are not clean for a cleaning that was called off", async () => {
    await begin(first);
    await unplug(first);
    await plug(second);
    expect((await calledOff()).left_uncleaned).toEqual(NOTHING);
    const { start, selfcheck_id } = await work(second, "clean");
    at(second).report(start, {});
    await udt.ok(ENDPOINTS.selfCheckCancel, { as: ada, query, params: { device_id, selfcheck_id } });
    await is("idle");
    expect((await use(second, other)).left_uncleaned).toEqual(NOTHING);
  });

  it("are clean once somebody had them cleaned there", async () => {
    await begin(first);
    await unplug(first);
    await plug(second);
    await (await work(second, "check")).tell("ready");
    expect((await device()).open_work_orders).toBe(0);
    const { start, tell } = await work(second, "clean");
    expect(start.left_uncleaned).toBeUndefined();
    await tell("ready", "cleanup");
    expect((await use(second, other)).left_uncleaned).toBeUndefined();
  });

  it("are left alone where a test of the platform had them, or a session that never ran", async () => {
    const { start } = await work(first, "check");
    await until(async () => expect((await device()).state).toBe("inspection"));
    expect(start.left_uncleaned).toBeUndefined();
    await unplug(first);
    await plug(second);
    expect((await use(second)).left_uncleaned).toBeUndefined();
    at(second).script.reportsRunning = false;
    await create(second);
    await unplug(second);
    await plug(first);
    expect((await use(first, other)).left_uncleaned).toBeUndefined();
  });

  it("keep what the tags of the session's project free, whatever other projects free", async () => {
    const rules = [{ attribute: "serial" as const, operator: "equals" as const, values: [serial] }];
    const choice = { is_default: false, rules, included_device_ids: [], excluded_device_ids: [], inspection: null };
    const tag = (where: typeof query, free_apps: string[], free_paths: string[]) => {
      const environment = { preinstalled: [], free_apps, free_paths };
      const body = { name: `tag-${count}`, ...choice, environment, profile: { proxy: "none" as const } };
      return udt.ok(ENDPOINTS.tagCreate, { as: ada, query: where, body });
    };
    await tag(query, ["com.kept"], ["/sdcard/kept"]);
    await tag(other, ["*"], ["/sdcard"]);
    expect((await begin(first)).profile).toMatchObject({ project_id: "demo" });
    await unplug(first);
    await plug(second);
    const start = await use(second, other);
    expect(start.left_uncleaned).toEqual({ free_apps: ["com.kept"], free_paths: ["/sdcard/kept"] });
  });

  it("are kept from tasks by a work order where they cannot be cleaned there, until the first agent has", async () => {
    await begin(first);
    await unplug(first);
    await plug(second);
    at(second).script.reportsRunning = false;
    const start = await create(second, other);
    const error = say("device_left_uncleaned", {}, "org.stays: DELETE_FAILED_INTERNAL_ERROR");
    at(second).report(start, { state: "failed", error });
    await until(async () => expect(await read(start.test_id, other)).toMatchObject({ end_reason: "start_failed" }));
    await is("idle");
    expect(await orders()).toMatchObject([{ state: "unprocessed", step: "handover", error: { code: error.code } }]);
    await unplug(second);
    report(first, { readiness: "cleaning" });
    await is("cleaning");
    expect(await orders()).toMatchObject([{ state: "unprocessed" }]);
    await plug(first);
    await until(async () => expect(await orders()).toMatchObject([{ state: "processed" }]));
    expect((await device()).open_work_orders).toBe(0);
  });

  it("have that work order closed by the next cleaning there that succeeds", async () => {
    await begin(first);
    await unplug(first);
    await plug(second);
    at(second).script.reportsRunning = false;
    const start = await create(second, other);
    at(second).report(start, { state: "failed", error: say("device_left_uncleaned") });
    await until(async () => expect(await orders()).toMatchObject([{ state: "unprocessed" }]));
    await is("idle");
    at(second).script.reportsRunning = true;
    await use(second, other);
    await until(async () => expect(await orders()).toMatchObject([{ state: "processed" }]));
  });

  it("are given to nobody by an agent that knows no such cleaning", async () => {
    await begin(first);
    await unplug(first);
    await plug(second);
    at(second).script.sweeps = false;
    const { test_id } = await create(second, other);
    await until(async () => expect(await read(test_id, other)).toMatchObject({ end_reason: "start_failed" }));
    await is("idle");
    expect(await orders()).toMatchObject([{ state: "unprocessed", error: { code: "device_left_uncleaned" } }]);
  });

  describe("by an agent that was lost", () => {
    /** The agent was silent for too long, and is back with what it knows. */
    const lost = async (sessions: { state: "running" | "cleaned" }[], devices = [deviceReport(serial)]) => {
      const start = await begin(first);
      at(first).break();
      await passTime(udt.clock, [at(second)], LIMITS.agent_lost_ms);
      await until(async () => {
        await passTime(udt.clock, [at(second)], LIMITS.agent_heartbeat_ms);
        expect((await read(start.test_id)).end_reason).toBe("agent_lost");
      });
      const of = { test_id: start.test_id, serial, lease_token: start.lease_token, error: null, end_reason: null };
      const told = sessions.map((session) => ({ ...of, ...session }));
      await at(first).connect(devices, { instance_id: `one-${count}`, sessions: told });
      return start;
    };
    const movedOn = async () => {
      await unplug(first);
      await plug(second);
      return (await use(second, other)).left_uncleaned;
    };

    it("are clean once it says so of the session that it had, and not while it still has that", async () => {
      const start = await lost([{ state: "running" }]);
      await is("idle");
      report(first, { battery_level: 42 });
      await until(async () => expect((await device()).battery_level).toBe(42));
      at(first).report(start, { state: "cleaned" });
      await until(() => expect(at(first).all("session_confirmed")).toHaveLength(1));
      expect(await movedOn()).toBeUndefined();
    });

    it("are not clean before that", async () => {
      await lost([{ state: "running" }]);
      await is("idle");
      report(first, { battery_level: 42 });
      await until(async () => expect((await device()).battery_level).toBe(42));
      expect(await movedOn()).toEqual(NOTHING);
    });

    it("are clean where it cleaned them while nobody heard it", async () => {
      await lost([{ state: "cleaned" }], []);
      await plug(second);
      expect((await use(second, other)).left_uncleaned).toBeUndefined();
    });

    it("are clean where it has nothing more to clean", async () => {
      await lost([]);
      expect(await movedOn()).toBeUndefined();
    });
  });

  it("are not clean at an agent that is another installation now, whose disk knows nothing", async () => {
    await begin(first);
    at(first).break();
    await at(first).connect([deviceReport(serial)], { instance_id: `anew-${count}` });
    await is("idle");
    expect((await use(first, other)).left_uncleaned).toEqual(NOTHING);
  });

  it("are not clean whose agent did not say so in time, until it does", async () => {
    const start = await cleaning();
    await passTime(udt.clock, [at(first), at(second)], HAND_BACK_MAX_MS);
    await until(async () => {
      await passTime(udt.clock, [at(first), at(second)], LIMITS.agent_heartbeat_ms);
      expect((await device()).state).toBe("idle");
    });
    await unplug(first);
    await plug(second);
    expect((await calledOff()).left_uncleaned).toEqual(NOTHING);
    expect(await orders()).toMatchObject([{ state: "unprocessed", error: { code: "agent_not_clean_in_time" } }]);
    at(first).report(start, { state: "cleaned" });
    await until(async () => expect(await orders()).toMatchObject([{ state: "processed" }]));
    expect((await use(second, other)).left_uncleaned).toBeUndefined();
  });
});
