/** Traces that runs recorded give way where a project has no more room: not those by which somebody measures, nor those that people have. */
import { describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { GATED, runMemoryBench } from "../../../../test/run-memory-bench.ts";
import type { RunPart } from "../../../../test/run-agents.ts";
import { loose_blobs } from "../../../platform/database/apps.schema.ts";
import { memory_files, memory_samples, memory_traces } from "../../../platform/database/memory.schema.ts";
import { eq } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/ids.ts";

onEachDatabase("the room of memory traces", (open) => {
  const at = runMemoryBench(open);
  const { as, ask, begin, budget, ended, memoryOf, passAll, read, sample, textOf, traceOf, wishOf } = at;
  const db = () => at.udt.server.database.db;

  const recordedBy = async ({ part, test_id }: { part: RunPart; test_id: string }) => {
    await sample(part, await wishOf(part), 1, textOf(3));
    await read(test_id, 1);
    const trace_id = (await memoryOf(test_id))?.trace_id ?? expect.fail("no trace");
    return { part, test_id, trace_id };
  };
  /** A run that is over, with a trace of one sample. */
  const over = async () => {
    const run = await recordedBy(await begin(GATED));
    await passAll(run.part);
    await ended(run.test_id);
    // What the next run records is younger, and no clock of a test stands still for it.
    at.udt.clock.turn(1_000);
    return run;
  };
  /** Traces of a person, so many that the project takes this many more. */
  const fill = async (left = 0) => {
    const count = LIMITS.memory_traces_max - left - (await db().$count(memory_traces, ofProject()));
    const now = at.udt.clock.now();
    const made = { project_id: at.query.project, user_id: at.member.user_id, created_at: 0, updated_at: now };
    const told = { name: "By hand", app_name: "", app_version: "", device_memory_gb: null };
    await db()
      .insert(memory_traces)
      .values(Array.from({ length: count }, () => ({ trace_id: newId(), ...made, ...told })));
  };
  const ofProject = () => eq(memory_traces.project_id, at.query.project);
  const make = () => at.udt.call(ENDPOINTS.memoryTraceCreate, { ...as(), body: { name: "Mine" } });
  const isThere = async (trace_id: string) =>
    (await at.udt.call(ENDPOINTS.memoryTraceGet, { ...as(), params: { trace_id } })).ret === 0;

  it("is made by the oldest that a run recorded, whose report says so", async () => {
    await budget(10);
    const [first, second] = [await over(), await over()];
    const [file] = await db()
      .select({ blob_key: memory_files.blob_key })
      .from(memory_files)
      .innerJoin(memory_samples, eq(memory_samples.sample_id, memory_files.sample_id))
      .where(eq(memory_samples.trace_id, first.trace_id));
    await fill();
    expect((await make()).ret).toBe(0);
    expect([await isThere(first.trace_id), await isThere(second.trace_id)]).toEqual([false, true]);
    expect(await db().$count(memory_traces, ofProject())).toBe(LIMITS.memory_traces_max);
    // Its files have gone as well, and nothing is left to be swept.
    const { blobs } = at.udt.server;
    expect(await blobs.get(file?.blob_key ?? expect.fail("no file"))).toBeUndefined();
    expect(await db().$count(loose_blobs)).toBe(0);
    const fault = say("memory_trace_gave_way");
    expect(await memoryOf(first.test_id)).toEqual({ trace_id: null, samples: 0, reading: 0, refused: 0, fault });
    expect(await at.report(first.test_id)).toMatchObject({ verdict: "passed", verdict_note: null });
    expect(await memoryOf(second.test_id)).toMatchObject({ trace_id: second.trace_id, fault: null });
    const admin = await at.udt.person("root", { udt_admin: true });
    const query = { action: "memory_trace.give_way", project_id: at.query.project } as const;
    const { list } = await at.udt.ok(ENDPOINTS.auditList, { as: admin, query });
    expect(list).toMatchObject([{ user_name: "", detail: { samples: 1 } }]);
    expect(list[0]?.target).toContain("Shop #");
  });

  it("is made for another run as for a person", async () => {
    const first = await over();
    await fill();
    const next = await begin(GATED);
    expect((await ask(next.part)).data).toMatchObject({ wish: { next_number: 1 } });
    expect(await isThere(first.trace_id)).toBe(false);
  });

  it("is made for bytes, and by no more than it takes", async () => {
    const [first, second] = [await over(), await over()];
    const holder = ((await make()).data as { trace_id: string }).trace_id;
    const size_bytes = LIMITS.memory_project_max_bytes;
    const [row] = await db().select().from(memory_samples).where(eq(memory_samples.trace_id, first.trace_id)).limit(1);
    const own = { sample_id: newId(), trace_id: holder, recording_id: null, sample_blob: null, report_blob: null };
    const put = { ...(row ?? expect.fail("no sample")), ...own };
    const upload = (bytes: number) => {
      const body = { file_name: "smaps.txt", size_bytes: bytes, md5: "0".repeat(32), last_modified: 0 };
      return at.udt.call(ENDPOINTS.memoryUploadCreate, { ...as(), body });
    };
    // Nothing goes where it would not do.
    await db()
      .insert(memory_samples)
      .values({ ...put, size_bytes });
    expect((await upload(10)).code).toBe("memory_no_room");
    expect([await isThere(first.trace_id), await isThere(second.trace_id)]).toEqual([true, true]);
    const left = (row?.size_bytes ?? 0) + 10;
    await db()
      .update(memory_samples)
      .set({ size_bytes: size_bytes - left })
      .where(eq(memory_samples.trace_id, holder));
    expect((await upload(10)).ret).toBe(0);
    expect([await isThere(first.trace_id), await isThere(second.trace_id)]).toEqual([false, true]);
  });

  describe("is not made by", () => {
    const refused = async (trace_id: string) => {
      await fill();
      expect((await make()).code).toBe("memory_trace_limit");
      expect(await isThere(trace_id)).toBe(true);
    };

    it("a trace by which others are measured, until they are no more", async () => {
      const { trace_id } = await over();
      const [one] = (await traceOf(trace_id)).samples;
      const body = { sample_id: one?.sample_id ?? "", branch: "main" };
      const { baseline_id } = await at.udt.ok(ENDPOINTS.memoryBaselineSet, { ...as(), body });
      await refused(trace_id);
      await at.udt.ok(ENDPOINTS.memoryBaselineRemove, { ...as(), params: { baseline_id } });
      expect((await make()).ret).toBe(0);
      expect(await isThere(trace_id)).toBe(false);
    });

    it("a trace of a run that waits for its verdict, and a run that finds no room says so", async () => {
      const { test_id } = await at.waiting();
      const trace_id = (await memoryOf(test_id))?.trace_id ?? expect.fail("no trace");
      // Were it the sample alone that holds it, it would go now.
      await db().update(memory_samples).set({ state: "read" }).where(eq(memory_samples.trace_id, trace_id));
      await refused(trace_id);
      const next = await begin(GATED);
      expect((await ask(next.part)).data).toEqual({ wish: null });
      const fault = { code: "memory_recording_no_trace", args: { max: LIMITS.memory_traces_max } };
      expect(await memoryOf(next.test_id)).toMatchObject({ trace_id: null, fault });
    });

    it("a trace of a run that goes on", async () => {
      const { trace_id } = await recordedBy(await begin(GATED));
      await refused(trace_id);
    });

    it("a trace that is kept, as members say and guests do not", async () => {
      const { trace_id } = await over();
      const keep = (is_kept: boolean, person = at.member) =>
        at.udt.call(ENDPOINTS.memoryTraceUpdate, {
          as: person,
          query: at.query,
          params: { trace_id },
          body: { is_kept },
        });
      expect((await keep(true, at.stranger)).code).toBe("user_not_in_project");
      expect((await keep(true)).data).toMatchObject({ is_kept: true, device_memory_gb: null });
      await refused(trace_id);
      expect((await keep(false)).data).toMatchObject({ is_kept: false });
      expect((await make()).ret).toBe(0);
    });

    it("a trace to which somebody has added a sample", async () => {
      const { trace_id } = await over();
      await db().update(memory_samples).set({ recording_id: null }).where(eq(memory_samples.trace_id, trace_id));
      await refused(trace_id);
    });
  });
});
