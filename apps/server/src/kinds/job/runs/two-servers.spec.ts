/** Several servers on one PostgreSQL run one queue of automated tests, each on the devices of the agents linked to it. */
import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type JobConfigInput } from "@udt/contract";
import { onPostgresql } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { passTime } from "../../../../test/pass-time.ts";
import { makeLibrary } from "../../../../test/library-factory.ts";
import { RunningAgent, RunPart, type Start } from "../../../../test/run-agents.ts";
import { monkeyConfig } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";
import { lockTest } from "../../../core/sessions/tests.repository.ts";
import { agents as agentRows, leases, tests } from "../../../platform/database/core.schema.ts";
import { case_runs } from "../../../platform/database/jobs.schema.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";
import { and, eq, inArray, isNull, sql } from "../../../platform/database/sql.ts";

/** What one server does because of another happens well before anything that is done by the clock. */
const AT_ONCE = { timeout: 2_000, interval: 10 };

onPostgresql("two servers with one queue", (open) => {
  let a: TestServer;
  let b: TestServer;
  let member: Person;
  let query: { project: string };
  let agents: { a: TestAgent; b: TestAgent };
  let count = 0;

  const makeJob = async (change: Partial<JobConfigInput> = {}) =>
    (await a.ok(ENDPOINTS.jobCreate, { as: member, query, body: { name: "Job", config: monkeyConfig(change) } }))
      .job_id;
  const runOn = async (server: TestServer, job_id: string) =>
    (await server.ok(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} })).test_id;
  const run = async (change: Partial<JobConfigInput> = {}) => runOn(a, await makeJob(change));
  const report = (test_id: string) => a.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id } });
  const ended = (test_id: string) =>
    until(async () => expect((await report(test_id)).test.state).toBe("ended")).then(() => report(test_id));
  const heldLeases = (test_ids: string[]) =>
    a.server.database.db.$count(leases, and(inArray(leases.test_id, test_ids), isNull(leases.released_at)));
  const allReleased = (test_ids: string[]) => until(async () => expect(await heldLeases(test_ids)).toBe(0));
  const starts = (agent: TestAgent, test_id: string): Start[] =>
    agent.all("session_start").filter((start) => start.test_id === test_id);

  /** An agent for the project's devices, linked to a server. */
  const agentOf = async (server: TestServer, devices: number) => {
    const agent = await server.agent("agent", [query.project]);
    await agent.connect(Array.from({ length: devices }, (_, each) => deviceReport(`${agent.agent_id}-${each}`)));
    return agent;
  };
  /** The device of a run that an agent was given, once it is ready. Its calls go to `url`. */
  const startedOn = async (test_id: string, agent: TestAgent, url: string) => {
    const [start] = await until(() => {
      const found = starts(agent, test_id);
      expect(found).toHaveLength(1);
      return found;
    });
    const part = new RunPart(start!, () => url, agent.token);
    await part.ready();
    return part;
  };
  /** What one server hears of an agent it writes down for the other every ten seconds. */
  const heard = () =>
    until(async () => {
      const rows = await a.server.database.db
        .select({ at: agentRows.last_heartbeat_at })
        .from(agentRows)
        .where(inArray(agentRows.agent_id, [agents.a.agent_id, agents.b.agent_id]));
      for (const { at } of rows) expect(a.clock.now() - at!).toBeLessThanOrEqual(10_000);
    }).then(() => undefined);
  const pass = (ms: number) => passTime(a.clock, [agents.a, agents.b], ms, heard);
  const seqOf = async ({ start }: RunPart) => {
    const { list } = await a.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id: start.test_id } });
    return list.find((slot) => slot.device_id === start.device_id)!.device_seq;
  };

  beforeAll(async () => {
    a = await TestServer.start(open);
    b = await a.beside();
  });
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    member = await a.person("member");
    await a.project(query.project, [{ person: member, user_type: 2 }]);
  });
  afterAll(() => disposeAtRest(a, b));

  it("gives the devices of both to runs that are asked of either, none twice, and loses no case", async () => {
    const [left, right] = [await agentOf(a, 6), await agentOf(b, 6)];
    // A load balancer sends an agent's calls to any server, whichever its link ends at.
    let calls = 0;
    const anyServer = () => [a, b][++calls % 2]!.server.url;
    const running = [left, right].map((agent) => new RunningAgent(agent, agent.token, anyServer, ["one", "two"]));
    const now = a.clock.now();
    const of = { project_id: query.project, user_id: member.user_id, now };
    const library_id = await makeLibrary(a.server.database.db, of, 12);
    const devices = { kind: "rule" as const, rules: [], count: 3 };
    const sequential = await makeJob({ devices });
    const shared = await makeJob({ framework: "node_test", monkey: null, library_id, devices, mode: "distributed" });

    const test_ids = await Promise.all(
      Array.from({ length: 20 }, (_, each) => runOn([a, b][each % 2]!, each % 4 < 2 ? sequential : shared)),
    );
    // Twenty runs queue for four places: each end is waited for by itself, in whichever order they come.
    for (let over = 0; over < test_ids.length;) {
      over = await until(async () => {
        const { database } = a.server;
        expect(running.flatMap((one) => one.failures)).toEqual([]);
        const now = await database.db.$count(tests, and(inArray(tests.test_id, test_ids), eq(tests.state, "ended")));
        expect(now).toBeGreaterThan(over);
        return now;
      });
    }
    for (const [each, test_id] of test_ids.entries()) {
      const { verdict, totals } = await ended(test_id);
      const total = each % 4 < 2 ? 9 : 12;
      expect({ verdict, totals }).toMatchObject({
        verdict: "passed",
        totals: { total, success: total, failed: 0, executing: 0, undistributed: 0, distribution_failed: 0 },
      });
    }
    await Promise.all(running.map((one) => one.idle()));
    await allReleased(test_ids);

    const { db } = a.server.database;
    const parts = running.map((one) => one.parts.map((part) => part.start));
    // Both servers' devices were used, and each slot was given to one device and each lease to one session.
    expect(Math.min(...parts.map((each) => each.length))).toBeGreaterThan(0);
    const all = parts.flat();
    expect(all).toHaveLength(20 * 3);
    expect(new Set(all.map((start) => start.lease_token)).size).toBe(all.length);
    expect(new Set(all.map((start) => `${start.test_id} ${start.device_id}`)).size).toBe(all.length);
    const results = await db.select().from(slots).where(inArray(slots.test_id, test_ids));
    for (const [each, test_id] of test_ids.entries()) {
      const own = results.filter((slot) => slot.test_id === test_id).map(({ result }) => result);
      expect(own).toHaveLength(3);
      // A device that joins when nothing is left to share tests nothing.
      const wanted = each % 4 < 2 ? ["passed"] : ["passed", "not_tested"];
      expect(own.filter((result) => !wanted.includes(result))).toEqual([]);
      expect(own).toContain("passed");
    }
    const given = running.flatMap((one) => one.claimed);
    expect(new Set(given.map(({ case_run_id }) => case_run_id)).size).toBe(given.length);
    expect(given).toHaveLength(10 * 9 + 10 * 12);
    // Nothing was ever held by two at one time.
    const { rows } = await db.execute(sql`
      select l.device_id from ${leases} l join ${leases} r on r.device_id = l.device_id and r.lease_token > l.lease_token
      where r.created_at < l.released_at`);
    expect(rows).toEqual([]);
  });

  it("takes in what a device lists while the state of its test is held, so that neither waits for the other", async () => {
    const agent = await agentOf(a, 1);
    const test_id = await run();
    const part = await startedOn(test_id, agent, b.server.url);
    await a.server.database.transaction(async (tx) => {
      await lockTest(tx, test_id);
      expect(await part.discover(["one", "two"])).toBeNull();
    });
    expect((await report(test_id)).totals.total).toBe(3);
  });

  it("stops at once what is cancelled at the other server: the test, one device, one case", async () => {
    agents = { a: await agentOf(a, 1), b: await agentOf(b, 2) };
    const devices = { kind: "rule" as const, rules: [], count: 3 };
    const test_id = await run({ devices });
    const own = await startedOn(test_id, agents.a, a.server.url);
    await until(() => expect(starts(agents.b, test_id)).toHaveLength(2));
    const [first, second] = starts(agents.b, test_id).map(
      (start) => new RunPart(start, () => b.server.url, agents.b.token),
    );
    await first!.ready();
    await second!.ready();
    const claimed = await first!.claim();
    if ("code" in claimed) throw new Error(claimed.code);
    const { case_run_id } = claimed.cases[0]!;

    const params = { test_id, case_run_id: String(case_run_id) };
    await a.ok(ENDPOINTS.runCancelCase, { as: member, query, params });
    await expect
      .poll(() => agents.b.all("run_cases_cancelled"), AT_ONCE)
      .toMatchObject([
        { test_id, serial: first!.start.serial, lease_token: first!.start.lease_token, case_run_ids: [case_run_id] },
      ]);

    const device = { test_id, device_seq: String(await seqOf(first!)) };
    await a.ok(ENDPOINTS.runCancelDevice, { as: member, query, params: device });
    const stops = () => agents.b.all("session_stop").map(({ lease_token }) => lease_token);
    await expect.poll(stops, AT_ONCE).toEqual([first!.start.lease_token]);
    await expect.poll(() => heldLeases([test_id]), AT_ONCE).toBe(2);
    expect((await report(test_id)).test.state).toBe("running");
    expect(await own.claim()).toMatchObject({ cases: [{ case_key: "monkey" }] });

    await a.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    await expect.poll(stops, AT_ONCE).toEqual([first!.start.lease_token, second!.start.lease_token]);
    await expect.poll(() => heldLeases([test_id]), AT_ONCE).toBe(0);
    expect(await ended(test_id)).toMatchObject({ execution: "user_cancelled", totals: { cancelled: 3, executing: 0 } });
  });

  it("has a device cleaned that ended its part at the server that its agent is not linked to", async () => {
    agents = { a: await agentOf(a, 1), b: await agentOf(b, 1) };
    const test_id = await run({ devices: { kind: "rule", rules: [], count: 2 } });
    const own = await startedOn(test_id, agents.a, a.server.url);
    const part = await startedOn(test_id, agents.b, a.server.url);
    const { cases } = (await part.claim()) as { cases: Parameters<RunPart["results"]>[0] };
    await part.results(cases);
    expect(await part.finish()).toBeNull();
    await expect.poll(() => agents.b.all("session_stop"), AT_ONCE).toMatchObject([{ test_id }]);
    await expect.poll(() => heldLeases([test_id]), AT_ONCE).toBe(1);
    await own.finish();
    expect((await ended(test_id)).totals).toMatchObject({ success: 1, failed: 0, distribution_failed: 1 });
  });

  it("keeps to how many devices a project may use, whoever gives them", async () => {
    const admin = await a.person("root", { udt_admin: true });
    const limit = (parallel_tests_per_project: number) =>
      a.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: { parallel_tests_per_project } });
    await limit(1);
    await until(() => expect(b.server.services.runtime.values.parallel_tests_per_project).toBe(1));
    agents = { a: await agentOf(a, 3), b: await agentOf(b, 3) };
    // What one server can give the other cannot, so that each has another run in mind.
    const job_ids = await Promise.all(
      [agents.a, agents.b].map(({ agent_id }) =>
        makeJob({
          devices: {
            kind: "rule",
            rules: [{ attribute: "serial", operator: "contains", values: [agent_id] }],
            count: 1,
          },
        }),
      ),
    );
    const test_ids = await Promise.all(
      Array.from({ length: 10 }, (_, each) => runOn([a, b][each % 2]!, job_ids[each % 2]!)),
    );
    const waiting = new Set(test_ids);
    const given = () => [...agents.a.all("session_start"), ...agents.b.all("session_start")];
    for (let round = 1; waiting.size > 0; round++) {
      await until(() => expect(given().length).toBeGreaterThanOrEqual(round));
      // Both look at the queue whenever something in it changes; these take longer.
      await Promise.all(test_ids.map(report));
      expect(given()).toHaveLength(round);
      const { test_id } = given().find((start) => waiting.has(start.test_id))!;
      waiting.delete(test_id);
      await [a, b][round % 2]!.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    }
    await limit(0);
  });

  it("fires a schedule once, and ends what is due once", async () => {
    agents = { a: await agentOf(a, 1), b: await agentOf(b, 1) };
    const timeouts = { case_minutes: 1, device_minutes: 6, test_minutes: 7 };
    const job_id = await makeJob({ timeouts });
    const timing = { kind: "crontab", cron: "* * * * *", time_zone: "UTC" } as const;
    await b.ok(ENDPOINTS.scheduleCreate, { as: member, query, body: { job_id, name: "Often", timing } });
    const schedule = async () => (await a.ok(ENDPOINTS.scheduleList, { as: member, query })).list[0]!;
    const first = (await schedule()).next_at!;
    await pass(first - a.clock.now());
    await until(async () => expect((await schedule()).last_fired_at).toBe(first));
    const runs = async () => (await a.ok(ENDPOINTS.runList, { as: member, query })).list;
    const { schedule_id, last_test_id } = await schedule();
    await a.ok(ENDPOINTS.scheduleDelete, { as: member, query, params: { schedule_id } });
    expect((await runs()).map(({ test_id }) => test_id)).toEqual([last_test_id]);

    const test_id = last_test_id!;
    await until(() => expect([...starts(agents.a, test_id), ...starts(agents.b, test_id)]).toHaveLength(1));
    await until(async () => expect((await report(test_id)).test.state).toBe("running"));
    const events: unknown[] = [];
    const stopCounting = b.server.bus.subscribe(({ payload }) => events.push(payload));
    await pass((await report(test_id)).test.deadline - a.clock.now());
    expect(await ended(test_id)).toMatchObject({ execution: "timed_out", totals: { cancelled: 1 } });
    await allReleased([test_id]);
    stopCounting();
    expect([...agents.a.all("session_stop"), ...agents.b.all("session_stop")]).toHaveLength(1);
    const { db } = a.server.database;
    expect(await db.$count(case_runs, and(eq(case_runs.test_id, test_id), eq(case_runs.state, "cancelled")))).toBe(1);
  });
});
