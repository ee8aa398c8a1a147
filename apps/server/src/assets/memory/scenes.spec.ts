import { expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { javaHeapBytes, meminfoText, shopFiles } from "@udt/memory/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { memoryBench } from "../../../test/memory-bench.ts";
import { newId } from "../../platform/ids.ts";

const MB = 1024 ** 2;

onEachDatabase("memory traces compared by scenes", (open) => {
  const at = memoryBench(open);
  const trace = async (app_version: string, app_name = "Shop") => {
    const body = { name: `${app_name} ${app_version}`, app_name, app_version };
    return (await at.udt.ok(ENDPOINTS.memoryTraceCreate, { ...at.as("member"), body })).trace_id;
  };
  const read = (trace_id: string, mb: number, label: string, time = "12:23:00") =>
    at.tracer.read(trace_id, shopFiles(mb, time), label);
  const ofTraces = (before: string, after: string) =>
    at.udt.call(ENDPOINTS.memoryTraceScenes, {
      as: at.people.guest,
      query: { project: at.project, before, after },
    });
  const ofVersions = (before: string, after: string, app_name = "Shop") =>
    at.udt.call(ENDPOINTS.memoryVersionScenes, {
      as: at.people.guest,
      query: { project: at.project, app_name, before, after },
    });

  it("tell what became of each scene that both have, and of the last samples", async () => {
    const [one, two] = [await trace("1.0"), await trace("1.1")];
    const start = await read(one, 100, "Start", "12:20:00");
    await read(one, 110, "List", "12:21:00");
    const list = await read(one, 120, "List", "12:22:00");
    await read(one, 90, "Help", "12:23:00");
    const later = await read(two, 150, "List", "12:20:00");
    await read(two, 100, "", "12:20:30");
    const begun = await read(two, 101, "Start", "12:21:00");
    await read(two, 160, "Cart", "12:22:00");
    await at.tracer.read(two, { "a.txt": "Dear Sir\n" }, "Help");
    const { data } = await ofTraces(one, two);
    expect(data).toMatchObject({
      before: { trace_id: one, app_version: "1.0" },
      after: { trace_id: two, app_version: "1.1" },
      last: { before: { label: "Help" }, after: { label: "Cart" }, delta: 70 * MB },
      scenes: [
        { before: { sample_id: list.sample_id }, after: { sample_id: later.sample_id }, delta: 30 * MB },
        { before: { sample_id: start.sample_id }, after: { sample_id: begun.sample_id }, delta: MB },
      ],
      only_before: ["Help"],
      only_after: ["Cart"],
    });
  });

  it("tell no difference of footprints that are measured in two ways, and no last sample where there is none", async () => {
    const [one, two] = [await trace("1"), await trace("2")];
    await read(one, 100, "Start");
    expect((await ofTraces(one, two)).data).toMatchObject({ last: null, scenes: [], only_before: ["Start"] });
    const text = meminfoText(1, "a", [{ type: "Native Heap", numbers: [90_000, 1, 0, 0, 2] }]);
    await at.tracer.read(two, { "meminfo.txt": text }, "Start");
    expect((await ofTraces(one, two)).data).toMatchObject({ scenes: [{ delta: null }] });
  });

  it("tell of Java's heaps alone what became of these, and never set one against a footprint", async () => {
    const [one, two, three] = [await trace("1"), await trace("2"), await trace("3")];
    const before = await at.tracer.read(one, { "one.hprof": javaHeapBytes(2) }, "Start");
    const after = await at.tracer.read(two, { "two.hprof": javaHeapBytes(9) }, "Start");
    await read(three, 100, "Start");
    const heap = (of: typeof before) => of.facts?.java_bytes ?? 0;
    expect(heap(after) - heap(before)).toBe(7 * (MB + 51));
    expect((await ofTraces(one, two)).data).toMatchObject({
      before: { footprint_bytes: null, java_bytes: heap(before) },
      scenes: [{ before: { java_bytes: heap(before) }, after: { java_bytes: heap(after) }, delta: 7 * (MB + 51) }],
    });
    expect((await ofTraces(two, three)).data).toMatchObject({
      scenes: [{ after: { footprint_bytes: 100 * MB, java_bytes: null }, delta: null }],
    });
  });

  it("find of a version the trace that was changed last and has a sample", async () => {
    const old = await trace("1.0");
    await read(old, 100, "Start");
    at.udt.clock.turn(1_000);
    const newer = await trace("1.1");
    await read(newer, 130, "Start");
    at.udt.clock.turn(1_000);
    const newest = await trace("1.1");
    await read(newest, 138, "Start");
    at.udt.clock.turn(1_000);
    await trace("1.1");
    await trace("2.0", "Game");
    expect((await ofVersions("1.0", "1.1")).data).toMatchObject({
      before: { trace_id: old },
      after: { trace_id: newest },
      scenes: [{ delta: 38 * MB }],
    });
    const query = { project: at.project };
    expect(await at.udt.ok(ENDPOINTS.memoryVersionList, { as: at.people.guest, query })).toMatchObject([
      { app_name: "Shop", app_version: "1.1", traces: 2 },
      { app_name: "Shop", app_version: "1.0", traces: 1 },
    ]);
    expect(await ofVersions("1.0", "2.0", "Game")).toMatchObject({
      code: "memory_version_not_found",
      data: { args: { app_name: "Game", app_version: "1.0" } },
    });
  });

  it("end at the project", async () => {
    const one = await trace("1.0");
    await read(one, 3, "Start");
    const elsewhere = await at.udt.project(`q-${newId().slice(0, 8)}`, [{ person: at.people.member, user_type: 1 }]);
    const there = { as: at.people.member, query: { project: elsewhere } };
    expect(await at.udt.ok(ENDPOINTS.memoryVersionList, there)).toEqual([]);
    const query = { ...there.query, before: one, after: one };
    expect((await at.udt.call(ENDPOINTS.memoryTraceScenes, { ...there, query })).code).toBe("memory_trace_not_found");
    const versions = { ...there.query, app_name: "Shop", before: "1.0", after: "1.0" };
    const answer = await at.udt.call(ENDPOINTS.memoryVersionScenes, { ...there, query: versions });
    expect(answer.code).toBe("memory_version_not_found");
  });
});
