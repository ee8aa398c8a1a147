/** What budgets do not cover of a run that they judge: none passes in silence of what was not measured. */
import { expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { makeLibrary } from "../../../../test/library-factory.ts";
import { partsOf } from "../../../../test/run-agents.ts";
import { GATED, runMemoryBench } from "../../../../test/run-memory-bench.ts";
import { libraryConfig } from "../../../../test/run-project.ts";
import { insertSample } from "../../../assets/memory/memory.repository.ts";
import { memory_samples } from "../../../platform/database/memory.schema.ts";
import { eq } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/ids.ts";

onEachDatabase("runs whose memory is not measured throughout", (open) => {
  const at = runMemoryBench(open, { phones: 2 });
  const { ask, begin, beginAt, budget, ended, memoryOf, passAll, read, sample, textOf, wishOf } = at;

  /** A trace that takes one sample more, of what it has already. */
  const fill = async (recording_id: string) => {
    const { db } = at.udt.server.database;
    const [row] = await db.select().from(memory_samples).where(eq(memory_samples.recording_id, recording_id));
    if (!row) expect.fail("no sample");
    for (let number = 2; number < LIMITS.memory_samples_max; number++)
      await insertSample(db, { ...row, sample_id: newId(), number, sample_blob: null, report_blob: null }, []);
  };

  it("says that a recording ended before its run", async () => {
    await budget(10);
    const { part, test_id } = await begin(GATED);
    const wish = await wishOf(part);
    await sample(part, wish, 1, textOf(3));
    await read(test_id, 1);
    await fill(wish.recording_id);
    await sample(part, wish, 2, textOf(3));
    await read(test_id, LIMITS.memory_samples_max);
    await passAll(part);
    expect(await ended(test_id)).toMatchObject({
      verdict: "passed",
      verdict_note: {
        code: "memory_unmeasured",
        args: { count: 1, total: 1 },
        more: [{ code: "memory_recording_full", args: { max: LIMITS.memory_samples_max } }],
      },
    });
  });

  it("says of which of its devices nothing was recorded, and why", async () => {
    await budget(10);
    const { parts, test_id } = await beginAt(GATED, 2);
    const [one, two] = parts;
    if (!one || !two) expect.fail("no devices");
    await sample(one, await wishOf(one), 1, textOf(3));
    expect((await ask(two, { fault: say("memory_no_capability") })).data).toEqual({ wish: null });
    await read(test_id, 1, one.start.device_id);
    await passAll(one);
    await passAll(two);
    const { verdict, verdict_note } = await ended(test_id);
    expect([verdict, verdict_note]).toMatchObject([
      "passed",
      { code: "memory_unmeasured", args: { count: 1, total: 2 }, more: [{ code: "memory_no_capability" }] },
    ]);
    expect(verdict_note?.more?.[0]?.of).toContain(two.start.serial);
  });

  it("keeps what it is judged by until it has ended, from an administrator as well", async () => {
    const { test_id, sample_id } = await at.waiting();
    const { trace_id } = (await memoryOf(test_id)) ?? expect.fail("no memory");
    const goes = [
      () => at.udt.call(ENDPOINTS.memorySampleDelete, { ...at.as(), params: { sample_id } }),
      () => at.udt.call(ENDPOINTS.memoryTraceDelete, { ...at.as(), params: { trace_id: trace_id ?? "" } }),
    ];
    for (const remove of goes) expect((await remove()).code).toBe("memory_run_goes_on");
    at.udt.clock.turn(LIMITS.memory_verdict_minutes * 60_000);
    await ended(test_id);
    for (const remove of goes) expect((await remove()).ret).toBe(0);
  });

  it("wants no other device while it waits for its verdict", async () => {
    await begin(null);
    const shared = async () => {
      const made = { project_id: at.query.project, user_id: at.member.user_id, now: at.udt.clock.now() };
      const library_id = await makeLibrary(at.udt.server.database.db, made, 1);
      const config = libraryConfig(library_id, { mode: "distributed", app_id: at.app.app_id, memory: GATED });
      const { job_id } = await at.udt.ok(ENDPOINTS.jobCreate, { ...at.as(), body: { name: "Shared", config } });
      const { test_id } = await at.udt.ok(ENDPOINTS.jobRun, { ...at.as(), params: { job_id }, body: {} });
      const [part] = await partsOf(at.udt, at.agent, test_id, 1);
      return { test_id, part: part ?? expect.fail("no device") };
    };
    const { test_id } = await at.waiting(shared);
    const { list } = await at.udt.ok(ENDPOINTS.runDevices, { ...at.as(), params: { test_id } });
    expect(list.map(({ state, result }) => [state, result])).toEqual([
      ["done", "passed"],
      ["done", "not_dispatched"],
    ]);
    expect(await at.report(test_id)).toMatchObject({ waits_for_memory: true, verdict: null });
  });

  it("says that an agent never began", async () => {
    await budget(10);
    const { part, test_id } = await begin(GATED);
    await passAll(part);
    expect(await ended(test_id)).toMatchObject({
      verdict: "passed",
      verdict_note: { code: "memory_unjudged_all", more: [{ code: "memory_recording_not_begun" }] },
    });
  });

  it("says what was to be sampled and has no sample, beside a module over its budget as well", async () => {
    await budget(2);
    const { part, test_id } = await begin(GATED);
    const missed = say("memory_moments_missed", { count: 4 });
    await sample(part, await wishOf(part), 1, textOf(3), "the last of five", [missed]);
    await read(test_id, 1);
    const { trace_id } = (await memoryOf(test_id)) ?? expect.fail("no memory");
    const lost = say("memory_samples_lost", { count: 3 });
    await ask(part, { fault: lost });
    expect(await memoryOf(test_id)).toMatchObject({ trace_id, samples: 1, fault: lost });
    await passAll(part);
    expect(await ended(test_id)).toMatchObject({
      verdict: "failed",
      verdict_reason: { code: "memory_over_budget" },
      verdict_note: {
        code: "memory_unmeasured",
        more: [
          { code: "memory_samples_lost", args: { count: 3 } },
          { code: "memory_moments_missed", args: { count: 4 } },
        ],
      },
    });
  });
});
