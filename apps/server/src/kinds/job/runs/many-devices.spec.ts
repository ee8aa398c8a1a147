import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  ENDPOINTS,
  type DeviceChoice,
  type JobConfigInput,
  type RunOutcome,
  type ServerToAgent,
  say,
} from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { PASSED } from "../../../../test/run-agents.ts";
import { makeRun } from "../../../../test/run-factory.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

type Start = Extract<ServerToAgent, { type: "session_start" }>;

/** What many devices say at the same moment is taken in together: it must come to what it comes to one by one. */
onEachDatabase("runs on many devices", (open) => {
  let udt: TestServer;
  let member: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;

  const config = (devices: number): JobConfigInput => ({
    app_id: null,
    framework: "monkey",
    library_id: null,
    monkey: { minutes: 5, seed: 1, throttle_ms: 100, events: null, packages: ["dev.udt.shop"] },
    devices: { kind: "rule", rules: [], count: devices },
  });
  const run = async (devices: number) => {
    const body = { name: "Monkey", config: config(devices) };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: member, query, body });
    return (await udt.ok(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} })).test_id;
  };
  const report = (test_id: string) => udt.ok(ENDPOINTS.runGet, { as: member, query, params: { test_id } });
  const ended = async (test_id: string) => {
    await until(async () => expect((await report(test_id)).test.state).toBe("ended"));
    return report(test_id);
  };
  const allIdle = () =>
    until(async () => {
      const { list } = await udt.ok(ENDPOINTS.deviceList, { as: member, query: { ...query, page_size: "100" } });
      expect(new Set(list.map((device) => [device.state, device.lease].join()))).toEqual(new Set(["idle,"]));
    });

  const of = ({ test_id, device_id }: Start) => ({ params: { test_id, device_id }, bearer: agent.token });
  const finish = (start: Start, outcome: RunOutcome = "done") =>
    udt.call(ENDPOINTS.agentRunFinish, {
      ...of(start),
      body: {
        lease_token: start.lease_token,
        outcome,
        error: outcome === "done" ? null : say("noted", {}, "the phone is gone"),
      },
    });
  /** Takes the device's cases and passes them, as soon as the server has read that the device runs. */
  const work = async (start: Start): Promise<void> => {
    await agent.flushed();
    const { lease_token } = start;
    const { cases } = await udt.ok(ENDPOINTS.agentRunClaim, { ...of(start), body: { lease_token, max: 10 } });
    const results = cases.map(({ case_run_id }) => ({ case_run_id, ...PASSED }));
    await udt.ok(ENDPOINTS.agentRunResults, { ...of(start), body: { lease_token, results } });
  };
  /** Calls `begun` for each device that is given. */
  const onStart = (begun: (start: Start) => Promise<unknown>) => {
    const all: Promise<unknown>[] = [];
    agent.script.session_start = (start) => {
      const read = Promise.withResolvers<void>();
      // After the report that it runs, which follows this answer.
      setImmediate(read.resolve);
      all.push(read.promise.then(() => begun(start)));
      return { data: null };
    };
    return all;
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  beforeEach(async () => {
    query = { project: `many-${++count}` };
    member = await udt.person("member");
    await udt.project(query.project, [{ person: member, user_type: 2 }]);
    agent = await udt.agent("agent", [query.project]);
  });
  afterAll(() => disposeAtRest(udt));
  const connect = async (many: number) => {
    await agent.connect(Array.from({ length: many }, (_, index) => deviceReport(`many-${count}-${index}`)));
    // As many wait on it at once as there are devices.
    agent.socket.setMaxListeners(0);
  };

  it("takes every call of an agent that follows its word at once, and loses no device", async () => {
    await connect(30);
    const calls = onStart(async (start) => {
      await work(start);
      expect(await finish(start)).toMatchObject({ ret: 0 });
    });
    const tests = await Promise.all([15, 15, 20, 10].map(run));
    for (const [index, devices] of [15, 15, 20, 10].entries()) {
      const { verdict, totals } = await ended(tests[index]!);
      expect([verdict, totals.success, totals.total, totals.executing]).toEqual(["passed", devices, devices, 0]);
      const { list } = await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id: tests[index]! } });
      expect(list.map(({ result }) => result)).toEqual(Array(devices).fill("passed"));
      for (const { phases } of list)
        expect(phases.map(({ name }) => name).slice(0, 2)).toEqual(["prepare", "environment"]);
    }
    expect(calls).toHaveLength(60);
    await Promise.all(calls);
    await allIdle();
  });

  it("ends each part once, and refuses only what does not hold, whatever is said at the same moment", async () => {
    await connect(6);
    const starts: Start[] = [];
    const calls = onStart(async (start) => {
      await work(start);
      starts.push(start);
    });
    const test_id = await run(6);
    await until(() => expect(starts).toHaveLength(6));
    await Promise.all(calls);
    const stale = { ...starts[0]!, lease_token: starts[0]!.lease_token + 1_000 };
    const elsewhere = { ...starts[1]!, device_id: starts[2]!.device_id };
    const unknown = { ...starts[1]!, test_id: "nobody" };
    const said = [stale, ...starts, elsewhere, unknown, ...starts];
    const codes = await Promise.all(said.map(async (start) => (await finish(start)).code ?? "ok"));
    expect([codes[0], codes[7], codes[8]]).toEqual(["agent_stale_lease", "agent_stale_lease", "test_not_found"]);
    expect(codes.filter((code) => code === "ok")).toHaveLength(6);
    expect(codes.filter((code) => code === "agent_stale_lease")).toHaveLength(8);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: 6, total: 6, executing: 0 } });
    await allIdle();
  });

  it("looks beyond the many that wait for devices that are not free", async () => {
    await connect(1);
    const { db } = udt.server.database;
    const choiceOf = (model: string): DeviceChoice => ({
      kind: "rule",
      rules: [{ attribute: "model", operator: "equals", values: [model] }],
      count: 1,
    });
    await makeRun(db, {
      project_id: query.project,
      user_id: member.user_id,
      at: udt.clock.now() - 60_000,
      state: "queued",
      devices: Array(450).fill(null),
      slots: Array.from({ length: 450 }, (_, index) => ({ wanted: choiceOf(`Absent ${index}`) })),
    });
    const calls = onStart(async (start) => {
      await work(start);
      expect(await finish(start)).toMatchObject({ ret: 0 });
    });
    expect((await ended(await run(1))).verdict).toBe("passed");
    await Promise.all(calls);
  });

  it("does not mistake the device that was lost for those that ended with it", async () => {
    await connect(5);
    const starts: Start[] = [];
    const calls = onStart(async (start) => {
      // The one that is lost has not run its case.
      if (starts.push(start) > 1) await work(start);
      else await agent.flushed();
    });
    const test_id = await run(4);
    await until(() => expect(starts).toHaveLength(4));
    await Promise.all(calls);
    const ends = await Promise.all(starts.map((start, index) => finish(start, index === 0 ? "device_fault" : "done")));
    expect(ends.map(({ ret }) => ret)).toEqual([0, 0, 0, 0]);
    // What it did not run is given to the fifth device.
    await until(() => expect(starts).toHaveLength(5));
    await Promise.all(calls);
    expect(starts.slice(0, 4).map(({ device_id }) => device_id)).not.toContain(starts[4]!.device_id);
    expect((await finish(starts[4]!)).ret).toBe(0);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", totals: { success: 4, total: 4, failed: 0 } });
    await allIdle();
  });
});
