import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  ENDPOINTS,
  type JobConfigInput,
  type RunCaseResult,
  type RunCaseTask,
  type ServerToAgent,
  say,
} from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { PASSED } from "../../../../test/run-agents.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

const MINUTE_MS = 60_000;
type Start = Extract<ServerToAgent, { type: "session_start" }>;

onEachDatabase("runs", (open) => {
  let udt: TestServer;
  let member: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;
  let serials: string[] = [];

  const config = (change: Partial<JobConfigInput> = {}): JobConfigInput => ({
    app_id: null,
    framework: "monkey",
    library_id: null,
    monkey: { minutes: 5, seed: 1, throttle_ms: 100, events: null, packages: ["dev.udt.shop"] },
    devices: { kind: "rule", rules: [], count: 1 },
    ...change,
  });
  const makeJob = (change: Partial<JobConfigInput> = {}) =>
    udt.ok(ENDPOINTS.jobCreate, { as: member, query, body: { name: "Monkey", config: config(change) } });
  const run = async (change: Partial<JobConfigInput> = {}) => {
    const { job_id } = await makeJob(change);
    return udt.ok(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} });
  };
  const report = (test_id: string) => udt.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id } });
  const devicesOf = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id } })).list;
  const casesOf = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runCases, { as: member, query, params: { test_id } })).list;
  const starts = (test_id: string) => agent.all("session_start").filter((start) => start.test_id === test_id);
  const started = async (test_id: string, many = 1): Promise<Start[]> => {
    await until(async () => {
      const { devices } = (await report(test_id)).test;
      const last = new Set(starts(test_id).map((start) => start.device_id));
      const ready = devices.filter((device) => last.has(device.device_id) && device.state !== "preparing");
      expect(ready).toHaveLength(many);
    });
    return starts(test_id);
  };

  /** The agent's calls, as the device of a start. */
  const agentOf = (start: Start) => {
    const { test_id, device_id, lease_token } = start;
    const of = { params: { test_id, device_id }, bearer: agent.token };
    return {
      spec: () => udt.ok(ENDPOINTS.agentRunSpec, { ...of, query: { lease_token: String(lease_token) } }),
      claim: (max = 100) => udt.ok(ENDPOINTS.agentRunClaim, { ...of, body: { lease_token, max } }),
      results: (results: Partial<RunCaseResult>[]) =>
        udt.ok(ENDPOINTS.agentRunResults, {
          ...of,
          body: {
            lease_token,
            results: results.map((result) => ({ ...PASSED, ...result })),
          },
        }),
      finish: (outcome = "done") =>
        udt.call(ENDPOINTS.agentRunFinish, { ...of, body: { lease_token, outcome, error: null } }),
      discover: (keys: string[]) =>
        udt.ok(ENDPOINTS.agentRunDiscover, {
          ...of,
          body: { lease_token, cases: keys.map((case_key) => ({ case_key, name: case_key, file: "", function: "" })) },
        }),
    };
  };
  const pass = (task: RunCaseTask) => ({ case_run_id: task.case_run_id });
  const ended = (test_id: string) =>
    until(async () => expect((await report(test_id)).test.state).toBe("ended")).then(() => report(test_id));

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    member = await udt.person("member");
    await udt.project(query.project, [{ person: member, user_type: 2 }]);
    agent = await udt.agent("agent", [query.project]);
    serials = [1, 2, 3].map((each) => `serial-${count}-${each}`);
  });
  afterAll(() => disposeAtRest(udt));
  const connect = (many: number) => agent.connect(serials.slice(0, many).map((serial) => deviceReport(serial)));

  it("waits for a device, runs its case, ends passed and gives everything back", async () => {
    const { job_id } = await (async () => {
      await connect(1);
      return makeJob();
    })();
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} });
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    expect(await phone.spec()).toMatchObject({ device_seq: 0, framework: "monkey", library: null, account: null });
    const { cases, done } = await phone.claim();
    expect(cases).toMatchObject([{ case_key: "monkey", attempt: 1, function: "dev.udt.shop" }]);
    expect(done).toBe(false);
    await phone.results([{ ...pass(cases[0]!), state: "executing", ended_at: null }]);
    expect(await casesOf(test_id)).toMatchObject([{ state: "executing", started_at: 1 }]);
    await phone.results(cases.map(pass));
    expect(await phone.claim()).toEqual({ cases: [], done: true });
    expect((await phone.finish()).ret).toBe(0);
    const run = await ended(test_id);
    expect(run).toMatchObject({
      execution: "ended",
      verdict: "passed",
      totals: { success: 1, total: 1, executing: 0 },
      test: { end_reason: "finished" },
    });
    await until(async () => {
      const list = await udt.ok(ENDPOINTS.deviceList, { as: member, query });
      expect(list.list.map((device) => [device.state, device.lease])).toEqual([["idle", null]]);
    });
    const job = await udt.ok(ENDPOINTS.jobGet, { as: member, query, params: { job_id } });
    expect(job.last_run).toMatchObject({ test_id, verdict: "passed" });
  });

  it("says nothing twice: results and the end that come again change nothing", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    const { cases } = await phone.claim();
    await phone.results([{ ...pass(cases[0]!), state: "failed", cause: "assertion", error: "boom" }]);
    await phone.results(cases.map(pass));
    expect((await report(test_id)).totals).toMatchObject({ failed: 1, success: 0, total: 1 });
    await phone.finish();
    await ended(test_id);
    expect((await phone.finish()).code).toBe("agent_stale_lease");
  });

  it("counts as executing what a device runs now, not what it was given, and what it skips apart", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    await phone.discover(["a", "b", "c"]);
    const totals = async () => {
      const { undistributed, executing, success, skipped, cancelled } = (await report(test_id)).totals;
      const [device] = await devicesOf(test_id);
      expect(device!.totals).toMatchObject({ undistributed, executing, success, skipped, cancelled });
      return { undistributed, executing, success, skipped, cancelled };
    };
    const none = { undistributed: 0, executing: 0, success: 0, skipped: 0, cancelled: 0 };
    const { cases } = await phone.claim();
    expect(cases).toHaveLength(4);
    const of = async (state: string) =>
      (await udt.ok(ENDPOINTS.runCases, { as: member, query: { ...query, state }, params: { test_id } })).total;
    expect([await of("executing"), await of("undistributed")]).toEqual([0, 4]);
    const begin = (index: number) => phone.results([{ ...pass(cases[index]!), state: "executing", ended_at: null }]);
    await begin(0);
    await begin(0);
    expect(await totals()).toEqual({ ...none, undistributed: 3, executing: 1 });
    expect([await of("executing"), await of("undistributed")]).toEqual([1, 3]);
    await phone.results([pass(cases[0]!), { ...pass(cases[1]!), cause: "skipped" }]);
    expect(await totals()).toEqual({ ...none, undistributed: 2, success: 1, skipped: 1 });
    await begin(2);
    expect(await totals()).toEqual({ ...none, undistributed: 1, executing: 1, success: 1, skipped: 1 });
    await phone.finish("device_timeout");
    expect((await ended(test_id)).totals).toMatchObject({ ...none, success: 1, skipped: 1, cancelled: 2 });
  });

  it("gives the same cases again to an agent that never heard the answer", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    const lost = await phone.claim();
    expect(await phone.claim()).toEqual(lost);
    await phone.results(lost.cases.map(pass));
    expect(await phone.claim()).toEqual({ cases: [], done: true });
    expect((await report(test_id)).totals).toMatchObject({ success: 1, executing: 0, total: 1 });
    await phone.finish();
    await ended(test_id);
  });

  it("keeps what a script said, whatever bytes it said it in", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    const [task] = (await phone.claim()).cases;
    const said = "half \uD83D and nothing \0 at all";
    const texts = { name: said, screenshot: said, locator: said, candidates: [said] };
    const steps = [{ ...texts, started_at: 1, ended_at: null, ok: false }];
    const location = { file: said, line: 1, source: [{ line: 1, text: said }] };
    const detail = { message: said, location, output: said, steps };
    await phone.results([{ ...pass(task!), state: "failed", cause: "assertion", error: said, detail }]);
    const params = { test_id, case_run_id: String(task!.case_run_id) };
    const kept = await udt.ok(ENDPOINTS.runCase, { as: member, query, params });
    const whole = JSON.stringify("half \uFFFD and nothing \uFFFD at all");
    const told = JSON.stringify({ error: said, detail }).replaceAll(JSON.stringify(said), whole);
    expect(kept).toMatchObject(JSON.parse(told));
    await phone.finish();
    await ended(test_id);
    const [device] = await devicesOf(test_id);
    expect(device!.phases.slice(0, 2).map(({ name }) => name)).toEqual(["prepare", "environment"]);
  });

  it("keeps what a framework's file says beside a case's end, also when both come at once", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    const [task] = (await phone.claim()).cases;
    const detail = { message: "whole", location: null, output: "said", steps: [] };
    const failed = { ...pass(task!), state: "failed" as const, cause: "assertion" as const, error: "boom" };
    const told = (message: string) => [
      {
        suites: [],
        attributes: { classname: "told", name: "by itself" },
        children: [{ name: "error" as const, attributes: { message }, text: "" }],
      },
    ];
    await phone.results([
      { ...failed, detail },
      { ...failed, reported: told("first") },
    ]);
    await phone.results([{ ...failed, state: "success", reported: told("then") }]);
    const params = { test_id, case_run_id: String(task!.case_run_id) };
    const kept = await udt.ok(ENDPOINTS.runCase, { as: member, query, params });
    expect(kept).toMatchObject({ state: "failed", error: "boom", detail });
    const file = { as: member, query: { ...query, format: "junit" }, params: { test_id } };
    expect((await udt.call(ENDPOINTS.runExport, file)).text).toMatch(
      /<testcase classname="told" name="by itself"[^>]*><error message="then"\/><\/testcase>/,
    );
    await phone.finish();
    await ended(test_id);
  });

  it("repeats a failed case as often as asked, on the same device, and counts the last attempt", async () => {
    await connect(1);
    const { test_id } = await run({ retry: { mode: "same_device", times: 1 } });
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    const first = (await phone.claim()).cases;
    await phone.results([{ ...pass(first[0]!), state: "failed", cause: "assertion", error: "boom" }]);
    const second = (await phone.claim()).cases;
    expect(second).toMatchObject([{ case_key: "monkey", attempt: 2 }]);
    await phone.results(second.map(pass));
    await phone.finish();
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: 1, failed: 0, total: 1 } });
    const [row] = await casesOf(test_id);
    const params = { test_id, case_run_id: String(row!.case_run_id) };
    const found = await udt.ok(ENDPOINTS.runCase, { as: member, query, params });
    expect(found.attempts.map(({ attempt, state }) => [attempt, state])).toEqual([
      [1, "failed"],
      [2, "success"],
    ]);
  });

  it("gives a lost device's unfinished cases to another, once", async () => {
    await connect(2);
    const { test_id } = await run();
    const [first] = await started(test_id);
    await agentOf(first!).discover(["done before"]);
    const { cases } = await agentOf(first!).claim();
    expect(cases).toHaveLength(2);
    await agentOf(first!).results([pass(cases[1]!)]);
    const { device_id, lease_token } = first!;
    const left = { name: "left-behind.txt", kind: "file", content_type: "text/plain", lease_token };
    const put = { params: { test_id, device_id }, bearer: agent.token, query: left, body: Buffer.from("kept") };
    await udt.ok(ENDPOINTS.agentResourcePut, put);
    agent.send({ type: "device_gone", serial: first!.serial, reason: say("device_connection_lost") });
    const both = await started(test_id, 2);
    const second = both.find((start) => start.serial !== first!.serial)!;
    expect((await agentOf(first!).finish()).code).toBe("agent_stale_lease");
    const again = (await agentOf(second).claim()).cases;
    expect(again.map((task) => task.case_run_id)).toEqual([cases[0]!.case_run_id]);
    await expectNamed(test_id, first!, second.serial);
    agent.send({ type: "device_gone", serial: second.serial, reason: say("device_connection_lost") });
    expect(await ended(test_id)).toMatchObject({
      verdict: "incomplete",
      totals: { distribution_failed: 1, failed: 0 },
    });
    const unfinished = (await casesOf(test_id)).filter(({ state }) => state !== "success");
    expect(unfinished).toMatchObject([{ state: "distribution_failed", cause: "device_lost" }]);
    const [slot] = await devicesOf(test_id);
    expect(slot).toMatchObject({ result: "not_tested", device_id: second.device_id });
    expect(slot!.lost_devices.map(({ serial }) => serial)).toEqual([first!.serial, second.serial]);
    await expectNamed(test_id, first!, second.serial);
  });

  /** A report tells of a device that took part and was lost: in its slot's history, by its files and in what is exported. */
  async function expectNamed(test_id: string, { device_id, serial }: Start, second: string): Promise<void> {
    const [slot] = await devicesOf(test_id);
    expect(slot!.serial).toBe(second);
    const lost = { device_id, serial, error: say("device_connection_lost"), totals: { success: 1, total: 1 } };
    expect(slot!.lost_devices[0]).toMatchObject(lost);
    const files = await udt.ok(ENDPOINTS.resourceList, { as: member, query, params: { test_id, device_id } });
    expect(files.resource_list.map(({ name }) => name)).toContain("left-behind.txt");
    const exported = async (format: string) => {
      const of = { as: member, query: { ...query, format, language: "en" }, params: { test_id } };
      return (await udt.call(ENDPOINTS.runExport, of)).text;
    };
    const [, ...rows] = (await exported("csv")).trimEnd().split("\r\n");
    const [done, again] = [
      rows.find((row) => row.includes("done before"))!,
      rows.find((row) => !row.includes("done"))!,
    ];
    expect(done.split(",")).toContain(serial);
    expect(again.split(",")).toContain(second);
    expect(again).toContain(`(${serial})`);
    expect(/<div class="device">.*/g.exec(await exported("html"))?.[0]).toMatch(
      new RegExp(`title="${serial}".*>Lost</span>`),
    );
  }

  it("ends everything when it is cancelled, and says by whom", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    await agentOf(start!).claim();
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    expect(await ended(test_id)).toMatchObject({ execution: "user_cancelled", totals: { cancelled: 1 } });
    expect(await devicesOf(test_id)).toMatchObject([{ result: "cancelled" }]);
    expect(await casesOf(test_id)).toMatchObject([{ state: "cancelled", cause: "user" }]);
  });

  it("ends as nobody's cancelling when who started it leaves the project", async () => {
    await connect(1);
    const leaver = await udt.person(`leaver-${count}`);
    const { project } = query;
    const of = { query, params: { project_id: project } };
    const body = { user_id_list: [leaver.user_id], user_type: 2, update_existing: true };
    await udt.ok(ENDPOINTS.memberAdd, { as: member, ...of, body });
    const { job_id } = await makeJob();
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: leaver, query, params: { job_id }, body: {} });
    await started(test_id);
    await udt.ok(ENDPOINTS.memberRemove, {
      as: leaver,
      query,
      params: { project_id: project, user_id: leaver.user_id },
    });
    expect(await ended(test_id)).toMatchObject({ execution: "cancelled", test: { end_reason: "access_lost" } });
    expect(await devicesOf(test_id)).toMatchObject([{ result: "cancelled" }]);
    expect(await casesOf(test_id)).toMatchObject([{ state: "cancelled", cause: "access_lost" }]);
    const exported = async (format: string) =>
      (await udt.call(ENDPOINTS.runExport, { as: member, query: { ...query, format }, params: { test_id } })).text;
    expect(await exported("junit")).toContain('<skipped message="cancelled: access_lost"');
    expect(await exported("csv")).toContain(",cancelled,access_lost,");
    expect(await exported("html")).toContain("发起人失去访问权限");
  });

  it("takes one case out where it runs, and tells the agent", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    const [task] = (await phone.claim()).cases;
    const params = { test_id, case_run_id: String(task!.case_run_id) };
    const told = agent.next("run_cases_cancelled");
    await udt.ok(ENDPOINTS.runCancelCase, { as: member, query, params });
    expect((await told).case_run_ids).toEqual([task!.case_run_id]);
    expect(await phone.results([])).toEqual({ cancelled: [task!.case_run_id] });
    await udt.refused(ENDPOINTS.runCancelCase, { as: member, query, params }, "test_ended");
  });

  it("ends one device by itself, or takes it out of the queue", async () => {
    await connect(2);
    const { test_id } = await run({ devices: { kind: "rule", rules: [], count: 2 } });
    await started(test_id, 2);
    const params = (device_seq: number) => ({ test_id, device_seq: String(device_seq) });
    await udt.ok(ENDPOINTS.runCancelDevice, { as: member, query, params: params(0) });
    expect((await devicesOf(test_id)).map((slot) => slot.result)).toEqual(["cancelled", "running"]);
    await udt.refused(ENDPOINTS.runCancelDevice, { as: member, query, params: params(0) }, "test_ended");
    await udt.ok(ENDPOINTS.runCancelDevice, { as: member, query, params: params(1) });
    expect(await ended(test_id)).toMatchObject({ verdict: "incomplete" });
  });

  it("takes in what only the device could list, each case once, in the order it was told", async () => {
    await connect(1);
    const { test_id } = await run();
    const [start] = await started(test_id);
    const phone = agentOf(start!);
    await phone.discover(["b", "a"]);
    await phone.discover(["a", "c"]);
    expect((await report(test_id)).totals).toMatchObject({ undistributed: 4, total: 4 });
    expect((await phone.claim()).cases.map((task) => task.case_key)).toEqual(["monkey", "b", "a", "c"]);
  });

  it("counts what a device left undone when it is over, while the others go on", async () => {
    await connect(2);
    const { test_id } = await run({ devices: { kind: "rule", rules: [], count: 2 } });
    const [first, second] = await started(test_id, 2);
    await agentOf(first!).discover(["never begun"]);
    await agentOf(first!).claim(1);
    await agentOf(second!).claim();
    await agentOf(first!).finish();
    expect((await report(test_id)).totals).toMatchObject({
      failed: 1,
      distribution_failed: 1,
      // The other device has its case, and has not begun it.
      executing: 0,
      undistributed: 1,
      total: 3,
    });
    agent.send({ type: "device_gone", serial: second!.serial, reason: say("device_connection_lost") });
    expect((await ended(test_id)).totals).toMatchObject({ failed: 1, distribution_failed: 2, executing: 0, total: 3 });
  });

  it("counts the whole test's time from its first device on, and ends at it", async () => {
    await connect(1);
    const { test_id } = await run({ timeouts: { case_minutes: 1, device_minutes: 6, test_minutes: 7 } });
    await started(test_id);
    const { deadline, started_at } = (await report(test_id)).test;
    expect(deadline - started_at!).toBe(7 * MINUTE_MS);
    for (let minute = 0; minute < 7 * 12 + 1; minute++) {
      udt.clock.turn(5_000);
      await agent.heartbeat();
    }
    expect(await ended(test_id)).toMatchObject({ execution: "timed_out", totals: { cancelled: 1 } });
    expect(await devicesOf(test_id)).toMatchObject([{ result: "timed_out" }]);
  });

  it("refuses what cannot run, before any device is taken", async () => {
    await udt.refused(
      ENDPOINTS.jobCreate,
      { as: member, query, body: { name: "x", config: config({ library_id: "none", framework: "pytest" }) } },
      "library_not_found",
    );
    const { job_id } = await makeJob();
    await udt.refused(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} }, "no_valid_devices");
    await connect(2);
    const file = await udt.ok(ENDPOINTS.accountFileCreate, {
      as: member,
      query,
      body: { name: "Accounts", content: "account,password,extra\r\nann,secret-1,\r\n" },
    });
    const accounts = { kind: "file", account_file_id: file.account_file_id } as const;
    const devices = { kind: "rule", rules: [], count: 2 } as const;
    const two = await makeJob({ accounts, devices: { ...devices, rules: [] } });
    const refusal = await udt.refused(
      ENDPOINTS.jobRun,
      { as: member, query, params: { job_id: two.job_id }, body: {} },
      "account_shortage",
    );
    expect(refusal.ret).toBe(1001);
    expect(agent.all("session_start")).toEqual([]);
    const { test_id } = await run({ accounts });
    const [start] = await started(test_id);
    expect((await agentOf(start!).spec()).account).toEqual({ account: "ann", password: "secret-1", extra: "" });
    const list = await udt.ok(ENDPOINTS.accountFileList, { as: member, query });
    expect(list.list).toMatchObject([{ account_count: 1, free_count: 0 }]);
    expect(JSON.stringify(list)).not.toContain("secret-1");
    // Whoever holds an account holds a row of the file as it is.
    const body = { name: "Accounts", content: "account,password,extra\r\nbob,secret-2,\r\n" };
    const params = { account_file_id: file.account_file_id };
    await udt.refused(ENDPOINTS.accountFileUpdate, { as: member, query, params, body }, "account_file_held");
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    await ended(test_id);
    await udt.ok(ENDPOINTS.accountFileUpdate, { as: member, query, params, body });
  });

  it("lets projects that both queue alternate", async () => {
    await connect(1);
    const other = `${query.project}-b`;
    await udt.project(other, [{ person: member, user_type: 2 }]);
    const shared = await udt.agent("shared");
    const serial = `shared-${count}`;
    await shared.connect([deviceReport(serial)]);
    const devices = {
      kind: "rule" as const,
      rules: [{ attribute: "serial" as const, operator: "equals" as const, values: [serial] }],
      count: 1,
    };
    const runIn = async (project: string) => {
      udt.clock.turn(1);
      const of = { as: member, query: { project } };
      const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { ...of, body: { name: "m", config: config({ devices }) } });
      const { test_id } = await udt.ok(ENDPOINTS.jobRun, { ...of, params: { job_id }, body: {} });
      return test_id;
    };
    const [a1, a2, a3] = [await runIn(query.project), await runIn(query.project), await runIn(query.project)];
    const [b1, b2] = [await runIn(other), await runIn(other)];
    const order: string[] = [];
    for (let each = 0; each < 5; each++) {
      await until(() => expect(shared.all("session_start")).toHaveLength(each + 1));
      const { test_id } = shared.all("session_start").at(-1)!;
      order.push(test_id);
      const project = [a1, a2, a3].includes(test_id) ? query.project : other;
      await udt.ok(ENDPOINTS.testCancel, { as: member, query: { project }, params: { test_id } });
    }
    expect(order).toEqual([a1, b1, a2, b2, a3]);
    shared.close();
  });
});
