import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type CaseDetail, type RunCaseResult, type RunCaseTask } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { partsOf, type RunPart } from "../../../../test/run-agents.ts";
import { makeRun } from "../../../../test/run-factory.ts";
import { monkeyConfig, runProject } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";
import { case_runs } from "../../../platform/database/jobs.schema.ts";
import { eq } from "../../../platform/database/sql.ts";

const SECOND = 1_000;
/** What the cases of the first run take; the job's own, which is random input, is one of them. */
const COSTS: Record<string, number> = { monkey: 4 * SECOND, login: 10 * SECOND, cart: 20 * SECOND };

onEachDatabase("how far a run is", (open) => {
  let udt: TestServer;
  let starter: Person;
  let agent: TestAgent;
  let query: { project: string };
  let other: string;
  let job_id: string;
  let count = 0;

  const run = async () => {
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body: {} });
    const [part] = await partsOf(udt, agent, test_id, 1);
    return { test_id, part: part! };
  };
  const tell = async (part: RunPart, task: RunCaseTask, change: Partial<RunCaseResult>) =>
    expect(await part.results([task], change)).not.toHaveProperty("code");
  const claimed = async (part: RunPart, ...keys: string[]) => {
    await part.discover(keys);
    const answer = await part.claim();
    if ("code" in answer) return expect.fail(answer.code);
    const tasks = new Map(answer.cases.map((task) => [task.case_key, task]));
    return (key: string) => tasks.get(key)!;
  };
  const lease = async (project = query.project) =>
    (await udt.ok(ENDPOINTS.deviceList, { as: starter, query: { project } })).list[0]!.lease;
  const slot = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runDevices, { as: starter, query, params: { test_id } })).list[0]!;
  /** A whole run, by which the job's cases are known. */
  const runOnce = async () => {
    const { test_id, part } = await run();
    const task = await claimed(part, "login", "cart");
    const at = udt.clock.now();
    for (const [key, cost] of Object.entries(COSTS))
      await tell(part, task(key), { started_at: at - cost, ended_at: at });
    await part.finish();
    await until(async () => expect((await slot(test_id)).state).toBe("done"));
    await until(async () => expect(await lease()).toBeNull());
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    ({ starter } = await runProject(udt, query.project));
    other = await udt.project(`other-${count}`, [{ person: starter, user_type: 2 }]);
    agent = await udt.agent("agent", [query.project, other]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    const body = { name: "Nightly", config: monkeyConfig() };
    ({ job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body }));
  });

  it("is told with the devices that it has, by what its cases took before", async () => {
    await runOnce();
    // Those that were called off before a case came out tell nothing, and take no other's place.
    const { project: project_id } = query;
    const calledOff = { project_id, user_id: starter.user_id, job_id, at: udt.clock.now() + 1, cases: [] };
    for (let index = 0; index < 5; index++) await makeRun(udt.server.database.db, calledOff);
    const { test_id, part } = await run();
    const task = await claimed(part, "login", "cart");
    const at = udt.clock.now();
    const { case_run_id } = task("monkey");
    await tell(part, task("monkey"), { state: "executing", started_at: at, ended_at: null });
    const told = await until(async () => {
      const progress = (await lease())?.run?.progress;
      expect(progress).toMatchObject({
        done: 0,
        total: 3,
        failed: 0,
        is_shared: false,
        current: { case_run_id, started_at: at },
        last_failure: null,
      });
      return progress!;
    });
    expect(told.expected_end).toBeGreaterThan(at + 33 * SECOND);
    expect(told.expected_end).toBeLessThan(at + 36 * SECOND);
    expect((await slot(test_id)).progress).toMatchObject({ total: 3, current: { case_run_id } });
    udt.clock.turn(12 * SECOND);
    // It takes much longer than it did.
    await until(async () => expect((await slot(test_id)).progress).toMatchObject({ expected_end: null }));
    // Who asks elsewhere hears of nothing that is another project's.
    expect((await lease(other))?.run).toBeNull();
  });

  it("counts what ended and tells what failed last", async () => {
    const { test_id, part } = await run();
    const task = await claimed(part, "login", "cart");
    const at = udt.clock.now();
    const login = { case_run_id: task("login").case_run_id, error: "Expected 1, got 2" };
    await tell(part, task("monkey"), { started_at: at - 3, ended_at: at - 2 });
    const failed = { state: "failed", cause: "assertion", started_at: at - 2, ended_at: at - 1 } as const;
    await tell(part, task("login"), { ...failed, error: login.error });
    await until(async () =>
      expect((await slot(test_id)).progress).toMatchObject({
        done: 2,
        total: 3,
        failed: 1,
        current: null,
        last_failure: { ...login, name: "login", cause: "assertion", ended_at: at - 1 },
        // Nothing is known of a job's first run.
        expected_end: null,
      }),
    );
    const params = { device_id: (await slot(test_id)).device_id! };
    const failures = (project: string) => udt.ok(ENDPOINTS.deviceFailures, { as: starter, query: { project }, params });
    expect((await failures(query.project)).list).toMatchObject([{ ...login, test_id, job_name: "Nightly" }]);
    expect((await failures(other)).list).toEqual([]);
    // What is tried again has not failed yet.
    await udt.server.database.db
      .update(case_runs)
      .set({ superseded: true })
      .where(eq(case_runs.case_run_id, login.case_run_id));
    udt.clock.turn(SECOND);
    await until(async () => expect((await slot(test_id)).progress).toMatchObject({ failed: 0, last_failure: null }));
  });

  it.each([
    // 13 seconds passed for 5 of cases, and 29 are left.
    ["that its cases' own time is a part of", 12, 40, 50],
    ["of which a standstill says nothing", 55, 25, 35],
  ])("is told by the pace of the run, %s", async (_, seconds, least, most) => {
    await runOnce();
    const { test_id, part } = await run();
    const task = await claimed(part, "login", "cart");
    const began = udt.clock.now();
    udt.clock.turn(seconds * SECOND);
    const at = udt.clock.now();
    await tell(part, task("monkey"), { started_at: began, ended_at: began + COSTS["monkey"]! });
    await tell(part, task("login"), { state: "executing", started_at: at, ended_at: null });
    udt.clock.turn(SECOND);
    await until(async () => {
      const { progress } = await slot(test_id);
      expect(progress).toMatchObject({ done: 1, current: { name: "login" } });
      expect(progress!.expected_end! - at).toBeGreaterThan(least * SECOND);
      expect(progress!.expected_end! - at).toBeLessThan(most * SECOND);
    });
  });

  it("says nothing of an end once a case is new, nor before the first has begun", async () => {
    await runOnce();
    const { test_id, part } = await run();
    const task = await claimed(part, "login", "never seen before");
    expect((await slot(test_id)).progress).toMatchObject({ done: 0, total: 3, current: null, expected_end: null });
    const begun = { state: "executing", started_at: udt.clock.now(), ended_at: null } as const;
    await tell(part, task("login"), begun);
    // What was counted is good for a second.
    udt.clock.turn(SECOND);
    await until(async () =>
      expect((await slot(test_id)).progress).toMatchObject({ current: { name: "login" }, expected_end: null }),
    );
  });

  it("is asked of an agent case by case while somebody reads of one, and shows at once", async () => {
    const { test_id, part } = await run();
    const login = (await claimed(part, "login"))("login");
    const { case_run_id } = login;
    const read = () =>
      udt.ok(ENDPOINTS.runCase, { as: starter, query, params: { test_id, case_run_id: String(case_run_id) } });
    expect((await read()).detail.steps).toEqual([]);
    expect(agent.all("run_case_watched")).toEqual([]);
    const began = { state: "executing", started_at: udt.clock.now(), ended_at: null } as const;
    await tell(part, login, began);
    const asked = agent.next("run_case_watched");
    await Promise.all([read(), read()]);
    expect(await asked).toMatchObject({ test_id, case_run_id, lease_token: part.start.lease_token });
    const step = { name: "open the shop", started_at: began.started_at, ended_at: null, ok: true, screenshot: "" };
    const detail: CaseDetail = { message: "", location: null, output: "so far", steps: [step] };
    await tell(part, login, { ...began, detail });
    expect(await read()).toMatchObject({ state: "executing", detail });
    // Of many who read it the agent hears once in a while.
    expect(agent.all("run_case_watched")).toHaveLength(1);
    await tell(part, login, { detail: { ...detail, output: "so far, and the rest" } });
    await tell(part, login, { ...began, detail });
    // What was on its way when the case ended changes nothing any more.
    expect(await read()).toMatchObject({ state: "success", detail: { output: "so far, and the rest" } });
  });
});
