import { ENDPOINTS, type MemoryTrace } from "@udt/contract";
import { memgraphBytes, shopFiles } from "@udt/memory/testing";
import { expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { memoryBench, type MemoryPerson } from "../../../test/memory-bench.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import { insertRecording } from "./recordings.repository.ts";

onEachDatabase("memory traces deleted together", (open) => {
  const at = memoryBench(open);
  const traceOf = (person: MemoryPerson, name: string) =>
    at.udt.ok(ENDPOINTS.memoryTraceCreate, { ...at.as(person), body: { name, app_name: "Shop", app_version: "1" } });
  const remove = (person: MemoryPerson, traces: readonly Pick<MemoryTrace, "trace_id">[]) =>
    at.udt.call(ENDPOINTS.memoryTracesDelete, {
      ...at.as(person),
      body: { trace_ids: traces.map(({ trace_id }) => trace_id) },
    });
  const left = async () =>
    (await at.udt.ok(ENDPOINTS.memoryTraceList, at.as("guest"))).list.map(({ name }) => name).toSorted();
  const recorded = ({ trace_id }: MemoryTrace, ended_at: number | null) =>
    insertRecording(at.udt.server.database.db, {
      recording_id: newId(),
      trace_id,
      test_id: null,
      device_id: newId(),
      serial: "s",
      brand: "b",
      model: "m",
      lease_token: 1,
      process: "a.shop",
      every_seconds: null,
      with_heap: false,
      phase: "idle",
      next_number: 1,
      user_id: at.people.member.user_id,
      started_at: 1,
      ended_at,
      ended_reason: null,
    });

  it("go with their samples and files, and of those that stay it is said why", async () => {
    const [plain, baseline, kept, recording, over] = [
      await traceOf("member", "Plain"),
      await traceOf("member", "Baseline"),
      await traceOf("member", "Kept"),
      await traceOf("member", "Recording"),
      await traceOf("member", "Over"),
    ];
    const others = await traceOf("other", "Somebody else’s");
    const gone = await at.tracer.read(plain.trace_id, shopFiles(3));
    const { sample_id } = await at.tracer.read(baseline.trace_id, shopFiles(3));
    await at.udt.ok(ENDPOINTS.memoryBaselineSet, { ...at.as("member"), body: { sample_id } });
    const graph = { "shop.memgraph": memgraphBytes(Buffer.alloc(100)) };
    const waiting = await at.tracer.read(baseline.trace_id, graph);
    const called = await at.tracer.read(plain.trace_id, graph);
    const keep = { params: { trace_id: kept.trace_id }, body: { is_kept: true } };
    await at.udt.ok(ENDPOINTS.memoryTraceUpdate, { ...at.as("member"), ...keep });
    await recorded(recording, null);
    await recorded(over, 2);
    const unknown = { trace_id: newId() };
    const all = [plain, baseline, kept, recording, over, others, unknown];
    const { data } = await remove("member", [...all, plain]);
    expect(data).toEqual({
      trace_ids: [plain.trace_id, over.trace_id],
      refused: [
        {
          trace_id: baseline.trace_id,
          code: "memory_is_baseline",
          args: { number: 1, app_name: "Shop", branch: "main" },
        },
        { trace_id: kept.trace_id, code: "memory_trace_kept", args: { name: "Kept" } },
        { trace_id: recording.trace_id, code: "memory_recording_goes_on", args: { name: "Recording" } },
        { trace_id: others.trace_id, code: "memory_not_own", args: { name: "Somebody else’s" } },
        { trace_id: unknown.trace_id, code: "memory_trace_not_found", args: { trace_id: unknown.trace_id } },
      ],
    });
    expect(await left()).toEqual(["Baseline", "Kept", "Recording", "Somebody else’s"]);
    const { db } = at.udt.server.database;
    const waits = async ({ sample_id }: { sample_id: string }) =>
      (await db.select().from(agent_tasks).where(eq(agent_tasks.subject_id, sample_id))).map(({ state }) => state);
    expect(await waits(waiting)).toEqual(["queued"]);
    expect(await waits(called)).toEqual([]);
    const params = { sample_id: gone.sample_id };
    expect((await at.udt.call(ENDPOINTS.memorySampleGet, { ...at.as("guest"), params })).code).toBe(
      "memory_sample_not_found",
    );
  });

  it("are anybody’s for an administrator of the project, nobody’s for guests and tokens, and never another project’s", async () => {
    const [own, others] = [await traceOf("member", "Own"), await traceOf("other", "Other")];
    expect((await remove("guest", [own])).code).toBe("user_not_in_project");
    const elsewhere = await at.udt.project(`q-${newId().slice(0, 8)}`, [{ person: at.people.owner, user_type: 1 }]);
    const there = await at.udt.ok(ENDPOINTS.memoryTracesDelete, {
      as: at.people.owner,
      query: { project: elsewhere },
      body: { trace_ids: [own.trace_id] },
    });
    expect(there).toMatchObject({ trace_ids: [], refused: [{ code: "memory_trace_not_found" }] });
    // A token deletes none, and so none of its maker's either.
    const makers = await traceOf("owner", "Maker’s");
    const { token } = await at.udt.ok(ENDPOINTS.tokenReset, {
      ...at.as("owner"),
      params: { project_id: at.project },
      body: { confirm: at.project },
    });
    const byToken = await at.udt.call(ENDPOINTS.memoryTracesDelete, {
      bearer: token,
      query: { project: at.project },
      body: { trace_ids: [makers.trace_id, own.trace_id] },
    });
    expect(byToken.data).toMatchObject({
      trace_ids: [],
      refused: [{ code: "memory_not_own" }, { code: "memory_not_own" }],
    });
    expect(await left()).toEqual(["Maker’s", "Other", "Own"]);
    expect((await remove("owner", [own, others, makers])).data).toMatchObject({ refused: [] });
    expect(await left()).toEqual([]);
  });

  it("are each deleted once where two delete them at the same moment", async () => {
    const traces = [];
    for (const name of ["A", "B", "C", "D"]) traces.push(await traceOf("member", name));
    const removed = async (person: MemoryPerson, some: readonly MemoryTrace[]) => {
      const body = { trace_ids: some.map(({ trace_id }) => trace_id) };
      return (await at.udt.ok(ENDPOINTS.memoryTracesDelete, { ...at.as(person), body })).trace_ids;
    };
    const answers = await Promise.all([removed("member", traces), removed("owner", traces.toReversed())]);
    const deleted = answers.flat();
    expect(deleted.toSorted()).toEqual(traces.map(({ trace_id }) => trace_id).toSorted());
    expect(await left()).toEqual([]);
  });
});
