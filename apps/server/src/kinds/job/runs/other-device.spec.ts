/** Retries that go to another device: whoever may still be needed is kept, and none waits for who has gone. */
import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type JobConfigInput, type RunCaseTask } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { makeLibrary } from "../../../../test/library-factory.ts";
import { partsOf, type RunPart } from "../../../../test/run-agents.ts";
import { libraryConfig, runProjectWithAgent } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

const CASES = 2;

onEachDatabase("retries on another device", (open) => {
  let udt: TestServer;
  let starter: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;

  /** A run on two devices whose failed cases are tried again on the other one. */
  const begin = async (mode: JobConfigInput["mode"], times: number) => {
    const made = { project_id: query.project, user_id: starter.user_id, now: udt.clock.now() };
    const library_id = await makeLibrary(udt.server.database.db, made, CASES);
    const config = libraryConfig(library_id, { mode, retry: { times, mode: "other_device" } });
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body: { name: "Nightly", config } });
    return (await udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body: {} })).test_id;
  };
  const ask = async (part: RunPart, max = 1): Promise<{ cases: RunCaseTask[]; done: boolean }> => {
    const answer = await part.claim(max);
    return "code" in answer ? expect.fail(answer.code) : answer;
  };
  const next = async (part: RunPart): Promise<RunCaseTask> => (await ask(part)).cases[0]!;
  const fail = (part: RunPart, task: RunCaseTask) => part.results([task], { state: "failed", cause: "assertion" });
  const GOES_ON = { cases: [], done: false };
  const IS_OVER = { cases: [], done: true };
  const expectPassed = async (test_id: string, total: number) => {
    const run = await until(async () => {
      const report = await udt.ok(ENDPOINTS.runGet, { as: starter, query, params: { test_id } });
      return report.verdict === null ? expect.fail("it goes on") : report;
    });
    expect(run).toMatchObject({ verdict: "passed", totals: { total, success: total, failed: 0 } });
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    ({ starter, query, agent } = await runProjectWithAgent(udt, `project-${++count}`));
    await agent.connect([0, 1].map((index) => deviceReport(`serial-${count}-${index}`)));
  });

  it("keep a device that has run its own cases until the other has none left", async () => {
    const test_id = await begin("sequential", 1);
    const [one, other] = (await partsOf(udt, agent, test_id, 2)) as [RunPart, RunPart];
    await one.results((await ask(one, CASES)).cases);
    // The other device has not asked for its cases yet.
    expect(await ask(one)).toEqual(GOES_ON);
    await fail(other, await next(other));
    const retry = await next(one);
    expect(retry.attempt).toBe(2);
    await one.results([retry]);
    await other.results([await next(other)]);
    for (const part of [one, other]) {
      expect(await ask(part)).toEqual(IS_OVER);
      await part.finish();
    }
    await expectPassed(test_id, 2 * CASES);
  });

  it("keep a device between two cases of the other one", async () => {
    const test_id = await begin("distributed", 2);
    const [one, other] = (await partsOf(udt, agent, test_id, 2)) as [RunPart, RunPart];
    const [first, second] = [await next(one), await next(other)];
    await fail(one, first);
    expect(await ask(one)).toEqual(GOES_ON);
    await other.results([second]);
    // What failed here waits for the other device, which runs nothing at this moment.
    expect(await ask(one)).toEqual(GOES_ON);
    await fail(other, await next(other));
    expect(await ask(other)).toEqual(GOES_ON);
    const third = await next(one);
    expect(third.attempt).toBe(3);
    await one.results([third]);
    for (const part of [one, other]) {
      expect(await ask(part)).toEqual(IS_OVER);
      await part.finish();
    }
    await expectPassed(test_id, CASES);
  });

  it("come back to where a case failed when the other device was on its way out", async () => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: starter, query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 30 };
    const debug = await udt.ok(ENDPOINTS.testCreate, { as: starter, query, body });
    const test_id = await begin("sequential", 1);
    const [one] = (await partsOf(udt, agent, test_id, 1)) as [RunPart];
    await one.results((await ask(one, CASES)).cases);
    // Nobody knows when the other device will come, and nobody keeps one for that.
    expect(await ask(one)).toEqual(IS_OVER);
    await udt.ok(ENDPOINTS.testCancel, { as: starter, query, params: { test_id: debug.test_id } });
    const [, other] = (await partsOf(udt, agent, test_id, 2)) as [RunPart, RunPart];
    await fail(other, await next(other));
    await other.results([await next(other)]);
    expect(await ask(other)).toEqual(GOES_ON);
    await one.finish();
    const retry = await next(other);
    expect(retry.attempt).toBe(2);
    await other.results([retry]);
    expect(await ask(other)).toEqual(IS_OVER);
    await other.finish();
    await expectPassed(test_id, 2 * CASES);
  });
});
