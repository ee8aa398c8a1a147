import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type JobConfigInput, type RunCaseTask } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { RunPart, type Start } from "../../../../test/run-agents.ts";
import { monkeyConfig, runProject } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

const SKIPPED = { cause: "skipped" } as const;
const FAILED = { state: "failed", cause: "assertion", error: "boom" } as const;

onEachDatabase("what counts of a run's cases", (open) => {
  let udt: TestServer;
  let member: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    ({ starter: member } = await runProject(udt, query.project));
    agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
  });

  /** A run on the device, and what its agent says of it. */
  async function begin(change: Partial<JobConfigInput> = {}) {
    const body = { name: "Nightly", config: monkeyConfig(change) };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: member, query, body });
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} });
    const of = { as: member, query, params: { test_id } };
    const start = await until(() => {
      const found = agent.all("session_start").find((one) => one.test_id === test_id);
      expect(found).toBeDefined();
      return found as Start;
    });
    const part = new RunPart(start, () => udt.server.url, agent.token);
    await part.ready();
    return { part, of, report: () => udt.ok(ENDPOINTS.runGet, of) };
  }

  async function claim(part: RunPart): Promise<RunCaseTask[]> {
    const claimed = await part.claim();
    if ("code" in claimed) return expect.fail(claimed.code);
    return claimed.cases;
  }

  it.each([
    ["only skipped", [SKIPPED], "incomplete", "not_tested"],
    ["skipped beside one that passed", [SKIPPED, {}], "passed", "passed"],
    ["skipped beside one that failed", [SKIPPED, FAILED], "failed", "failed"],
  ] as const)("has passed nothing by cases that were %s", async (_what, came, verdict, result) => {
    const { part, of, report } = await begin();
    if (came.length > 1) await part.discover(["a"]);
    const cases = await claim(part);
    for (const [index, change] of came.entries()) await part.results([cases[index]!], change);
    await part.finish();
    await until(async () => expect((await report()).verdict).toBe(verdict));
    expect((await udt.ok(ENDPOINTS.runDevices, of)).list[0]!.result).toBe(result);
  });

  it.each(["the run's cancel", "the case's cancel", "the device's end"])(
    "is a failure whose retry %s ended before it began",
    async (what) => {
      const { part, of, report } = await begin({ retry: { mode: "same_device", times: 2 } });
      await part.results(await claim(part), FAILED);
      await part.results(await claim(part), FAILED);
      expect((await report()).totals).toMatchObject({ failed: 0, undistributed: 1, total: 1 });
      const [waiting] = (await udt.ok(ENDPOINTS.runCases, of)).list;
      expect(waiting).toMatchObject({ attempt: 3, state: "undistributed" });
      const case_run_id = String(waiting!.case_run_id);
      if (what === "the run's cancel") await udt.ok(ENDPOINTS.testCancel, of);
      else {
        if (what === "the case's cancel")
          await udt.ok(ENDPOINTS.runCancelCase, { ...of, params: { ...of.params, case_run_id } });
        await part.finish();
      }
      await until(async () =>
        expect(await report()).toMatchObject({ verdict: "failed", totals: { failed: 1, cancelled: 0, total: 1 } }),
      );
      const counted = (await udt.ok(ENDPOINTS.runCases, of)).list;
      expect(counted).toMatchObject([{ attempt: 2, state: "failed", error: "boom" }]);
    },
  );
});
