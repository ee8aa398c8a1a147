import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { shopFiles } from "@udt/memory/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { Tracer } from "../../../test/memory-tracer.ts";

const MB = 1024 ** 2;

onEachDatabase("the growth of a memory trace", (open) => {
  let tracer: Tracer;
  let project: string;
  let guest: Person;
  let member: Person;
  let udt: TestServer;
  beforeAll(async () => {
    udt = await TestServer.start(open);
    [member, guest] = [await udt.person("member"), await udt.person("guest")];
    project = await udt.project("growing", [{ person: member, user_type: 2 }], { visibility: 2 });
    tracer = new Tracer(udt, member, project);
  });
  afterAll(() => udt.dispose());

  const get = (trace_id: string) =>
    udt.ok(ENDPOINTS.memoryTraceGet, { as: guest, query: { project }, params: { trace_id } });

  it("is graded from three rising samples on, of the process that was sampled last", async () => {
    const { trace_id } = await tracer.trace();
    await tracer.read(trace_id, { "a.txt": "main;load 4096\n" }, "no footprint");
    const other = { "vmmap.txt": shopFiles(900, "12:20:00")["vmmap.txt"]?.replace("[4711]", "[1]") ?? "" };
    await tracer.read(trace_id, other, "another process");
    const one = await tracer.read(trace_id, shopFiles(100, "12:23:00"));
    expect((await get(trace_id)).growth).toBe(null);
    const three = await tracer.read(trace_id, shopFiles(106, "12:25:00"));
    expect((await get(trace_id)).growth).toMatchObject({ bytes_per_minute: 3 * MB, grade: null });
    const two = await tracer.read(trace_id, shopFiles(103, "12:24:00"));
    expect((await get(trace_id)).growth).toEqual({
      sample_ids: [one.sample_id, two.sample_id, three.sample_id],
      bytes_per_minute: 3 * MB,
      rising: 3,
      grade: "high",
    });
  });

  it("is seen against the footprint at which the device ends the app, once somebody says what memory it has", async () => {
    const { trace_id, ...made } = await tracer.trace();
    expect(made).toMatchObject({ device_memory_gb: null, footprint_limit_bytes: null });
    const call = { as: member, query: { project }, params: { trace_id } };
    const change = (device_memory_gb: 4 | null) =>
      udt.ok(ENDPOINTS.memoryTraceUpdate, { ...call, body: { device_memory_gb } });
    expect(await change(4)).toMatchObject({ device_memory_gb: 4, footprint_limit_bytes: 2_097 * MB });
    expect((await get(trace_id)).trace).toMatchObject({ device_memory_gb: 4 });
    expect(await change(null)).toMatchObject({ device_memory_gb: null, footprint_limit_bytes: null });
    const refused = { ...call, body: { device_memory_gb: 5 as 4 } };
    expect((await udt.call(ENDPOINTS.memoryTraceUpdate, refused)).code).toBe("invalid_param");
    const foreign = { ...refused, as: guest, body: { device_memory_gb: 4 as const } };
    expect((await udt.call(ENDPOINTS.memoryTraceUpdate, foreign)).code).toBe("user_not_in_project");
    const gone = { ...foreign, as: member, params: { trace_id: "none" } };
    expect((await udt.call(ENDPOINTS.memoryTraceUpdate, gone)).code).toBe("memory_trace_not_found");
  });
});
