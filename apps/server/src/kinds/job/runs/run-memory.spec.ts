/** Runs that record the memory of their app, and fail where a module has more than its budget. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say, type JobConfigInput, type MemoryWish } from "@udt/contract";
import { meminfoText, partitionRuleOf as rule } from "@udt/memory/testing";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { partsOf, type RunPart } from "../../../../test/run-agents.ts";
import { monkeyConfig } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";
import { newPackage, Uploader } from "../../../assets/apps/apps.fixture.ts";
import { insertSample } from "../../../assets/memory/memory.repository.ts";
import { memory_samples, memory_traces } from "../../../platform/database/memory.schema.ts";
import { eq } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/ids.ts";
import { Receiver } from "../../../notify/notifications/receiver.fixture.ts";

const MB = 1024 ** 2;
type Memory = NonNullable<JobConfigInput["memory"]>;
const GATED: Memory = { every_seconds: 5, fail_over_budget: true };

onEachDatabase("runs that record memory", (open) => {
  const receiver = new Receiver();
  let udt: TestServer;
  let member: Person;
  let stranger: Person;
  let agent: TestAgent;
  let query: { project: string };
  let app: { app_id: string; package_name: string };

  beforeAll(async () => {
    await receiver.start();
    udt = await TestServer.start(open, {
      outgoing: { outbound_allow: ["127.0.0.1"], smtp_url: undefined, mail_from: undefined, secret_key: undefined },
    });
    [member, stranger] = [await udt.person("member"), await udt.person("stranger")];
  });
  afterAll(async () => {
    await udt.dispose();
    await receiver.stop();
  });
  beforeEach(async () => {
    query = { project: `p-${newId().slice(0, 8)}` };
    await udt.project(query.project, [{ person: member, user_type: 1 }]);
    agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(`serial-${query.project}`, { capabilities: ["screen", "memory"] })]);
    app = await new Uploader(udt, member, query.project).upload(newPackage());
    receiver.received.length = 0;
  });
  afterEach(() => agent.close());

  const as = () => ({ as: member, query });
  const create = (change: Partial<JobConfigInput>, person = member) => {
    const body = { name: "Shop", config: monkeyConfig({ app_id: app.app_id, ...change }) };
    return udt.call(ENDPOINTS.jobCreate, { as: person, query, body });
  };
  const begin = async (memory: Memory | null): Promise<{ test_id: string; part: RunPart }> => {
    const { job_id } = (await create({ memory })).data as { job_id: string };
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { ...as(), params: { job_id }, body: {} });
    const [part] = await partsOf(udt, agent, test_id, 1);
    return { test_id, part: part ?? expect.fail("no device") };
  };
  const ask = ({ start }: RunPart, body: object = {}, by = agent) => {
    const { test_id, device_id, lease_token } = start;
    const call = { params: { test_id, device_id }, bearer: by.token, body: { lease_token, fault: null, ...body } };
    return udt.call(ENDPOINTS.agentRunMemory, call);
  };
  const wishOf = async (part: RunPart): Promise<MemoryWish> => {
    const { wish } = (await ask(part)).data as { wish: MemoryWish | null };
    return wish ?? expect.fail("nothing to sample");
  };
  const putFile = async ({ start }: RunPart, { recording_id }: MemoryWish, text: string) => {
    const { test_id, device_id, lease_token } = start;
    const call = { bearer: agent.token, params: { test_id, device_id, recording_id } };
    const body = Buffer.from(text);
    const { file_id } = await udt.ok(ENDPOINTS.agentMemoryFile, {
      ...call,
      query: { lease_token: String(lease_token) },
      body,
    });
    return { call, file_id, lease_token };
  };
  const textOf = (mb: number) => {
    const kb = mb * 1_024;
    return meminfoText(4711, app.package_name, [{ type: "Native Heap", numbers: [kb, kb, 0, 0, kb] }]);
  };
  const sample = async (part: RunPart, wish: MemoryWish, number: number, text: string, label = "") => {
    const { call, file_id, lease_token } = await putFile(part, wish, text);
    const files = [{ file_id, file_name: "meminfo.txt" }];
    const told = { number, label, taken_at: udt.clock.now(), notes: [], fault: null };
    await udt.ok(ENDPOINTS.agentMemorySample, { ...call, body: { lease_token, files, ...told } });
  };
  /** A sample that a server which is gone had begun to read. */
  const leftUnread = async (part: RunPart, wish: MemoryWish, text: string) => {
    const { file_id } = await putFile(part, wish, text);
    const { db } = udt.server.database;
    const trace_id = (await memoryOf(part.start.test_id))?.trace_id ?? expect.fail("no trace");
    const [trace] = await db.select().from(memory_traces).where(eq(memory_traces.trace_id, trace_id));
    const user_id = trace?.user_id ?? expect.fail("no trace");
    const sample_id = newId();
    const now = udt.clock.now();
    const times = { created_at: now, taken_at: now, touched_at: now + 24 * 3_600_000 };
    const made = { sample_id, trace_id, number: 1, label: "", user_id, recording_id: wish.recording_id, ...times };
    const unread = { state: "reading", read_bytes: 0, begun: 0, facts: null, fault: null } as const;
    const row = {
      ...made,
      ...unread,
      notes: [],
      over_budget: [],
      size_bytes: text.length,
      sample_blob: null,
      report_blob: null,
    };
    const file = { sample_id, file_no: 0, upload_id: null, file_name: "meminfo.txt", size_bytes: text.length };
    await insertSample(db, row, [{ ...file, format: null, lines: null, blob_key: `memory/${file_id}` }]);
    return sample_id;
  };
  const passAll = async (part: RunPart) => {
    const claimed = await part.claim();
    if ("code" in claimed) expect.fail(claimed.code);
    await part.results(claimed.cases);
    expect(await part.finish()).toBeNull();
  };
  const report = (test_id: string) => udt.ok(ENDPOINTS.runGet, { ...as(), params: { test_id } });
  const memoryOf = async (test_id: string) => {
    const { list } = await udt.ok(ENDPOINTS.runDevices, { ...as(), params: { test_id } });
    return list[0]?.memory ?? null;
  };
  const traceOf = (trace_id: string) => udt.ok(ENDPOINTS.memoryTraceGet, { ...as(), params: { trace_id } });
  const ended = (test_id: string) =>
    until(async () => {
      const run = await report(test_id);
      expect(run.test.state).toBe("ended");
      return run;
    });
  const budget = (mb: number | null) => {
    const rules = [rule("Heap", { region: "Native Heap", budget_bytes: mb === null ? null : mb * MB })];
    return udt.ok(ENDPOINTS.memoryPartitionsSave, { ...as(), body: { base_version: 0, rules } });
  };
  const read = (test_id: string, samples: number) =>
    until(async () => expect(await memoryOf(test_id)).toMatchObject({ samples, reading: 0 }));

  /** A run whose devices are done, and a sample of which is not read. */
  const waiting = async () => {
    await budget(10);
    const { part, test_id } = await begin(GATED);
    const sample_id = await leftUnread(part, await wishOf(part), textOf(38));
    await passAll(part);
    await until(async () => expect(await report(test_id)).toMatchObject({ waits_for_memory: true }));
    return { test_id, sample_id };
  };

  it("takes the option as it may be, and says what is wrong with it", async () => {
    const wrong = async (change: Partial<JobConfigInput>) => {
      const answer = await create(change);
      return [answer.code, (JSON.parse(answer.text) as { data: { args: unknown } }).data.args];
    };
    expect(await wrong({ app_id: null, memory: GATED })).toEqual([
      "invalid_param",
      { field: "config.memory", rule: "memory_app" },
    ]);
    for (const every_seconds of [LIMITS.memory_every_min_seconds - 1, LIMITS.memory_every_max_seconds + 1])
      expect(await wrong({ memory: { every_seconds } })).toMatchObject([
        "invalid_param",
        { field: "config.memory.every_seconds" },
      ]);
    const { config } = (await create({ memory: {} })).data as { config: { memory: unknown } };
    const memory = { every_seconds: null, at_case_end: true, with_heap: false, fail_over_budget: false };
    expect(config.memory).toEqual(memory);
    expect((await create({ memory: GATED }, stranger)).code).toBe("user_not_in_project");
  });

  it("records into a trace of its own, which is found from the report and leads back", async () => {
    const { test_id, part } = await begin({ every_seconds: 30, with_heap: true });
    const wish = await wishOf(part);
    const what = { process: app.package_name, every_seconds: 30, with_heap: true, next_number: 1 };
    expect(wish).toMatchObject(what);
    // The answer may have been lost.
    expect(await wishOf(part)).toEqual(wish);
    await sample(part, wish, 1, textOf(3), "opens the cart");
    await read(test_id, 1);
    expect(await wishOf(part)).toEqual({ ...wish, next_number: 2 });
    const told = await memoryOf(test_id);
    expect(told).toMatchObject({ samples: 1, reading: 0, refused: 0, fault: null });
    const { trace, samples } = await traceOf(told?.trace_id ?? "");
    const run = await report(test_id);
    expect(trace).toMatchObject({ app_version: run.app_version, recording: { test_id, test_kind: "job" } });
    expect(trace.name).toContain(`Shop #${run.run_number}`);
    expect(samples).toMatchObject([{ state: "read", label: "opens the cart", recording_id: wish.recording_id }]);
    await passAll(part);
    expect(await ended(test_id)).toMatchObject({ verdict: "passed", verdict_reason: null, verdict_note: null });
    expect((await traceOf(told?.trace_id ?? "")).trace.recording).toMatchObject({
      state: "ended",
      ended_reason: { code: "memory_recording_run_over" },
    });
    expect(await memoryOf(test_id)).toMatchObject({ trace_id: told?.trace_id, fault: null });
  });

  it("is begun by who holds the device, and where the job asks for it", async () => {
    const { part, test_id } = await begin(GATED);
    const other = await udt.agent("other", [query.project]);
    expect((await ask(part, {}, other)).code).toBe("agent_stale_lease");
    expect((await ask(part, { lease_token: part.start.lease_token + 1 })).code).toBe("agent_stale_lease");
    expect(await memoryOf(test_id)).toBeNull();
    const { wish } = { wish: await wishOf(part) };
    const { trace_id } = (await memoryOf(test_id)) ?? expect.fail("no memory");
    await udt.refused(
      ENDPOINTS.memoryTraceGet,
      { as: stranger, query, params: { trace_id: trace_id ?? "" } },
      "user_not_in_project",
    );
    // People watch a run's device: what it records is not theirs to stop.
    const at = { ...as(), params: { test_id, device_id: part.start.device_id } };
    await udt.refused(ENDPOINTS.memoryRecordingSample, { ...at, body: { label: "" } }, "test_watched");
    await udt.refused(ENDPOINTS.memoryRecordingStop, at, "test_watched");
    await sample(part, wish, 1, textOf(1));
    await passAll(part);
    await ended(test_id);
    const plain = await begin(null);
    expect((await ask(plain.part)).data).toEqual({ wish: null });
    expect(await memoryOf(plain.test_id)).toBeNull();
    other.close();
  });

  it("says on the report what cannot be recorded, and fails nothing by it", async () => {
    await budget(1);
    const { part, test_id } = await begin(GATED);
    const fault = say("memory_no_capability");
    expect((await ask(part, { fault })).data).toEqual({ wish: null });
    await passAll(part);
    expect(await ended(test_id)).toMatchObject({
      verdict: "passed",
      verdict_reason: null,
      verdict_note: { code: "memory_unjudged_all" },
    });
    expect(await memoryOf(test_id)).toEqual({ trace_id: null, samples: 0, reading: 0, refused: 0, fault });
  });

  it("fails by a module over its budget, whatever its cases came to, and tells channels why", async () => {
    const webhook = { kind: "webhook" as const, language: "en" as const, webhook: receiver.url("run") };
    const channel = { name: "Program", secret: "a secret of some length", ...webhook };
    const { id } = await udt.ok(ENDPOINTS.channelCreate, { ...as(), body: channel });
    const trigger = { buss_type: "gce" as const, event: "end-test" as const, channels: [id] };
    await udt.ok(ENDPOINTS.triggerCreate, { ...as(), body: trigger });
    await budget(10);
    const { part, test_id } = await begin(GATED);
    const wish = await wishOf(part);
    await sample(part, wish, 1, textOf(12));
    await sample(part, wish, 2, textOf(38));
    await sample(part, wish, 3, textOf(2));
    await read(test_id, 3);
    await passAll(part);
    const run = await ended(test_id);
    const args = { module: "Heap", size: "38.0 MB", budget: "10.0 MB" };
    expect(run).toMatchObject({
      verdict: "failed",
      verdict_reason: { code: "memory_over_budget", args },
      verdict_note: null,
      totals: { success: 1, failed: 0, total: 1 },
    });
    const told = { ...as(), params: { test_id }, query: { ...query, format: "html", language: "en" } } as const;
    const page = await udt.call(ENDPOINTS.runExport, told);
    expect(page.text).toContain("Heap has 38.0 MB of memory, and its budget is 10.0 MB");
    await until(() => expect(receiver.received).toHaveLength(1));
    const [heard] = receiver.received.map(({ json }) => json as unknown as { test: object });
    expect(heard?.test).toMatchObject({ verdict: "failed", reason: { code: "memory_over_budget", args } });
  });

  it.each([
    ["keeps within its budget", GATED, 64, "passed", null],
    ["is not asked to fail", { every_seconds: 5 }, 1, "passed", null],
    ["has no budget", GATED, null, "passed", "memory_no_budgets"],
  ] as const)("passes where the app %s", async (_, memory, mb, verdict, note) => {
    await budget(mb);
    const { part, test_id } = await begin(memory);
    await sample(part, await wishOf(part), 1, textOf(12));
    await read(test_id, 1);
    await passAll(part);
    const run = await ended(test_id);
    expect([run.verdict, run.verdict_reason, run.verdict_note?.code ?? null]).toEqual([verdict, null, note]);
  });

  it("waits for a sample that is read after its last case has ended", async () => {
    const { test_id, sample_id } = await waiting();
    expect(await report(test_id)).toMatchObject({ verdict: null, test: { state: "running" } });
    await until(async () => {
      const { list } = await udt.ok(ENDPOINTS.deviceList, as());
      expect(list.map(({ state }) => state)).toEqual(["idle"]);
    });
    // This server takes it up, whose reader has not been heard of for long.
    const { db } = udt.server.database;
    await db.update(memory_samples).set({ touched_at: 0 }).where(eq(memory_samples.sample_id, sample_id));
    udt.clock.turn(60_000);
    expect(await ended(test_id)).toMatchObject({
      verdict: "failed",
      waits_for_memory: false,
      verdict_reason: { code: "memory_over_budget" },
      test: { end_reason: "finished" },
    });
  });

  it("waits no longer than it may, over a restart as well, and says what was not judged", async () => {
    const { test_id } = await waiting();
    await udt.restart();
    expect(await report(test_id)).toMatchObject({ waits_for_memory: true, verdict: null });
    udt.clock.turn(LIMITS.memory_verdict_minutes * 60_000);
    expect(await ended(test_id)).toMatchObject({
      verdict: "passed",
      verdict_reason: null,
      verdict_note: { code: "memory_unjudged_all" },
    });
  });

  it("says how many samples could not be read, and judges by the others", async () => {
    await budget(10);
    const { part, test_id } = await begin(GATED);
    const wish = await wishOf(part);
    await sample(part, wish, 1, "Dear Sir\n");
    await sample(part, wish, 2, textOf(3));
    await read(test_id, 2);
    await passAll(part);
    expect(await ended(test_id)).toMatchObject({
      verdict: "passed",
      verdict_note: { code: "memory_unjudged", args: { count: 1, total: 2 } },
    });
    expect(await memoryOf(test_id)).toMatchObject({ samples: 2, refused: 1 });
  });

  it("keeps what was sampled before its agent was lost, and judges by it", async () => {
    await budget(10);
    const { part, test_id } = await begin(GATED);
    await sample(part, await wishOf(part), 1, textOf(38));
    await read(test_id, 1);
    agent.close();
    await until(async () => {
      udt.clock.turn(LIMITS.agent_lost_ms);
      expect((await report(test_id)).test.state).toBe("ended");
    });
    expect(await report(test_id)).toMatchObject({ verdict: "failed", verdict_reason: { code: "memory_over_budget" } });
    const told = await memoryOf(test_id);
    expect(told).toMatchObject({ samples: 1, fault: { code: "memory_recording_agent_lost" } });
    expect((await traceOf(told?.trace_id ?? "")).trace.recording).toMatchObject({ state: "ended" });
  });

  it("is ended by people while it waits, and judged by what is read", async () => {
    const { test_id } = await waiting();
    await udt.ok(ENDPOINTS.testCancel, { ...as(), params: { test_id } });
    expect(await report(test_id)).toMatchObject({
      waits_for_memory: false,
      verdict_note: { code: "memory_unjudged_all" },
    });
  });
});
