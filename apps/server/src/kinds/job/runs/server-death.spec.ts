/** One of several servers on one PostgreSQL dies in the midst of a run. */
import { disposeAtRest } from "@udt/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, type JobConfigInput, type RunCaseTask, type SessionReport } from "@udt/contract";
import { onPostgresql } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { RunPart, type Start } from "../../../../test/run-agents.ts";
import { deviceReport, ScriptedAgent } from "../../../../test/scripted-agent.ts";
import { ServerProcess } from "../../../../test/server-process.ts";
import { leases } from "../../../platform/database/core.schema.ts";
import { case_runs } from "../../../platform/database/jobs.schema.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";
import { and, asc, eq, isNull } from "../../../platform/database/sql.ts";

const STEP_MS = LIMITS.agent_heartbeat_ms;

onPostgresql("a server that dies", (open) => {
  let a: TestServer;
  let b: ServerProcess;
  let member: Person;
  let query: { project: string };
  /** Linked to the server that lives, with two devices, and to the one that dies, with as many. */
  let left: TestAgent;
  let right: ScriptedAgent & Pick<TestAgent, "agent_id" | "token">;
  let count = 0;

  const serial = (agent: { agent_id: string }, each: number) => `${agent.agent_id}-${each}`;
  const devicesOf = (agent: { agent_id: string }) => [0, 1].map((each) => deviceReport(serial(agent, each)));
  const deviceId = async (wanted: string) =>
    (await a.ok(ENDPOINTS.deviceList, { as: member, query: { ...query, keyword: wanted } })).list[0]!.device_id;
  /** A run on these very devices. */
  const run = async (serials: readonly string[]) => {
    const config: JobConfigInput = {
      app_id: null,
      framework: "monkey",
      library_id: null,
      monkey: { minutes: 5, seed: 1, throttle_ms: 0, events: null, packages: ["dev.udt.shop"] },
      devices: { kind: "devices", device_ids: await Promise.all(serials.map(deviceId)) },
    };
    const { job_id } = await a.ok(ENDPOINTS.jobCreate, { as: member, query, body: { name: "Job", config } });
    return (await a.ok(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} })).test_id;
  };
  const report = (test_id: string) => a.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id } });
  const ended = (test_id: string) =>
    until(async () => expect((await report(test_id)).test.state).toBe("ended")).then(() => report(test_id));
  const slotsOf = (test_id: string) =>
    a.server.database.db.select().from(slots).where(eq(slots.test_id, test_id)).orderBy(asc(slots.device_seq));
  const heldLeases = (test_id: string) =>
    a.server.database.db.$count(leases, and(eq(leases.test_id, test_id), isNull(leases.released_at)));
  const countRequeued = (test_id: string) =>
    a.server.database.db.$count(case_runs, and(eq(case_runs.test_id, test_id), eq(case_runs.requeued, true)));
  const startOf = (agent: ScriptedAgent, test_id: string, wanted: string) =>
    until((): Start => {
      const found = agent.all("session_start").find((one) => one.test_id === test_id && one.serial === wanted);
      return found ?? expect.fail(`no start of ${wanted}`);
    });
  /** A device's part, ready and with three cases. */
  const begun = async (start: Start, agent: { token: string }, url: string) => {
    const part = new RunPart(start, () => url, agent.token);
    await part.ready();
    await part.discover(["one", "two"]);
    return part;
  };
  const claim = async (part: RunPart, max?: number): Promise<RunCaseTask[]> => {
    const answer = await part.claim(max);
    return "code" in answer ? expect.fail(answer.code) : answer.cases;
  };
  const finished = async (part: RunPart) => {
    await part.results(await claim(part));
    expect(await part.finish()).toBeNull();
  };
  const held = ({ test_id, serial: of, lease_token }: Start): SessionReport => ({
    test_id,
    serial: of,
    lease_token,
    state: "running",
    error: null,
    end_reason: null,
  });
  /** Lets time pass on the servers that live. */
  const pass = async (ms: number, isAlive = false) => {
    if (isAlive) await b.turn(ms);
    a.clock.turn(ms);
    await left.heartbeat();
  };
  /** Lets it pass until the living agent's other device is given to a run. */
  const passUntilStart = (test_id: string, isAlive = false) =>
    until(async () => {
      await pass(1_000, isAlive);
      const found = left.all("session_start").find((one) => one.test_id === test_id && one.serial === serial(left, 1));
      return found ?? expect.fail("nobody took over");
    });

  beforeAll(async () => {
    a = await TestServer.start(open);
  });
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    member = await a.person("member");
    await a.project(query.project, [{ person: member, user_type: 2 }]);
    b = await ServerProcess.beside(a);
    left = await a.agent("left", [query.project]);
    await left.connect(devicesOf(left));
    const made = await a.server.services.agents.create("right", [query.project]);
    right = Object.assign(new ScriptedAgent(b.url, made.token), made);
    await right.connect(devicesOf(right));
  });
  afterEach(async () => {
    right.close();
    await b.kill();
    left.close();
  });
  afterAll(() => disposeAtRest(a));

  it("leaves its agents' runs to go on over another: what was acknowledged counts, and nothing is done twice", async () => {
    right.script.session_start = ({ serial: of }) => (of === serial(right, 1) ? "never" : { data: null });
    const test_id = await run([serial(left, 0), serial(right, 0), serial(right, 1)]);
    const own = await begun(await startOf(left, test_id, serial(left, 0)), left, a.server.url);
    const start = await startOf(right, test_id, serial(right, 0));
    const part = await begun(start, right, b.url);
    const [first] = await claim(part, 1);
    await part.results([first!]);
    const [second] = await claim(part, 1);
    // The other device's start is lost with the server.
    await startOf(right, test_id, serial(right, 1));
    await b.kill();
    await until(() => expect(right.closed).toBeDefined());

    const back = new ScriptedAgent(a.server.url, right.token);
    const welcome = await back.connect(devicesOf(right), { sessions: [held(start)] });
    expect(welcome!.sessions).toMatchObject([{ lease_token: start.lease_token }]);
    const moved = new RunPart(start, () => a.server.url, right.token);
    await moved.results([second!]);
    await finished(moved);
    const again = await startOf(back, test_id, serial(right, 1));
    await finished(await begun(again, right, a.server.url));
    await finished(own);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: 9, total: 9, executing: 0 } });
    await until(async () => expect(await heldLeases(test_id)).toBe(0));
    expect(await countRequeued(test_id)).toBe(0);
    expect((await slotsOf(test_id)).map(({ result, lost_device_ids }) => [result, lost_device_ids])).toEqual(
      Array.from({ length: 3 }, () => ["passed", []]),
    );
    back.close();
  });

  it("does not keep what was cancelled meanwhile from being stopped once the agent is back", async () => {
    const test_id = await run([serial(left, 0), serial(right, 0)]);
    const start = await startOf(right, test_id, serial(right, 0));
    await claim(await begun(start, right, b.url), 1);
    await b.kill();
    const { device_seq } = (await slotsOf(test_id)).find(({ device_id }) => device_id === start.device_id)!;
    const params = { test_id, device_seq: String(device_seq) };
    await a.ok(ENDPOINTS.runCancelDevice, { as: member, query, params });
    const back = new ScriptedAgent(a.server.url, right.token);
    // Whatever is not in the welcome the agent ends and cleans.
    expect((await back.connect(devicesOf(right), { sessions: [held(start)] }))!.sessions).toEqual([]);
    back.report(start, { state: "cleaned" });
    await until(async () => expect(await heldLeases(test_id)).toBe(1));
    await finished(await begun(await startOf(left, test_id, serial(left, 0)), left, a.server.url));
    expect((await ended(test_id)).totals).toMatchObject({ success: 3, cancelled: 3, executing: 0 });
    back.close();
  });

  it("tells who has asked one of its agents something, as soon as that agent is back", async () => {
    const body = { kind: "debug", device_id: await deviceId(serial(right, 0)), duration_minutes: 30 };
    const { test_id } = await a.ok(ENDPOINTS.testCreate, { as: member, query, body });
    const params = { test_id, device_id: body.device_id };
    const test = () => a.ok(ENDPOINTS.testGet, { as: member, query, params });
    await until(async () => expect((await test()).state).toBe("running"));
    const start = await startOf(right, test_id, serial(right, 0));
    right.script.command = () => "never";
    const asking = a.call(ENDPOINTS.deviceAppList, { as: member, query, params });
    await until(() => expect(right.all("command")).toHaveLength(1));
    await b.kill();
    const back = new ScriptedAgent(a.server.url, right.token);
    await back.connect(devicesOf(right), { sessions: [held(start)] });
    // Whether it was done is not known; the session goes on, and can be asked again.
    expect(await asking).toMatchObject({ code: "agent_lost" });
    back.script.command = () => ({ data: { list: [] } });
    expect(await a.ok(ENDPOINTS.deviceAppList, { as: member, query, params })).toEqual({ list: [] });
    await a.ok(ENDPOINTS.testCancel, { as: member, query, params });
    await until(async () => expect(await heldLeases(test_id)).toBe(0));
    back.close();
  });

  it("and whose agent never comes back gives its unfinished cases to another after 30 s, once", async () => {
    const test_id = await run([serial(left, 0), serial(right, 0)]);
    const own = await begun(await startOf(left, test_id, serial(left, 0)), left, a.server.url);
    const part = await begun(await startOf(right, test_id, serial(right, 0)), right, b.url);
    const [first] = await claim(part, 1);
    await part.results([first!]);
    const [second] = await claim(part, 1);
    await b.kill();
    for (let passed = 0; passed < LIMITS.agent_lost_ms - STEP_MS; passed += STEP_MS) await pass(STEP_MS);
    expect(await heldLeases(test_id)).toBe(2);
    const start = await passUntilStart(test_id);
    expect(start.lease_token).toBeGreaterThan(part.start.lease_token);
    const next = new RunPart(start, () => a.server.url, left.token);
    await next.ready();
    const rest = await claim(next);
    expect(rest.map(({ case_run_id }) => case_run_id)).toContain(second!.case_run_id);
    expect(rest.map(({ case_run_id }) => case_run_id)).not.toContain(first!.case_run_id);
    await next.results(rest);
    await next.finish();
    await finished(own);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: 6, total: 6, executing: 0 } });
    await until(async () => expect(await heldLeases(test_id)).toBe(0));
    expect(await countRequeued(test_id)).toBe(1);
    // Who comes back late is told that it is over.
    expect(await new RunPart(part.start, () => a.server.url, right.token).results([second!])).toEqual({
      code: "agent_stale_lease",
    });
  });

  it("or does not: of two that find an agent silent, one ends what it held", async () => {
    const test_id = await run([serial(left, 0), serial(right, 0)]);
    const own = await begun(await startOf(left, test_id, serial(left, 0)), left, a.server.url);
    await claim(await begun(await startOf(right, test_id, serial(right, 0)), right, b.url), 1);
    right.break();
    const next = new RunPart(await passUntilStart(test_id, true), () => a.server.url, left.token);
    await next.ready();
    await finished(next);
    await finished(own);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: 6, total: 6 } });
    expect(await countRequeued(test_id)).toBe(1);
    expect((await slotsOf(test_id)).map(({ lost_device_ids }) => lost_device_ids.length).toSorted()).toEqual([0, 1]);
    await until(async () => expect(await heldLeases(test_id)).toBe(0));
  });
});
