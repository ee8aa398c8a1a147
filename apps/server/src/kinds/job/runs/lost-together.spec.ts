/** Runs whose devices are fewer than they wanted, or lost at once: none waits for a device that has nothing to do. */
import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type JobConfigInput } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { makeLibrary } from "../../../../test/library-factory.ts";
import { partsOf, type RunPart } from "../../../../test/run-agents.ts";
import { libraryConfig, runProjectWithAgent } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

const CASES = 3;

onEachDatabase("runs with too few devices", (open) => {
  let udt: TestServer;
  let starter: Person;
  let agent: TestAgent;
  let other: TestAgent;
  let query: { project: string };
  let count = 0;

  const begin = async (mode: JobConfigInput["mode"], change: Partial<JobConfigInput> = {}) => {
    const made = { project_id: query.project, user_id: starter.user_id, now: udt.clock.now() };
    const library_id = await makeLibrary(udt.server.database.db, made, CASES);
    const config = libraryConfig(library_id, { mode, ...change });
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body: { name: "Nightly", config } });
    return (await udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body: {} })).test_id;
  };
  const connect = (to: TestAgent, ...names: string[]) =>
    to.connect(names.map((name) => deviceReport(`${name}-${count}`)));
  const debugOn = async (keyword: string) => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: starter, query: { ...query, keyword } });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 30 };
    return (await udt.ok(ENDPOINTS.testCreate, { as: starter, query, body })).test_id;
  };
  /** Runs all that a device is given. */
  const finish = async (part: RunPart) => {
    for (;;) {
      const answer = await part.claim();
      if ("code" in answer) return expect.fail(answer.code);
      if (answer.done) break;
      await part.results(answer.cases);
    }
    await part.finish();
  };
  /** The same, on the one device that is left. */
  const work = async (on: TestAgent, test_id: string) => finish((await partsOf(udt, on, test_id, 1))[0]!);
  const ended = (test_id: string) =>
    until(async () => {
      const report = await udt.ok(ENDPOINTS.runGet, { as: starter, query, params: { test_id } });
      return report.test.state === "ended" ? report : expect.fail("it goes on");
    });
  const results = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runDevices, { as: starter, query, params: { test_id } })).list.map(({ result }) => result);
  /** Both devices of the agent are lost in one moment. */
  const loseBoth = async () => {
    agent.break();
    await agent.connect([]);
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    ({ starter, query, agent } = await runProjectWithAgent(udt, `project-${++count}`));
    other = await udt.agent(`other-${count}`, [query.project]);
  });

  it("end once their shared cases are, though a device that is in use was wanted too", async () => {
    await connect(agent, "free", "in-use");
    await debugOn("in-use");
    const test_id = await begin("distributed");
    await work(agent, test_id);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: CASES, total: CASES } });
    expect(await results(test_id)).toEqual(["passed", "not_dispatched"]);
  });

  it("share what two lost devices left out to the one that is there", async () => {
    await connect(agent, "first", "second");
    const test_id = await begin("distributed");
    await partsOf(udt, agent, test_id, 2);
    await connect(other, "third");
    await loseBoth();
    await work(other, test_id);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: CASES, total: CASES } });
    expect((await results(test_id)).toSorted()).toEqual(["not_tested", "passed"]);
  });

  it("promise the one device that is there to one of two that are lost at once", async () => {
    await connect(agent, "first", "second");
    const test_id = await begin("sequential");
    await partsOf(udt, agent, test_id, 2);
    await connect(other, "third");
    await loseBoth();
    await work(other, test_id);
    const totals = { success: CASES, distribution_failed: CASES, total: 2 * CASES };
    expect(await ended(test_id)).toMatchObject({ verdict: "incomplete", totals });
    expect((await results(test_id)).toSorted()).toEqual(["not_tested", "passed"]);
  });

  it("says of cases that were begun that their devices were lost, when nobody is left to take them up", async () => {
    await connect(agent, "first", "second");
    const test_id = await begin("distributed");
    for (const part of await partsOf(udt, agent, test_id, 2)) {
      const answer = await part.claim(1);
      if ("code" in answer) return expect.fail(answer.code);
      await part.results(answer.cases, { state: "executing", ended_at: null });
    }
    await loseBoth();
    const totals = { distribution_failed: CASES, executing: 0 };
    expect(await ended(test_id)).toMatchObject({ verdict: "incomplete", totals });
    const causes = async (wanted: { cause?: "agent_lost" }) => {
      const { list } = await udt.ok(ENDPOINTS.runCases, {
        as: starter,
        query: { ...query, ...wanted },
        params: { test_id },
      });
      return list.map(({ cause }) => cause).toSorted();
    };
    expect(await causes({})).toEqual(["agent_lost", "agent_lost", "not_started"]);
    expect(await causes({ cause: "agent_lost" })).toHaveLength(2);
  });

  it("end when somebody takes out the last case that a device is waited for", async () => {
    await connect(agent, "free", "in-use");
    await debugOn("in-use");
    const test_id = await begin("distributed", { retry: { times: 1, mode: "other_device" } });
    const [part] = await partsOf(udt, agent, test_id, 1);
    const first = await part!.claim(1);
    if ("code" in first) return expect.fail(first.code);
    await part!.results(first.cases, { state: "failed", cause: "assertion" });
    await finish(part!);
    const { list } = await udt.ok(ENDPOINTS.runCases, { as: starter, query, params: { test_id } });
    const [waiting] = list.filter(({ state }) => state === "undistributed");
    const params = { test_id, case_run_id: String(waiting!.case_run_id) };
    await udt.ok(ENDPOINTS.runCancelCase, { as: starter, query, params });
    await ended(test_id);
  });
});
