import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type RunCaseTask } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { makeLibrary } from "../../../../test/library-factory.ts";
import { partsOf, type RunPart } from "../../../../test/run-agents.ts";
import { runProject } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

const CASES = 4;
const MINUTE_MS = 60_000;
const MONKEY = { minutes: 5, seed: 1, throttle_ms: 100, events: null, packages: ["dev.udt.shop"] };

onEachDatabase("taking a device from a run", (open) => {
  let udt: TestServer;
  let starter: Person;
  let colleague: Person;
  let admin: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;
  let devices: ReturnType<typeof deviceReport>[];

  /** A run on these devices, each with its cases claimed: the first of them begun. */
  const running = async (many: number, more: object = {}) => {
    devices = Array.from({ length: many }, (_, index) => deviceReport(`serial-${count}-${index}`));
    await agent.connect(devices);
    const made = { project_id: query.project, user_id: starter.user_id, now: udt.clock.now() };
    const library_id = await makeLibrary(udt.server.database.db, made, CASES);
    const choice = { kind: "rule", rules: [], count: many };
    const config = { app_id: null, framework: "node_test", library_id, mode: "distributed", devices: choice, ...more };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body: { name: "Nightly", config } });
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body: {} });
    return { test_id, parts: await partsOf(udt, agent, test_id, many) };
  };
  const claim = async (part: RunPart, max = CASES): Promise<RunCaseTask[]> => {
    const claimed = await part.claim(max);
    if ("code" in claimed) return expect.fail(claimed.code);
    return claimed.cases;
  };
  const begin = (part: RunPart, task: RunCaseTask) => part.results([task], { state: "executing", ended_at: null });
  const report = (test_id: string) => udt.ok(ENDPOINTS.runGet, { as: starter, query, params: { test_id } });
  const test = (test_id: string) => udt.ok(ENDPOINTS.testGet, { as: starter, query, params: { test_id } });
  const casesOf = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runCases, { as: starter, query, params: { test_id } })).list;
  const slotsOf = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runDevices, { as: starter, query, params: { test_id } })).list;
  const deviceOf = (device_id: string) => udt.ok(ENDPOINTS.deviceGet, { as: starter, query, params: { device_id } });
  const asking = ({ start: { test_id, device_id } }: RunPart, as: Person, duration_minutes = 30) => ({
    as,
    query,
    params: { test_id, device_id },
    body: { duration_minutes },
  });
  const takeOver = (part: RunPart, as = starter) => udt.ok(ENDPOINTS.runTakeOver, asking(part, as));
  const stopped = (part: RunPart) =>
    until(() => {
      const stop = agent.all("session_stop").find(({ lease_token }) => lease_token === part.start.lease_token);
      return stop ?? expect.fail("not stopped yet");
    });
  const idle = (device_id: string) =>
    until(async () => expect(await deviceOf(device_id)).toMatchObject({ state: "idle", lease: null }));

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    ({ starter, colleague, admin } = await runProject(udt, query.project));
    agent = await udt.agent("agent", [query.project]);
  });

  it("ends its part as the person's doing, and hands the device on to nobody else", async () => {
    const { test_id, parts } = await running(1);
    const part = parts[0]!;
    const { device_id } = part.start;
    const [first, ...rest] = await claim(part, 2);
    await begin(part, first!);
    expect(rest).toHaveLength(1);
    agent.script.reportsCleaned = false;
    const taken = await takeOver(part, admin);

    expect(await report(test_id)).toMatchObject({
      execution: "ended",
      verdict: "incomplete",
      totals: { total: CASES, cancelled: CASES, executing: 0, failed: 0, distribution_failed: 0 },
    });
    for (const one of await casesOf(test_id))
      expect(one).toMatchObject({ state: "cancelled", cause: "taken_over", taken_over_by: "Ada Lovelace", attempt: 1 });
    const [slot] = await slotsOf(test_id);
    expect(slot).toMatchObject({ state: "done", result: "cancelled", outcome: null, lost_devices: [] });
    expect(slot!.taken_over).toEqual({ user_id: admin.user_id, user_name: "Ada Lovelace", test_id: taken.test_id });

    // Until it is clean the device is the run's, then the person's: nobody comes between.
    expect(await test(taken.test_id)).toMatchObject({ kind: "debug", state: "queued", user_id: admin.user_id });
    expect(await deviceOf(device_id)).toMatchObject({ state: "cleaning" });
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    await udt.refused(ENDPOINTS.testCreate, { as: colleague, query, body }, "device_busy");
    const stop = await stopped(part);
    udt.clock.turn(2 * MINUTE_MS);
    const handedOn = agent.next("session_start");
    agent.report(stop, { state: "cleaned" });
    const start = await handedOn;
    expect(start).toMatchObject({ test_id: taken.test_id, device_id, kind: "debug" });
    expect(start.lease_token).toBeGreaterThan(part.start.lease_token);
    expect(start.deadline).toBe(udt.clock.now() + 30 * MINUTE_MS);
    await until(async () => expect((await test(taken.test_id)).state).toBe("running"));
    expect((await deviceOf(device_id)).lease).toMatchObject({ kind: "debug", user_id: admin.user_id });
    expect(await part.results([first!])).toEqual({ code: "agent_stale_lease" });
    agent.script.reportsCleaned = true;
    await udt.ok(ENDPOINTS.testCancel, { as: admin, query, params: taken });
    await idle(device_id);
  });

  it("is refused at a device that is out of use, which the run has to its end", async () => {
    const { test_id, parts } = await running(1);
    const part = parts[0]!;
    const { device_id } = part.start;
    const out = { as: admin, query, params: { device_id } };
    await udt.ok(ENDPOINTS.deviceTakeOut, { ...out, body: { reason: "The battery swells" } });
    await udt.refused(ENDPOINTS.runTakeOver, asking(part, starter), "device_out_of_use");
    expect(await test(test_id)).toMatchObject({ state: "running" });
    await udt.ok(ENDPOINTS.devicePutBack, out);
    const taken = await takeOver(part);
    await until(async () => expect((await test(taken.test_id)).state).toBe("running"));
    await udt.ok(ENDPOINTS.testCancel, { as: starter, query, params: taken });
    await idle(device_id);
  });

  it("leaves what has not begun to the run's other devices", async () => {
    const { test_id, parts } = await running(2);
    const [one, other] = parts as [RunPart, RunPart];
    // Batches shrink with what waits: the first gets one case by itself.
    const given = await claim(one, 1);
    await begin(one, given[0]!);
    const unbegun = await until(async () => {
      const more = await one.claim(1);
      return "code" in more ? expect.fail(more.code) : more.cases;
    });
    await takeOver(one);
    const rest = new Set<number>();
    for (let tasks = await claim(other); tasks.length > 0; tasks = await claim(other)) {
      for (const { case_run_id } of tasks) rest.add(case_run_id);
      await other.results(tasks);
    }
    expect(rest.size).toBe(CASES - 1);
    for (const { case_run_id } of unbegun) expect(rest).toContain(case_run_id);
    await other.finish();
    await until(async () => expect((await report(test_id)).test.state).toBe("ended"));
    expect((await report(test_id)).totals).toMatchObject({ success: CASES - 1, cancelled: 1, executing: 0 });
    expect((await slotsOf(test_id)).map(({ result }) => result).toSorted()).toEqual(["cancelled", "passed"]);
  });

  it("leaves each device its own where no list of cases can be shared out", async () => {
    const { test_id, parts } = await running(2, { framework: "monkey", library_id: null, monkey: MONKEY });
    const [one, other] = parts as [RunPart, RunPart];
    expect(await claim(one)).toHaveLength(1);
    await takeOver(one);
    const own = await claim(other);
    expect(own).toHaveLength(1);
    await other.results(own);
    expect(await claim(other)).toEqual([]);
    await other.finish();
    await until(async () => expect((await report(test_id)).test.state).toBe("ended"));
    expect(await report(test_id)).toMatchObject({
      config: { mode: "sequential" },
      totals: { total: 2, success: 1, cancelled: 1 },
    });
  });

  it.each(["taken over", "cancelled"])(
    "leaves what failed to the device that it failed on, when the other is %s",
    async (how) => {
      const { test_id, parts } = await running(2, { retry: { mode: "other_device", times: 1 } });
      const [one, other] = parts as [RunPart, RunPart];
      const [fails] = await claim(one, 1);
      const failed = { state: "failed", cause: "assertion", error: "boom" } as const;
      await one.results([fails!], failed);
      for (let left = CASES - 1; left > 0; left--) await one.results(await claim(one, 1));
      // It is for the other, as long as there is one.
      expect(await claim(one)).toEqual([]);
      if (how === "taken over") await takeOver(other);
      else {
        const slot = (await slotsOf(test_id)).find(({ device_id }) => device_id === other.start.device_id);
        const params = { test_id, device_seq: slot!.device_seq };
        await udt.ok(ENDPOINTS.runCancelDevice, { as: starter, query, params });
      }
      const again = await claim(one);
      expect(again).toMatchObject([{ case_key: fails!.case_key, attempt: 2 }]);
      await one.results(again, failed);
      await one.finish();
      await until(async () => expect((await report(test_id)).test.state).toBe("ended"));
      expect(await report(test_id)).toMatchObject({
        verdict: "failed",
        totals: { total: CASES, success: CASES - 1, failed: 1, distribution_failed: 0, undistributed: 0 },
      });
    },
  );

  it("is for who started the run and for administrators, in the bounds of every session", async () => {
    const { test_id, parts } = await running(1);
    const part = parts[0]!;
    await udt.refused(ENDPOINTS.runTakeOver, asking(part, colleague), "not_holder");
    await udt.refused(ENDPOINTS.runTakeOver, asking(part, starter, 4), "duration_out_of_range");
    const elsewhere = { ...asking(part, starter), params: { test_id, device_id: "another" } };
    await udt.refused(ENDPOINTS.runTakeOver, elsewhere, "device_not_found");
    expect(await casesOf(test_id)).toHaveLength(CASES);
    const { test_id: debug } = await takeOver(part);
    await until(async () => expect((await test(debug)).state).toBe("running"));
    const again = { ...asking(part, starter), params: { test_id: debug, device_id: part.start.device_id } };
    await udt.refused(ENDPOINTS.runTakeOver, again, "run_not_found");
    await udt.ok(ENDPOINTS.testCancel, { as: starter, query, params: { test_id: debug } });
    await idle(part.start.device_id);
  });

  it("goes to one of two who ask at the same moment", async () => {
    const { parts } = await running(1);
    const part = parts[0]!;
    const answers = await Promise.all([starter, admin].map((as) => udt.call(ENDPOINTS.runTakeOver, asking(part, as))));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["test_ended", undefined]);
    const { test_id } = answers.find(({ ret }) => ret === 0)!.data as { test_id: string };
    await until(async () => expect((await deviceOf(part.start.device_id)).lease).toMatchObject({ test_id }));
    const { total } = await udt.ok(ENDPOINTS.testList, { as: starter, query: { ...query, kind: "debug" } });
    expect(total).toBe(1);
    await udt.ok(ENDPOINTS.testCancel, { as: admin, query, params: { test_id } });
    await idle(part.start.device_id);
  });

  it("counts a case once that ends at the same moment", async () => {
    const { test_id, parts } = await running(2);
    const [one, other] = parts as [RunPart, RunPart];
    const tasks = await claim(one, 1);
    await begin(one, tasks[0]!);
    const [said] = await Promise.all([one.results(tasks), takeOver(one)]);
    for (let more = await claim(other); more.length > 0; more = await claim(other)) await other.results(more);
    await other.finish();
    await until(async () => expect((await report(test_id)).test.state).toBe("ended"));
    const { totals } = await report(test_id);
    expect(totals.success + totals.cancelled).toBe(CASES);
    expect(totals).toMatchObject({ executing: 0, undistributed: 0, failed: 0, distribution_failed: 0 });
    const ended = (await casesOf(test_id)).find(({ case_run_id }) => case_run_id === tasks[0]!.case_run_id);
    if ("code" in said) expect(ended).toMatchObject({ state: "cancelled", cause: "taken_over" });
    else expect(["success", "cancelled"]).toContain(ended!.state);
  });

  it("comes too late or in time when the run ends at the same moment, and never in between", async () => {
    const { test_id, parts } = await running(1);
    const part = parts[0]!;
    const [answer] = await Promise.all([
      udt.call(ENDPOINTS.runTakeOver, asking(part, starter)),
      udt.ok(ENDPOINTS.testCancel, { as: admin, query, params: { test_id } }),
    ]);
    expect((await report(test_id)).totals).toMatchObject({ cancelled: CASES, executing: 0 });
    if (answer.ret === 0) {
      const taken = answer.data as { test_id: string };
      await until(async () => expect((await test(taken.test_id)).state).toBe("running"));
      await udt.ok(ENDPOINTS.testCancel, { as: starter, query, params: taken });
    } else expect(answer.code).toBe("test_ended");
    await idle(part.start.device_id);
  });

  it("can be called off while the device is still cleaned", async () => {
    const { parts } = await running(1);
    const part = parts[0]!;
    agent.script.reportsCleaned = false;
    const taken = await takeOver(part);
    const stop = await stopped(part);
    await udt.ok(ENDPOINTS.testCancel, { as: starter, query, params: taken });
    agent.report(stop, { state: "cleaned" });
    await idle(part.start.device_id);
    expect(agent.all("session_start").map((start) => start.test_id)).not.toContain(taken.test_id);
    expect(await test(taken.test_id)).toMatchObject({ state: "ended", end_reason: "user" });
  });

  it("ends with the agent when that is lost before the device is clean", async () => {
    const { parts } = await running(1);
    agent.script.reportsCleaned = false;
    const taken = await takeOver(parts[0]!);
    await stopped(parts[0]!);
    agent.break();
    await until(async () => {
      udt.clock.turn(10_000);
      expect(await test(taken.test_id)).toMatchObject({ state: "ended", end_reason: "agent_lost" });
    });
    expect((await deviceOf(parts[0]!.start.device_id)).lease).toBeNull();
  });

  it("waits for a device that its agent cleans after it began anew", async () => {
    const { parts } = await running(1);
    agent.script.reportsCleaned = false;
    const taken = await takeOver(parts[0]!);
    await stopped(parts[0]!);
    agent.break();
    const { database, services } = udt.server;
    // Another installation is refused while the first one's link stands.
    await until(async () => expect(await services.links.isLinked(database.db, agent.agent_id)).toBe(false));
    const [device] = devices;
    await agent.connect([{ ...device!, readiness: "cleaning" }], { instance_id: "instance-2" });
    await until(async () => expect((await test(taken.test_id)).devices[0]!.state).toBe("preparing"));
    expect(agent.all("session_start").map((start) => start.test_id)).not.toContain(taken.test_id);
    agent.send({ type: "device", device: device! });
    await until(async () => expect((await test(taken.test_id)).state).toBe("running"));
    agent.script.reportsCleaned = true;
    await udt.ok(ENDPOINTS.testCancel, { as: starter, query, params: taken });
    await idle(parts[0]!.start.device_id);
  });
});
