/** A case that is run again by itself, on a device that was chosen for it. */
import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, type BodyInputOf } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { makeLibrary } from "../../../../test/library-factory.ts";
import { partsOf, type RunPart } from "../../../../test/run-agents.ts";
import { runProjectWithAgent } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

onEachDatabase("a case alone", (open) => {
  let udt: TestServer;
  let starter: Person;
  let agent: TestAgent;
  let query: { project: string };
  let job_id: string;

  const run = (body: BodyInputOf<typeof ENDPOINTS.jobRun>) => {
    // What a run is compared with was made before it.
    udt.clock.turn(1_000);
    return udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body });
  };
  const report = (test_id: string) => udt.ok(ENDPOINTS.runGet, { as: starter, query, params: { test_id } });
  const claimed = async (part: RunPart) => {
    const answer = await part.claim(10);
    return "code" in answer ? expect.fail(answer.code) : answer.cases;
  };
  const finished = async (part: RunPart) => {
    const cases = await claimed(part);
    await part.results(cases);
    await claimed(part);
    await part.finish();
    return cases.map(({ case_key }) => case_key);
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ({ starter, query, agent } = await runProjectWithAgent(udt, "alone"));
    await agent.connect(["one", "two"].map((serial) => deviceReport(serial)));
    const made = { project_id: query.project, user_id: starter.user_id, now: udt.clock.now() };
    const library_id = await makeLibrary(udt.server.database.db, made, 3);
    const config = {
      app_id: null,
      framework: "node_test" as const,
      library_id,
      mode: "sequential" as const,
      devices: { kind: "rule" as const, rules: [], count: 2 },
    };
    ({ job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body: { name: "Nightly", config } }));
  });
  afterAll(() => disposeAtRest(udt));

  it("runs on the device that was chosen, is said to be that, and is compared with nothing", async () => {
    const whole = await run({});
    const parts = await partsOf(udt, agent, whole.test_id, 2);
    const [case_key] = (await Promise.all(parts.map(finished)))[0]!;
    await until(async () => expect((await report(whole.test_id)).verdict).toBe("passed"));
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: starter, query });
    const { device_id } = list.find(({ serial }) => serial === "two")!;
    const alone = await run({ rerun_of: whole.test_id, case_keys: [case_key!], device_id });
    const [part] = await partsOf(udt, agent, alone.test_id, 1);
    expect(await finished(part!)).toEqual([case_key]);
    const told = await until(async () => {
      const one = await report(alone.test_id);
      return one.verdict === null ? expect.fail("it goes on") : one;
    });
    expect(told).toMatchObject({
      origin: "alone",
      totals: { total: 1, success: 1 },
      device_totals: { total: 1 },
      previous: null,
      config: { devices: { kind: "devices", device_ids: [device_id] } },
    });
    // A repeat where the job says is as ever.
    const repeat = await run({ rerun_of: whole.test_id, case_keys: [case_key!] });
    const others = await partsOf(udt, agent, repeat.test_id, 2);
    await Promise.all(others.map(finished));
    expect(await report(repeat.test_id)).toMatchObject({ origin: "rerun", previous: { test_id: whole.test_id } });
  });

  it("runs on no device that is not the project's, or not there", async () => {
    const body = { device_id: "nowhere" };
    await udt.refused(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body }, "device_list");
  });
});
