import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, HAND_BACK_MAX_MS, LIMITS, say, SOCKETS, type Test } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { updateAgent } from "../agents/agents.repository.ts";
import { insertMember } from "../../people/projects/members.repository.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { startServer } from "../../server.ts";
import { updateTest } from "./tests.repository.ts";

const MINUTE_MS = 60_000;

onEachDatabase("sessions", (open) => {
  let udt: TestServer;
  let owner: Person;
  let holder: Person;
  let agent: TestAgent;
  let device_id: string;
  /** Each test has a project, an agent and a device of its own. */
  let query: { project: string };
  let serial: string;
  let count = 0;

  const create = (as = holder, body: object = {}) =>
    udt.call(ENDPOINTS.testCreate, { as, query, body: { kind: "debug", device_id, duration_minutes: 30, ...body } });
  const started = async (): Promise<string> => {
    const answer = await create();
    expect(answer.ret, answer.text).toBe(0);
    const { test_id } = answer.data as { test_id: string };
    await testIs(test_id, { state: "running" });
    return test_id;
  };
  const read = (test_id: string) => udt.ok(ENDPOINTS.testGet, { as: holder, query, params: { test_id } });
  const testIs = (test_id: string, expected: Partial<Test>) =>
    until(async () => expect(await read(test_id)).toMatchObject(expected));
  const device = () => udt.ok(ENDPOINTS.deviceGet, { as: holder, query, params: { device_id } });
  const deviceState = async () => (await device()).state;
  const deviceIs = (state: string) => until(async () => expect(await deviceState()).toBe(state));
  /** Time passes with the agent alive. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= LIMITS.agent_heartbeat_ms) {
      udt.clock.turn(Math.min(left, LIMITS.agent_heartbeat_ms));
      await agent.heartbeat();
    }
  };

  /** Lets time pass, a second at a time, until it is so. */
  const later = (check: () => Promise<void>) =>
    until(async () => {
      udt.clock.turn(1000);
      await check();
    });

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    serial = `serial-${count}`;
    owner = await udt.person("owner");
    holder = await udt.person("holder");
    await udt.project(query.project, [
      { person: owner, user_type: 1 },
      { person: holder, user_type: 2 },
    ]);
    agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(serial)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: holder, query });
    device_id = list[0]!.device_id;
  });
  afterAll(() => disposeAtRest(udt));

  it("takes a device, runs, and gives it back clean", async () => {
    agent.script.reportsRunning = false;
    agent.script.reportsCleaned = false;
    expect(await deviceState()).toBe("idle");
    const { data } = await create();
    const { test_id } = data as { test_id: string };
    await until(() => expect(agent.all("session_start")).toHaveLength(1));
    const [start] = agent.all("session_start");
    expect(start).toMatchObject({ test_id, serial, boot_id: "boot-1", deadline: udt.clock.now() + 30 * MINUTE_MS });
    expect(await read(test_id)).toMatchObject({ state: "queued", devices: [{ state: "preparing" }] });
    expect(await deviceState()).toBe("busy");

    agent.report(start!, { state: "running" });
    await testIs(test_id, { state: "running", started_at: udt.clock.now() });
    const { lease } = await udt.ok(ENDPOINTS.deviceGet, { as: holder, query, params: { device_id } });
    expect(lease).toMatchObject({
      test_id,
      phase: "running",
      user_name: "holder",
      until: udt.clock.now() + 30 * MINUTE_MS,
    });

    const ended = await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
    expect(ended).toMatchObject({ state: "ended", end_reason: "user", devices: [{ state: "cleaning" }] });
    expect(await deviceState()).toBe("cleaning");
    await until(() => expect(agent.all("session_stop")).toHaveLength(1));

    agent.report(start!, { state: "cleaned" });
    await testIs(test_id, { state: "ended", end_reason: "user" });
    await deviceIs("idle");
    const record = await read(test_id);
    expect(record.devices[0]).toMatchObject({ state: "done", error: null });
    expect(record.devices[0]!.phases.map(({ name, cost }) => [name, cost])).toEqual([
      ["prepare", 0],
      ["run", 0],
      ["clean", 0],
    ]);
  });

  it("ends when what its agent does at the device breaks off", async () => {
    agent.script.reportsCleaned = false;
    const test_id = await started();
    const [start] = agent.all("session_start");
    const error = say("agent_work_failed", {}, "it broke off");
    agent.report(start!, { state: "failed", error });
    await testIs(test_id, { state: "ended", end_reason: "work_failed" });
    agent.report(start!, { state: "cleaned", error });
    await deviceIs("idle");
    expect((await read(test_id)).devices[0]).toMatchObject({ error, phases: [{}, { error }, { error: null }] });
  });

  it("answers a second cancel with the record as it is", async () => {
    const test_id = await started();
    await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
    await deviceIs("idle");
    const admin = await udt.person("root", { udt_admin: true });
    const again = await udt.ok(ENDPOINTS.testCancel, { as: admin, query, params: { test_id } });
    expect(again).toMatchObject({ state: "ended", end_reason: "user" });
  });

  it("tells an administrator's end from the holder's", async () => {
    const test_id = await started();
    const admin = await udt.person("root", { udt_admin: true });
    await udt.ok(ENDPOINTS.testCancel, { as: admin, query, params: { test_id } });
    await testIs(test_id, { end_reason: "admin" });
  });

  it("has a lease token that only grows", async () => {
    for (let round = 0; round < 3; round++) {
      const test_id = await started();
      await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
      await deviceIs("idle");
    }
    const tokens = agent.all("session_start").map((message) => message.lease_token);
    expect(tokens).toHaveLength(3);
    expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
    expect(new Set(tokens).size).toBe(3);
  });

  it("refuses each wrong wish with its own error", async () => {
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const wrong = (change: object, code: Parameters<TestServer["refused"]>[2], as = holder) =>
      udt.refused(ENDPOINTS.testCreate, { as, query, body: { ...body, ...change } }, code);
    await wrong({ duration_minutes: 4 }, "duration_out_of_range");
    await wrong({ duration_minutes: 481 }, "duration_out_of_range");
    await wrong({ duration_minutes: 5.5 }, "invalid_param");
    await wrong({ device_id: "nothing" }, "device_not_found");
    await wrong({ app_id: "nothing" }, "app_not_found");
    await wrong({ kind: "job" }, "invalid_param");

    const beta = await udt.project(`beta-${count}`, []);
    const foreign = await udt.agent("foreign", [beta]);
    await foreign.connect([deviceReport(`beta-${count}`)]);
    const admin = await udt.person("root", { udt_admin: true });
    const there = await udt.ok(ENDPOINTS.deviceList, { as: admin, query: { project: beta, keyword: `beta-${count}` } });
    await wrong({ device_id: there.list[0]!.device_id }, "device_not_in_project");

    agent.send({
      type: "device",
      device: deviceReport(serial, { readiness: "failed", reason: say("device_not_ready", {}, "no storage") }),
    });
    await deviceIs("initialization_failed");
    const notReady = await wrong({}, "device_not_ready");
    expect(notReady.data).toMatchObject({ args: { state: "initialization_failed" } });
    agent.send({ type: "device", device: deviceReport(serial) });
    await deviceIs("idle");

    await started();
    const busy = await wrong({}, "device_busy", owner);
    expect(busy.data).toMatchObject({ args: { user_name: "holder" } });
    expect(busy.status).toBe(409);

    agent.send({ type: "device_gone", serial, reason: say("device_connection_lost") });
    await deviceIs("offline");
    await wrong({}, "device_offline");
  });

  it("lets exactly one of twenty callers win", async () => {
    const callers = await Promise.all(Array.from({ length: 20 }, (_, index) => udt.person(`caller${index}`)));
    for (const person of callers)
      await insertMember(udt.server.database.db, {
        user_id: person.user_id,
        project_id: query.project,
        user_type: 2,
        joined_at: udt.clock.now(),
      });
    const answers = await Promise.all(
      callers.map((as) =>
        udt.call(ENDPOINTS.testCreate, { as, query, body: { kind: "debug", device_id, duration_minutes: 5 } }),
      ),
    );
    expect(answers.filter((answer) => answer.ret === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === "device_busy")).toHaveLength(19);
  });

  it("ends with start_failed and the agent's reason when the device cannot be made ready", async () => {
    agent.script.session_start = () => ({
      error: { code: "device_command_failed", args: { reason: say("device_refused", {}, "screen is locked") } },
    });
    const { data } = await create();
    const { test_id } = data as { test_id: string };
    await testIs(test_id, { state: "ended", end_reason: "start_failed", started_at: null });
    expect((await read(test_id)).devices[0]!.error).toEqual(say("device_refused", {}, "screen is locked"));
    await deviceIs("idle");
  });

  it("ends with start_failed when the agent does not answer", async () => {
    agent.script.session_start = () => "never";
    const { data } = await create();
    const { test_id } = data as { test_id: string };
    await until(() => expect(agent.all("session_start")).toHaveLength(1));
    await pass(2 * MINUTE_MS + 1000);
    await testIs(test_id, { end_reason: "start_failed" });
  });

  it("ends with start_failed when the agent says yes and then nothing more", async () => {
    agent.script.reportsRunning = false;
    const { data } = await create();
    const { test_id } = data as { test_id: string };
    await until(() => expect(agent.all("session_start")).toHaveLength(1));
    await until(async () => {
      await pass(LIMITS.agent_heartbeat_ms);
      expect(await read(test_id)).toMatchObject({ end_reason: "start_failed" });
    });
    expect((await read(test_id)).devices[0]!.error).toEqual(say("agent_not_ready_in_time"));
    await deviceIs("idle");
  });

  it("ends at its deadline while the device is still being made ready, after a restart of the server too", async () => {
    agent.script.reportsRunning = false;
    const { data } = await create(holder, { duration_minutes: 5 });
    const { test_id } = data as { test_id: string };
    await until(() => expect(agent.all("session_start")).toHaveLength(1));
    await updateTest(udt.server.database.db, test_id, { deadline: udt.clock.now() + MINUTE_MS });
    await udt.restart();
    const { lease_token } = agent.all("session_start")[0]!;
    const session = { test_id, serial, lease_token, state: "preparing" as const, error: null, end_reason: null };
    await agent.connect([deviceReport(serial)], { sessions: [session] });
    await pass(MINUTE_MS);
    await testIs(test_id, { state: "ended", end_reason: "test_timeout", started_at: null });
    await deviceIs("idle");
  });

  it("may be extended to 480 minutes in all, and by not one more", async () => {
    const test_id = await started();
    const extend = (minutes: number) => ({ as: holder, query, params: { test_id }, body: { minutes } });
    await udt.refused(ENDPOINTS.testExtend, extend(451), "duration_out_of_range");
    const { deadline } = await udt.ok(ENDPOINTS.testExtend, extend(450));
    expect(deadline).toBe((await read(test_id)).created_at + 480 * MINUTE_MS);
    await udt.refused(ENDPOINTS.testExtend, extend(1), "duration_out_of_range");
    await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
  });

  it("ends at its deadline, also one that was moved and after a restart of the server", async () => {
    const { data } = await create(holder, { duration_minutes: 5 });
    const { test_id } = data as { test_id: string };
    await testIs(test_id, { state: "running" });
    const { deadline } = await udt.ok(ENDPOINTS.testExtend, {
      as: holder,
      query,
      params: { test_id },
      body: { minutes: 5 },
    });
    expect(deadline).toBe((await read(test_id)).created_at + 10 * MINUTE_MS);
    await until(() => expect(agent.all("session_deadline")).toMatchObject([{ test_id, deadline }]));
    const tooLong = { as: holder, query, params: { test_id }, body: { minutes: 471 } };
    await udt.refused(ENDPOINTS.testExtend, tooLong, "duration_out_of_range");
    await pass(6 * MINUTE_MS);
    expect((await read(test_id)).state).toBe("running");
    await udt.restart();
    const { lease_token } = agent.all("session_start")[0]!;
    const session = { test_id, serial, lease_token, state: "running" as const, error: null, end_reason: null };
    await agent.connect([deviceReport(serial)], { sessions: [session] });
    await pass(4 * MINUTE_MS);
    await testIs(test_id, { end_reason: "test_timeout", ended_at: deadline });
    await udt.refused(ENDPOINTS.testExtend, { ...tooLong, body: { minutes: 10 } }, "test_ended");
  });

  it("ends when nobody does anything, and not while somebody does", async () => {
    const test_id = await started();
    expect((await read(test_id)).inactive_deadline).toBe(udt.clock.now() + 15 * MINUTE_MS);
    await pass(14 * MINUTE_MS);
    await udt.ok(ENDPOINTS.appStart, {
      as: holder,
      query,
      params: { test_id, device_id },
      body: { package_name: "com.example.app" },
    });
    await testIs(test_id, { inactive_deadline: udt.clock.now() + 15 * MINUTE_MS });
    await pass(14 * MINUTE_MS);
    expect((await read(test_id)).state).toBe("running");
    await pass(MINUTE_MS);
    await testIs(test_id, { state: "ended", end_reason: "inactivity" });
  });

  it("is stopped by the server that its agent is linked to, whichever server ends it", async ({ skip }) => {
    if (udt.server.database.kind === "pglite") skip("the embedded database has one server");
    const test_id = await started();
    const other = await startServer(udt.settings, { clock: udt.clock, logLevel: "silent" });
    try {
      const { user_id, user_name } = holder;
      const user = {
        user_id,
        user_name,
        email: "",
        head_image: "",
        auth_type: 1,
        udt_admin: false,
        language: null,
      } as const;
      const test = { test_id, project_id: query.project, user_id, by_token: false, drivers: [] };
      await other.services.tests.cancel(user, test);
      await until(() => expect(agent.all("session_stop")).toMatchObject([{ test_id }]));
      await deviceIs("idle");
      expect((await read(test_id)).end_reason).toBe("user");
    } finally {
      await other.stop();
    }
  });

  describe("losses", () => {
    it("ends with device_lost when the device goes away, and frees it", async () => {
      const test_id = await started();
      agent.send({ type: "device_gone", serial, reason: say("device_connection_lost") });
      await testIs(test_id, { end_reason: "device_lost" });
      expect((await read(test_id)).devices[0]).toMatchObject({ state: "done", error: say("device_connection_lost") });
      await deviceIs("offline");
      agent.send({ type: "device", device: deviceReport(serial) });
      await deviceIs("idle");
    });

    it("does not say of a device that was lost while it was cleaned that it is clean", async () => {
      agent.script.reportsCleaned = false;
      const test_id = await started();
      await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
      await deviceIs("cleaning");
      agent.report(agent.all("session_start")[0]!, { state: "lost" });
      const cleaned = { name: "clean", error: say("device_lost_not_cleaned") };
      await until(async () => expect((await read(test_id)).devices[0]!.phases.at(-1)).toMatchObject(cleaned));
    });

    it("confirms the last word on a lease, and asks for no other", async () => {
      const test_id = await started();
      const [start] = agent.all("session_start");
      agent.send({ type: "device_gone", serial, reason: say("device_connection_lost") });
      await testIs(test_id, { end_reason: "device_lost" });
      agent.report(start!, { state: "lost" });
      // What the server asked for in answer would have come before its confirmation.
      await until(() => expect(agent.all("session_confirmed")).toMatchObject([{ test_id, serial }]));
      expect(agent.all("session_stop")).toEqual([]);
    });

    it("gives a device back whose session the agent never had", async () => {
      agent.script.reportsRunning = false;
      agent.script.session_stop = () => ({ data: { held: false } });
      agent.script.reportsCleaned = false;
      const { data } = await create();
      const { test_id } = data as { test_id: string };
      await until(() => expect(agent.all("session_start")).toHaveLength(1));
      await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
      await deviceIs("idle");
      expect((await read(test_id)).devices[0]).toMatchObject({ state: "done", error: null });
    });

    it("ends with agent_lost after 30 s of silence, and has the agent clean up when it is back", async () => {
      const test_id = await started();
      const [start] = agent.all("session_start");
      agent.break();
      udt.clock.turn(LIMITS.agent_lost_ms - 1000);
      expect((await read(test_id)).state).toBe("running");
      await later(async () => expect(await read(test_id)).toMatchObject({ end_reason: "agent_lost" }));
      await deviceIs("offline");
      const welcome = await agent.connect([deviceReport(serial)], {
        sessions: [
          { test_id, serial, lease_token: start!.lease_token, state: "running", error: null, end_reason: null },
        ],
      });
      expect(welcome!.sessions).toEqual([]);
      await deviceIs("idle");
    });

    it("keeps the session over a short break of the link", async () => {
      const test_id = await started();
      const [start] = agent.all("session_start");
      agent.break();
      udt.clock.turn(20_000);
      const session = { test_id, serial, lease_token: start!.lease_token, error: null, end_reason: null };
      const welcome = await agent.connect([deviceReport(serial)], { sessions: [{ ...session, state: "running" }] });
      expect(welcome!.sessions).toMatchObject([{ test_id, lease_token: start!.lease_token }]);
      expect((await read(test_id)).state).toBe("running");
    });

    it("keeps the session over a restart of the server, which counts its 30 s anew", async () => {
      const test_id = await started();
      const [start] = agent.all("session_start");
      await udt.restart();
      udt.clock.turn(LIMITS.agent_lost_ms - 1000);
      expect((await read(test_id)).state).toBe("running");
      const session = { test_id, serial, lease_token: start!.lease_token, error: null, end_reason: null };
      const welcome = await agent.connect([deviceReport(serial)], { sessions: [{ ...session, state: "running" }] });
      expect(welcome!.sessions).toHaveLength(1);
    });

    it("records device_timeout for a session that the agent ended by itself", async () => {
      const test_id = await started();
      const [start] = agent.all("session_start");
      agent.break();
      udt.clock.turn(10_000);
      const session = { test_id, serial, lease_token: start!.lease_token, error: null };
      await agent.connect([deviceReport(serial)], {
        sessions: [{ ...session, state: "cleaned", end_reason: "device_timeout" }],
      });
      await testIs(test_id, { end_reason: "device_timeout" });
      await deviceIs("idle");
    });

    it("ends with agent_lost when the agent restarted without its sessions", async () => {
      const test_id = await started();
      agent.break();
      await agent.connect([deviceReport(serial)], { instance_id: "instance-2" });
      await testIs(test_id, { end_reason: "agent_lost" });
      await deviceIs("idle");
    });

    it("starts again what the agent did not hear of when its link broke", async () => {
      agent.script.session_start = () => "never";
      const { data } = await create();
      const { test_id } = data as { test_id: string };
      await until(() => expect(agent.all("session_start")).toHaveLength(1));
      agent.break();
      agent.script.session_start = () => ({ data: null });
      await agent.connect([deviceReport(serial)]);
      await testIs(test_id, { state: "running" });
    });

    it("hands a device on although its cleaning is never confirmed", async () => {
      agent.script.reportsCleaned = false;
      const test_id = await started();
      await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
      await deviceIs("cleaning");
      await pass(HAND_BACK_MAX_MS);
      expect(await deviceState()).toBe("cleaning");
      await until(async () => {
        await pass(LIMITS.agent_heartbeat_ms);
        expect(await deviceState()).toBe("idle");
      });
      expect((await read(test_id)).devices[0]!.error).toMatchObject({ code: "agent_not_clean_in_time" });
      // Tasks get it no more before somebody has seen to it.
      expect((await device()).open_work_orders).toBe(1);
    });

    it("records agent_lost for a session that the agent ended because it stops", async () => {
      const test_id = await started();
      const [start] = agent.all("session_start");
      agent.report(start!, { state: "cleaning", end_reason: "agent_lost" });
      await testIs(test_id, { end_reason: "agent_lost" });
      agent.report(start!, { state: "cleaned", end_reason: "agent_lost" });
      await deviceIs("idle");
    });

    it("is ended although the server died between finding its agent lost and ending it", async () => {
      const test_id = await started();
      agent.break();
      await updateAgent(udt.server.database.db, agent.agent_id, { offline_at: udt.clock.now() });
      await later(async () => expect(await read(test_id)).toMatchObject({ end_reason: "agent_lost" }));
      expect((await read(test_id)).devices[0]!.state).toBe("done");
    });

    it("has a stale session of an agent stopped", async () => {
      agent.report({ test_id: "elsewhere", serial, lease_token: 99_999 }, { state: "running" });
      await until(() =>
        expect(agent.all("session_stop")).toMatchObject([{ test_id: "elsewhere", lease_token: 99_999 }]),
      );
    });
  });

  it("tells the project's console of every change", async () => {
    const tap = await udt.socket(SOCKETS.events, { as: holder, query });
    await until(() => expect(tap.json).toHaveLength(1));
    const test_id = await started();
    await until(() => {
      expect(tap.json).toContainEqual(expect.objectContaining({ type: "test.changed", test_id }));
      expect(tap.json).toContainEqual(expect.objectContaining({ type: "device.changed", device_id }));
    });
  });
});
