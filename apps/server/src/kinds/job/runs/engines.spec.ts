import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { ENDPOINTS, LIMITS, type JobConfigInput, type ServerToAgent, say } from "@udt/contract";
import { startGitHost, type GitHost } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { partsOf } from "../../../../test/run-agents.ts";
import { deviceReport, scriptsWith } from "../../../../test/scripted-agent.ts";

type Start = Extract<ServerToAgent, { type: "session_start" }>;
const IMAGE = { kind: "image", image: "localhost/tests", tag: "1", credential_id: null } as const;
const SNAPSHOT = execFileSync("tar", ["-czf", "-", "-T", "/dev/null"]);
const CASES = ["one", "two"].map((name) => ({ case_key: name, name, file: "runTest.sh", function: name }));

onEachDatabase("runs in images", (open) => {
  let host: GitHost;
  let udt: TestServer;
  let member: Person;
  let bare: TestAgent;
  let able: TestAgent;
  let query: { project: string };
  let count = 0;

  beforeAll(async () => {
    host = await startGitHost();
    const outgoing = {
      smtp_url: undefined,
      mail_from: undefined,
      outbound_allow: ["127.0.0.1"],
      secret_key: undefined,
    };
    udt = await TestServer.start(open, { outgoing });
    member = await udt.person("member");
  });
  afterAll(async () => {
    await udt.dispose();
    await host.close();
  });
  beforeEach(async () => {
    query = { project: `images-${++count}` };
    await udt.project(query.project, [{ person: member, user_type: 2 }]);
    bare = await udt.agent("bare", [query.project]);
    able = await udt.agent("able", [query.project]);
  });

  /** A library that an agent has read: with cases, or with nothing but its files. */
  async function makeLibrary(isListed = true): Promise<string> {
    const reader = await udt.agent("reader", [query.project]);
    await reader.connect([]);
    const commit_id = host.push(query.project, { "runTest.sh": "x\n" });
    const url = `${host.url}/${query.project}.git`;
    const body = { name: "Tests", framework: "shell", url, sync: false };
    const { library_id } = await udt.ok(ENDPOINTS.libraryCreate, { as: member, query, body });
    await until(() => expect(reader.all("task_start")).toHaveLength(1));
    const [{ task }] = reader.all("task_start") as [Extract<ServerToAgent, { type: "task_start" }>];
    const of = { params: { task_id: task.task_id }, bearer: reader.token };
    const sha256 = createHash("sha256").update(SNAPSHOT).digest("hex");
    await udt.ok(ENDPOINTS.agentTaskSnapshot, { ...of, query: { commit_id, sha256 }, body: SNAPSHOT });
    if (isListed) await udt.ok(ENDPOINTS.agentTaskCases, { ...of, body: { from: 0, cases: CASES } });
    const end = isListed
      ? { kind: "parse", failure: null, message: null, result: { commit_id, case_count: CASES.length } }
      : {
          kind: "parse",
          failure: "parser_exited",
          message: say("parser_exit", { exit_code: 1 }, "no module"),
          result: { commit_id, case_count: 0 },
        };
    await udt.ok(ENDPOINTS.agentTaskFinish, { ...of, body: end });
    reader.close();
    return library_id;
  }
  const makeJob = async (library_id: string, change: Partial<JobConfigInput> = {}) => {
    const config = {
      app_id: null,
      framework: "shell",
      library_id,
      environment: IMAGE,
      devices: { kind: "rule", rules: [], count: 1 },
      ...change,
    };
    return (await udt.ok(ENDPOINTS.jobCreate, { as: member, query, body: { name: "In an image", config } })).job_id;
  };
  const start = (job_id: string, body: object = {}) => ({ as: member, query, params: { job_id }, body });
  const run = async (library_id: string, change: Partial<JobConfigInput> = {}): Promise<string> =>
    (await udt.ok(ENDPOINTS.jobRun, start(await makeJob(library_id, change)))).test_id;
  const slots = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id } })).list;
  const reasons = async (test_id: string) => (await slots(test_id)).map(({ queue }) => queue?.reason);
  const startOf = (agent: TestAgent, test_id: string): Promise<Start> =>
    until(() => {
      const found = agent.all("session_start").find((one) => one.test_id === test_id);
      expect(found).toBeDefined();
      return found!;
    });
  const running = (test_id: string) =>
    until(async () => expect((await slots(test_id)).map(({ state }) => state)).toEqual(["dispatched"]));
  const found = (project = query.project) =>
    udt.ok(ENDPOINTS.jobDevices, {
      as: member,
      query: { project },
      body: { devices: { kind: "rule", rules: [], count: 1 } },
    });
  const serial = (name: string) => `${name}-${count}`;

  it("wait for a device whose agent has a container engine, say so, and begin as soon as one is told", async () => {
    const library_id = await makeLibrary();
    await bare.connect([deviceReport(serial("a"))], { scripts: scriptsWith(null) });
    const first = await run(library_id);
    expect(await reasons(first)).toEqual(["no_engine"]);
    // Nothing is known of this one yet.
    await able.connect([deviceReport(serial("b"))]);
    expect(await reasons(first)).toEqual(["no_engine"]);
    expect(await found()).toMatchObject({ total: 2, idle: 2, with_engine: 0 });
    able.send({ type: "scripts", scripts: scriptsWith() });
    expect((await startOf(able, first)).serial).toBe(serial("b"));
    expect(await found()).toMatchObject({ total: 2, with_engine: 1 });

    // The other device is free and fits, but for the engine.
    const second = await run(library_id);
    await running(first);
    expect(await slots(second)).toMatchObject([{ queue: { reason: "engine_not_free", eta: expect.any(Number) } }]);
    const builtIn = await run(library_id, { environment: { kind: "built_in" } });
    await startOf(bare, builtIn);
    expect(bare.all("session_start").map(({ test_id }) => test_id)).toEqual([builtIn]);

    able.send({ type: "scripts", scripts: scriptsWith(null) });
    await until(async () => expect(await reasons(second)).toEqual(["no_engine"]));
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id: first } });
    bare.send({ type: "scripts", scripts: scriptsWith() });
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id: builtIn } });
    await startOf(bare, second);
    expect(able.all("session_start").map(({ test_id }) => test_id)).toEqual([first]);
  });

  it("are given up when no device came free for them in a day, and told so", async () => {
    const library_id = await makeLibrary();
    await bare.connect([deviceReport(serial("a"))], { scripts: scriptsWith(null) });
    const test_id = await run(library_id);
    udt.clock.turn(LIMITS.queue_hours * 3_600_000);
    const report = () => udt.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id } });
    await until(async () => expect((await report()).test.state).toBe("ended"));
    const totals = { distribution_failed: 2, cancelled: 0 };
    expect(await report()).toMatchObject({ verdict: "incomplete", test: { end_reason: "no_device" }, totals });
    expect(await slots(test_id)).toMatchObject([{ result: "not_dispatched" }]);
  });

  it("want as many devices as have an engine beside them, and as many as fit where none has", async () => {
    const library_id = await makeLibrary();
    const devices = { kind: "rule" as const, rules: [], count: 3 };
    await bare.connect([deviceReport(serial("a")), deviceReport(serial("b"))]);
    await able.connect([deviceReport(serial("c"))], { scripts: scriptsWith() });
    expect(await slots(await run(library_id, { devices }))).toHaveLength(1);
    able.send({ type: "scripts", scripts: scriptsWith(null) });
    await until(async () => expect((await found()).with_engine).toBe(0));
    expect(await reasons(await run(library_id, { devices }))).toEqual(Array(3).fill("no_engine"));
    // Nothing of monkey's runs in an image, whatever the job says of one.
    const monkey = { minutes: 5, seed: 1, throttle_ms: 100, events: null, packages: ["dev.udt.shop"] };
    await startOf(bare, await run(library_id, { framework: "monkey", library_id: null, monkey }));
  });

  it("go on at another agent with an engine when their device is lost, and at no other", async () => {
    const library_id = await makeLibrary();
    await bare.connect([deviceReport(serial("a"))]);
    await able.connect([deviceReport(serial("b")), deviceReport(serial("c"))], { scripts: scriptsWith() });
    const test_id = await run(library_id);
    await running(test_id);
    const first = await startOf(able, test_id);
    able.send({ type: "device_gone", serial: first.serial, reason: say("device_connection_lost") });
    await until(() => expect(able.all("session_start")).toHaveLength(2));
    await running(test_id);
    able.send({
      type: "device_gone",
      serial: able.all("session_start")[1]!.serial,
      reason: say("device_connection_lost"),
    });
    await until(async () => expect(await slots(test_id)).toMatchObject([{ state: "done", result: "not_tested" }]));
    expect(bare.all("session_start")).toEqual([]);
  });

  it("are told of by the agents, until the next hello", async () => {
    const admin = await udt.person("root", { udt_admin: true });
    const list = async () => (await udt.ok(ENDPOINTS.agentList, { as: admin, query: { page_size: 100 } })).list;
    const told = async () => (await list()).find((one) => one.agent_id === able.agent_id)!.scripts;
    const engine_faults = [
      { name: "docker", fault: "rootless" as const, reason: say("engine_rootless", { engine: "docker" }) },
    ];
    const scripts = {
      isolation: "none" as const,
      isolation_reason: say("isolation_probe", {}, "forbidden"),
      engine: null,
      engine_faults,
    };
    await able.connect([], { scripts });
    expect(await told()).toEqual(scripts);
    able.send({ type: "scripts", scripts: scriptsWith() });
    await until(async () => expect(await told()).toEqual(scriptsWith()));
    able.break();
    // What it found out in another life is not what is true now.
    await able.connect([], { instance_id: "instance-2" });
    expect(await told()).toBeNull();
  });

  it("run again what failed beside the cases with the cases around which it failed", async () => {
    const library_id = await makeLibrary();
    await able.connect([deviceReport(serial("a"))]);
    const job_id = await makeJob(library_id, { environment: { kind: "built_in" } });
    const begin = async (body: object) => {
      const { test_id } = await udt.ok(ENDPOINTS.jobRun, start(job_id, body));
      const { device_id, lease_token } = await startOf(able, test_id);
      await running(test_id);
      const of = { params: { test_id, device_id }, bearer: able.token };
      const claim = async () =>
        (await udt.ok(ENDPOINTS.agentRunClaim, { ...of, body: { lease_token, max: 100 } })).cases;
      const end = (cases: { case_run_id: number }[], state: string) => {
        const cause = state === "failed" ? "assertion" : "none";
        const results = cases.map(({ case_run_id }) => ({
          case_run_id,
          state,
          cause,
          started_at: 1,
          ended_at: 2,
          error: "",
          detail: null,
        }));
        return udt.ok(ENDPOINTS.agentRunResults, { ...of, body: { lease_token, results } });
      };
      const fail = async (found: (typeof CASES)[number]) => {
        const body = { lease_token, cases: [found], while_running: true };
        await udt.ok(ENDPOINTS.agentRunDiscover, { ...of, body });
        const cases = await claim();
        expect(cases).toMatchObject([found]);
        await end(cases, "failed");
      };
      const finish = async () => {
        await udt.ok(ENDPOINTS.agentRunFinish, { ...of, body: { lease_token, outcome: "done" } });
        const report = () => udt.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id } });
        await until(async () => expect((await report()).test.state).toBe("ended"));
        return report();
      };
      return { test_id, claim, end, fail, finish };
    };
    const keysOf = (cases: { case_key: string }[]) => cases.map(({ case_key }) => case_key);
    const hook = { case_key: "runTest.sh", name: "runTest.sh", file: "runTest.sh", function: "" };
    const lost = { case_key: "old.sh", name: "old.sh", file: "old.sh", function: "" };

    const first = await begin({});
    await first.end(await first.claim(), "success");
    await first.fail(hook);
    await first.fail(lost);
    expect(await first.finish()).toMatchObject({ verdict: "failed", totals: { success: 2, failed: 2 } });

    // Nothing but what failed beside: it fails again when its hook does.
    const again = await begin({ rerun_of: first.test_id, case_keys: [hook.case_key, lost.case_key] });
    const cases = await again.claim();
    expect(keysOf(cases)).toEqual(["one", "two"]);
    await again.end(cases, "success");
    await again.fail(hook);
    expect(await again.finish()).toMatchObject({ verdict: "failed", totals: { success: 2, failed: 1 } });
    const all = await begin({ rerun_of: again.test_id });
    expect(keysOf(await all.claim())).toEqual(["one", "two"]);
    await udt.refused(
      ENDPOINTS.jobRun,
      start(job_id, { rerun_of: first.test_id, case_keys: ["old.sh"] }),
      "rerun_gone",
    );
  });

  it("list the cases themselves where they could not be listed before", async () => {
    const library_id = await makeLibrary(false);
    const scripts = scriptsWith();
    await able.connect([deviceReport(serial("a")), deviceReport(serial("b"))], { scripts });
    const builtIn = await makeJob(library_id, { environment: { kind: "built_in" } });
    await udt.refused(ENDPOINTS.jobRun, start(builtIn), "library_not_parsed");
    const chosen = await makeJob(library_id, { cases: { kind: "cases", case_keys: ["one"] } });
    await udt.refused(ENDPOINTS.jobRun, start(chosen), "library_not_parsed");

    const devices = { kind: "rule" as const, rules: [], count: 2 };
    // Nobody knows what to share out: each device runs what it lists.
    const job_id = await makeJob(library_id, { devices, mode: "distributed" });
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, start(job_id));
    const report = () => udt.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id } });
    expect((await report()).totals.total).toBe(0);
    await until(() => expect(able.all("session_start")).toHaveLength(2));
    for (const { device_id, lease_token } of able.all("session_start")) {
      const of = { params: { test_id, device_id }, bearer: able.token };
      await until(async () => {
        const part = (await report()).test.devices.find((one) => one.device_id === device_id);
        expect(part?.state).toBe("running");
      });
      const leased = { ...of, query: { lease_token: String(lease_token) } };
      expect((await udt.ok(ENDPOINTS.agentRunSpec, leased)).library).toMatchObject({ library_id, is_listed: false });
      const files = await udt.call(ENDPOINTS.agentRunSnapshot, leased);
      expect(files.status).toBe(200);
      await udt.ok(ENDPOINTS.agentRunDiscover, { ...of, body: { lease_token, cases: CASES } });
      for (const case_key of ["one", "two"]) {
        const { cases } = await udt.ok(ENDPOINTS.agentRunClaim, { ...of, body: { lease_token, max: 1 } });
        expect(cases).toMatchObject([{ case_key }]);
        const outcome =
          case_key === "one" ? { state: "success", cause: "none" } : { state: "failed", cause: "assertion" };
        const { case_run_id } = cases[0]!;
        const result = { case_run_id, ...outcome, started_at: 1, ended_at: 2, error: "", detail: null };
        await udt.ok(ENDPOINTS.agentRunResults, { ...of, body: { lease_token, results: [result] } });
      }
      await udt.ok(ENDPOINTS.agentRunFinish, { ...of, body: { lease_token, outcome: "done" } });
    }
    await until(async () => expect((await report()).test.state).toBe("ended"));
    expect(await report()).toMatchObject({ verdict: "failed", totals: { total: 4, success: 2, failed: 2 } });

    // What is run again is known by now.
    const again = { rerun_of: test_id, case_keys: ["two"] };
    const rerun = await udt.ok(ENDPOINTS.jobRun, start(job_id, again));
    const begun = await startOf(able, rerun.test_id);
    const { device_id, lease_token } = begun;
    const of = { params: { test_id: rerun.test_id, device_id }, bearer: able.token };
    const spec = await udt.ok(ENDPOINTS.agentRunSpec, { ...of, query: { lease_token: String(lease_token) } });
    expect(spec.library).toMatchObject({ is_listed: true });
    const { cases } = await udt.ok(ENDPOINTS.agentRunClaim, { ...of, body: { lease_token, max: 100 } });
    expect(cases.map(({ case_key }) => case_key)).toEqual(["two"]);

    // What fails beside it while it runs is not, and counts once.
    const found = [{ case_key: "runTest.sh", name: "runTest.sh", file: "runTest.sh", function: "" }];
    const total = async () =>
      (await udt.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id: rerun.test_id } })).totals.total;
    const known = await total();
    await udt.ok(ENDPOINTS.agentRunDiscover, { ...of, body: { lease_token, cases: found } });
    expect(await total()).toBe(known);
    for (let times = 0; times < 2; times++)
      await udt.ok(ENDPOINTS.agentRunDiscover, { ...of, body: { lease_token, cases: found, while_running: true } });
    expect(await total()).toBe(known + 1);
  });

  it("wait for each device that is to list its cases, also once all that others listed are ended", async () => {
    const library_id = await makeLibrary(false);
    await able.connect([deviceReport(serial("a")), deviceReport(serial("b"))], { scripts: scriptsWith() });
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: member, query: { ...query, keyword: serial("b") } });
    const debug = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 30 };
    const { test_id: in_use } = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body: debug });
    const devices = { kind: "rule" as const, rules: [], count: 2 };
    const test_id = await run(library_id, { devices, mode: "distributed" });
    const [first] = await partsOf(udt, able, test_id, 1);
    await first!.discover(["one"]);
    const given = await first!.claim();
    if ("code" in given) return expect.fail(given.code);
    await first!.results(given.cases);
    await first!.finish();
    await until(async () => expect((await slots(test_id)).map(({ state }) => state)).toEqual(["done", "queued"]));
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id: in_use } });
    await until(() => expect(able.all("session_start").filter((one) => one.test_id === test_id)).toHaveLength(2));
  });
});
