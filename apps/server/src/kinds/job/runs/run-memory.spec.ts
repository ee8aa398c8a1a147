/** Runs that record the memory of their app, and fail where a module has more than its budget. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say, type JobConfigInput } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { until } from "../../../../test/harness.ts";
import { GATED, runMemoryBench } from "../../../../test/run-memory-bench.ts";
import { memory_samples } from "../../../platform/database/memory.schema.ts";
import { eq } from "../../../platform/database/sql.ts";
import { Receiver } from "../../../notify/notifications/receiver.fixture.ts";

onEachDatabase("runs that record memory", (open) => {
  const receiver = new Receiver();
  const at = runMemoryBench(open);
  const {
    as,
    ask,
    begin,
    budget,
    create,
    ended,
    memoryOf,
    passAll,
    read,
    report,
    sample,
    textOf,
    traceOf,
    waiting,
    wishOf,
  } = at;
  beforeAll(() => receiver.start());
  afterAll(() => receiver.stop());
  beforeEach(() => {
    receiver.received.length = 0;
  });

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
    expect((await create({ memory: GATED }, at.stranger)).code).toBe("user_not_in_project");
  });

  it("records into a trace of its own, which is found from the report and leads back", async () => {
    const { test_id, part } = await begin({ every_seconds: 30, with_heap: true });
    const wish = await wishOf(part);
    const what = { process: at.app.package_name, every_seconds: 30, with_heap: true, next_number: 1 };
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
    const other = await at.udt.agent("other", [at.query.project]);
    expect((await ask(part, {}, other)).code).toBe("agent_stale_lease");
    expect((await ask(part, { lease_token: part.start.lease_token + 1 })).code).toBe("agent_stale_lease");
    expect(await memoryOf(test_id)).toBeNull();
    const { wish } = { wish: await wishOf(part) };
    const { trace_id } = (await memoryOf(test_id)) ?? expect.fail("no memory");
    await at.udt.refused(
      ENDPOINTS.memoryTraceGet,
      { as: at.stranger, query: at.query, params: { trace_id: trace_id ?? "" } },
      "user_not_in_project",
    );
    // People watch a run's device: what it records is not theirs to stop.
    const device = { ...as(), params: { test_id, device_id: part.start.device_id } };
    await at.udt.refused(ENDPOINTS.memoryRecordingSample, { ...device, body: { label: "" } }, "test_watched");
    await at.udt.refused(ENDPOINTS.memoryRecordingStop, device, "test_watched");
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
    const { id } = await at.udt.ok(ENDPOINTS.channelCreate, { ...as(), body: channel });
    const trigger = { buss_type: "gce" as const, event: "end-test" as const, channels: [id] };
    await at.udt.ok(ENDPOINTS.triggerCreate, { ...as(), body: trigger });
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
    for (const format of ["html", "junit", "csv"]) {
      const told = { ...as(), params: { test_id }, query: { ...at.query, format, language: "en" } };
      const { text } = await at.udt.call(ENDPOINTS.runExport, told);
      expect(text).toContain("Heap has 38.0 MB of memory, and its budget is 10.0 MB");
    }
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
      const { list } = await at.udt.ok(ENDPOINTS.deviceList, as());
      expect(list.map(({ state }) => state)).toEqual(["idle"]);
    });
    // This server takes it up, whose reader has not been heard of for long.
    const { db } = at.udt.server.database;
    await db.update(memory_samples).set({ touched_at: 0 }).where(eq(memory_samples.sample_id, sample_id));
    at.udt.clock.turn(60_000);
    expect(await ended(test_id)).toMatchObject({
      verdict: "failed",
      waits_for_memory: false,
      verdict_reason: { code: "memory_over_budget" },
      test: { end_reason: "finished" },
    });
  });

  it("waits no longer than it may, over a restart as well, and says what was not judged", async () => {
    const { test_id } = await waiting();
    await at.udt.restart();
    expect(await report(test_id)).toMatchObject({ waits_for_memory: true, verdict: null });
    at.udt.clock.turn(LIMITS.memory_verdict_minutes * 60_000);
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
    at.agent.close();
    await until(async () => {
      at.udt.clock.turn(LIMITS.agent_lost_ms);
      expect((await report(test_id)).test.state).toBe("ended");
    });
    expect(await report(test_id)).toMatchObject({ verdict: "failed", verdict_reason: { code: "memory_over_budget" } });
    const told = await memoryOf(test_id);
    expect(told).toMatchObject({ samples: 1, fault: { code: "memory_recording_agent_lost" } });
    expect((await traceOf(told?.trace_id ?? "")).trace.recording).toMatchObject({ state: "ended" });
  });

  it("is ended by people while it waits, and judged by what is read", async () => {
    const { test_id } = await waiting();
    await at.udt.ok(ENDPOINTS.testCancel, { ...as(), params: { test_id } });
    expect(await report(test_id)).toMatchObject({
      waits_for_memory: false,
      verdict_note: { code: "memory_unjudged_all" },
    });
  });
});
