import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { must } from "@udt/base";
import { ENDPOINTS, fillPath, LIMITS, XHR_HEADER } from "@udt/contract";
import { javaHeapBytes, leaksText, shopFiles } from "@udt/memory/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { uploads } from "../../platform/database/apps.schema.ts";
import { memory_samples } from "../../platform/database/memory.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import { eventually, packageBytes } from "../apps/apps.fixture.ts";
import { joinChunks } from "../apps/synthesis.ts";
import { insertSample } from "./memory.repository.ts";
import { manyStacks, Tracer } from "../../../test/memory-tracer.ts";

const MB = 1024 ** 2;
const SMALL = { file_name: "a.txt", size_bytes: 1, md5: "0".repeat(32) };

onEachDatabase("memory traces", (open) => {
  let udt: TestServer;
  let owner: Person;
  let member: Person;
  let other: Person;
  let guest: Person;
  let project: string;
  let tracer: Tracer;
  const heard: { project_id: string | null; payload: { type: string; trace_id?: string } }[] = [];

  let before: ReadonlySet<string>;
  const all = async () => {
    const blobs = join(udt.settings.data_dir, "blobs");
    const entries = await readdir(blobs, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  /** The files that were not there when the test began. */
  const files = async (folder: "memory" | "uploads") =>
    (await all()).filter((path) => path.includes(`/blobs/${folder}/`) && !before.has(path));
  const noFiles = () =>
    eventually(async () => expect([await files("memory"), await files("uploads")]).toEqual([[], []]));

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [owner, member, other, guest] = (await Promise.all(
      ["owner", "member", "other", "guest"].map((name) => udt.person(name)),
    )) as [Person, Person, Person, Person];
    udt.server.bus.subscribe((event) => heard.push(event));
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const members = [member, other].map((person) => ({ person, user_type: 2 as const }));
    project = await udt.project(`p-${newId().slice(0, 8)}`, [...members, { person: owner, user_type: 1 }], {
      visibility: 2,
    });
    tracer = new Tracer(udt, member, project);
    before = new Set(await all());
  });

  const as = (person: Person) => ({ as: person, query: { project } });

  it("are made of files that come in pieces, and tell what the tools told", async () => {
    const { trace_id } = await tracer.trace();
    const sample = await tracer.read(trace_id, shopFiles(100), "List");
    expect(sample).toMatchObject({
      number: 1,
      label: "List",
      state: "read",
      taken_at: Date.parse("2026-09-05T03:23:00.508Z"),
      read_bytes: sample.size_bytes,
      files: [{ format: "vmmap" }, { file_name: "heap of the shop.txt", format: "heap" }, { format: "all_by_size" }],
      facts: { process: "Shop", pid: 4711, footprint_bytes: 100 * MB, tool_bytes: 30 * MB, malloc_bytes: 100 * MB },
    });
    const call = { ...as(guest), params: { sample_id: sample.sample_id } };
    const report = await udt.ok(ENDPOINTS.memorySampleGet, call);
    expect(report.regions).toMatchObject({ list: [{ type: "MALLOC_LARGE", footprint: 100 * MB }], left_out: 0 });
    expect(report.zones.list).toMatchObject([{ name: "DefaultMallocZone", fragmentation: 60, grade: "severe" }]);
    expect(report.classes.list).toMatchObject([{ name: "Image", bytes: 100 * MB }]);
    expect(report.malloc?.top).toMatchObject([{ name: "ImageCache.load", bytes: 100 * MB }]);
    const { list } = await udt.ok(ENDPOINTS.memoryTraceList, { ...as(guest), query: { project, keyword: "sho" } });
    expect(list).toMatchObject([{ trace_id, samples: 1, footprint_bytes: 100 * MB, is_deletable: false }]);
    expect(heard).toContainEqual(
      expect.objectContaining({ project_id: project, payload: { type: "memory.changed", trace_id } }),
    );
    // Its chunks went into the files.
    await eventually(async () => expect(await files("uploads")).toEqual([]));
    const params = { sample_id: sample.sample_id, file_no: 0 };
    const file = await udt.call(ENDPOINTS.memoryFileDownload, { ...as(member), params });
    expect(file.text).toBe(shopFiles(100)["vmmap.txt"]);
    expect(file.headers["content-disposition"]).toContain("attachment");
  });

  it("gives its report as files", async () => {
    const { trace_id } = await tracer.trace();
    const { sample_id } = await tracer.read(trace_id, shopFiles(100));
    const file = (query: object) =>
      udt.call(ENDPOINTS.memorySampleExport, { ...as(guest), params: { sample_id }, query: { project, ...query } });
    const csv = await file({ format: "csv", table: "malloc" });
    expect(csv.headers["content-disposition"]).toContain("memory-1-malloc.csv");
    expect(csv.text.split("\r\n").slice(0, 2)).toEqual([
      "\uFEFFname,image,bytes,stack",
      expect.stringMatching(/^ImageCache\.load,.*,104857600,.*main/),
    ]);
    expect((await file({ format: "csv" })).text).toContain("MALLOC_LARGE,104857600,");
    expect(JSON.parse((await file({ format: "json" })).text)).toMatchObject({ sample: { sample_id } });
  });

  it("tell what holds what in Java's heap, and in whose hands it grew", async () => {
    const { trace_id } = await tracer.trace();
    const [before, after] = [
      await tracer.read(trace_id, { "one.hprof": javaHeapBytes(2) }),
      // One that comes gzipped is unpacked beside the files of samples, and leaves nothing there.
      await tracer.read(trace_id, { "two.hprof.gz": gzipSync(javaHeapBytes(9, 1)) }),
    ];
    const { sample_id } = after;
    expect(after).toMatchObject({
      files: [{ format: "hprof", lines: 29 }],
      facts: { java_bytes: 9 * (MB + 51) + 36, java_unheld_bytes: MB + 47, malloc_bytes: null },
    });
    // In the list its figure is no footprint.
    const [listed] = (await udt.ok(ENDPOINTS.memoryTraceList, as(guest))).list;
    expect(listed).toMatchObject({ trace_id, footprint_bytes: null, java_bytes: 9 * (MB + 51) + 36 });
    const report = await udt.ok(ENDPOINTS.memorySampleGet, { ...as(guest), params: { sample_id } });
    expect(report.java?.top[0]).toMatchObject({ name: "android.graphics.Bitmap", bytes: 9 * MB });
    const cache = report.classes.list.find(({ name }) => name === "com.shop.ImageCache");
    expect(cache).toMatchObject({ bytes: 16, count: 1, retained: 9 * (MB + 51) + 36, image: "app" });
    const query = { project, format: "csv", table: "java" } as const;
    const csv = await udt.call(ENDPOINTS.memorySampleExport, { ...as(guest), params: { sample_id }, query });
    expect(csv.text).toContain("[JNI global];com.shop.ImageCache (app);java.util.ArrayList (app)");
    const sides = { project, before: before.sample_id, after: sample_id };
    const compared = await udt.ok(ENDPOINTS.memoryCompare, { ...as(guest), query: sides });
    expect(compared).toMatchObject({
      verdict: { code: "memory_grew_in", args: { name: "android.graphics.Bitmap", part: "7.0 MB" } },
      java: { rows: [{ kind: "grown", delta: 7 * MB }] },
      malloc: null,
    });
  });

  it("tell what leaked, with stacks and cycles, and what of it is new", async () => {
    const { trace_id } = await tracer.trace();
    const cart = { name: "Cart", blocks: [64, 32], isCycle: true, stack: ["main", "Cart.add"] } as const;
    const texts = [leaksText([]), leaksText([{ ...cart, blocks: [...cart.blocks], stack: [...cart.stack] }])];
    const samples = [];
    for (const text of texts) samples.push(await tracer.read(trace_id, { "leaks.txt": text }));
    const [before = "", after = ""] = samples.map(({ sample_id }) => sample_id);
    const params = { sample_id: after };
    const { leaks } = await udt.ok(ENDPOINTS.memorySampleGet, { ...as(guest), params });
    expect(leaks).toMatchObject({
      count: 2,
      bytes: 96,
      left_out: 0,
      list: [
        { name: "Cart", kind: "cycle", instances: 1, objects: 2, bytes: 96, stack: ["main (Shop)", "Cart.add (Shop)"] },
      ],
    });
    const query = { project, format: "csv" as const, table: "leaks" as const };
    const file = await udt.call(ENDPOINTS.memorySampleExport, { ...as(guest), params, query });
    expect(file.text).toContain('Cart,cycle,1,2,96,"main (Shop);Cart.add (Shop)","<Cart> [64]; next --> ');
    const compared = await udt.ok(ENDPOINTS.memoryCompare, { ...as(guest), query: { project, before, after } });
    expect(compared.leaks?.rows).toMatchObject([{ name: "Cart (cycle)", kind: "new", delta: 96 }]);
    const { sample_id } = await tracer.read(trace_id, shopFiles(3));
    expect((await udt.ok(ENDPOINTS.memorySampleGet, { ...as(guest), params: { sample_id } })).leaks).toBe(null);
  });

  it("compares two samples, with the noise that was asked for", async () => {
    const [one, two] = [await tracer.trace("one"), await tracer.trace("two")];
    const before = await tracer.read(one.trace_id, shopFiles(100));
    const after = await tracer.read(two.trace_id, shopFiles(138));
    const compare = (noise?: number) => {
      const query = {
        project,
        before: before.sample_id,
        after: after.sample_id,
        ...(noise !== undefined && { noise }),
      };
      return udt.ok(ENDPOINTS.memoryCompare, { ...as(guest), query });
    };
    expect(await compare()).toMatchObject({
      verdict: { code: "memory_grew_in", args: { delta: "+38.0 MB", name: "ImageCache.load" } },
      footprint: { measure: "phys_footprint", before: 100 * MB, after: 138 * MB, delta: 38 * MB },
      malloc: { rows: [{ kind: "grown", delta: 38 * MB, stack: expect.any(Array) as string[] }] },
      before: { sample_id: before.sample_id },
    });
    expect(await compare(64 * MB)).toMatchObject({ verdict: { code: "memory_steady" }, malloc: { rows: [] } });
  });

  it("refuses a file by its name, its line and what was expected, and keeps nothing of it", async () => {
    const { trace_id } = await tracer.trace();
    const garbled = shopFiles(10)["vmmap.txt"]?.replace("20480K", "20480Q") ?? "";
    const refused = await tracer.read(trace_id, { "shop.txt": garbled });
    expect(refused).toMatchObject({
      state: "refused",
      facts: null,
      fault: { code: "memory_unexpected", args: { file: "shop.txt", line: expect.any(Number) as number } },
    });
    await noFiles();
    const params = { sample_id: refused.sample_id };
    expect((await udt.call(ENDPOINTS.memorySampleGet, { ...as(member), params })).code).toBe("memory_sample_unread");
    const query = { project, before: refused.sample_id, after: refused.sample_id };
    expect((await udt.call(ENDPOINTS.memoryCompare, { ...as(member), query })).code).toBe("memory_sample_unread");
    await udt.ok(ENDPOINTS.memorySampleDelete, { ...as(member), params });
    expect(await tracer.samples(trace_id)).toEqual([]);
  });

  it("has its scene named afterwards, by any member", async () => {
    const { trace_id } = await tracer.trace();
    const { sample_id } = await tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
    const name = (person: Person, label: string, id = sample_id) =>
      udt.call(ENDPOINTS.memorySampleUpdate, { ...as(person), params: { sample_id: id }, body: { label } });
    expect((await name(other, " List scrolled ")).data).toMatchObject({ sample_id, label: "List scrolled" });
    expect(await tracer.samples(trace_id)).toMatchObject([{ label: "List scrolled", state: "read" }]);
    const report = await udt.ok(ENDPOINTS.memorySampleGet, { ...as(guest), params: { sample_id } });
    expect(report.sample.label).toBe("List scrolled");
    expect((await name(member, "")).data).toMatchObject({ label: "" });
    expect((await name(guest, "x")).code).toBe("user_not_in_project");
    expect((await name(member, "x".repeat(LIMITS.name_max + 1))).code).toBe("invalid_param");
    expect((await name(member, "x", newId())).code).toBe("memory_sample_not_found");
  });

  it("cannot compare what has nothing in common", async () => {
    const { trace_id } = await tracer.trace();
    const heap = await tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
    const { "vmmap.txt": text = "" } = shopFiles(3);
    const regions = await tracer.read(trace_id, { "b.txt": text });
    const query = { project, before: heap.sample_id, after: regions.sample_id };
    const answer = await udt.call(ENDPOINTS.memoryCompare, { ...as(member), query });
    expect(answer).toMatchObject({
      code: "memory_incomparable",
      data: { args: { reason: { code: "memory_nothing_common" } } },
    });
  });

  it("takes whole uploads, of who sent them, and each once", async () => {
    const { trace_id } = await tracer.trace();
    const make = (person: Person, upload_ids: string[]) =>
      udt.call(ENDPOINTS.memorySampleCreate, { ...as(person), params: { trace_id }, body: { upload_ids } });
    const half = await tracer.create({ bytes: Buffer.alloc(9), size_bytes: 9, md5: "0".repeat(32) });
    expect((await make(member, [half.upload_id])).code).toBe("upload_incomplete");
    const upload_id = await tracer.send("main;load 4096\n", "a.txt");
    expect((await make(other, [upload_id])).code).toBe("upload_not_found");
    expect((await make(member, [upload_id, upload_id])).code).toBe("upload_not_found");
    const synthesis = { ...as(member), params: { upload_id } };
    expect((await udt.call(ENDPOINTS.uploadSynthesize, synthesis)).code).toBe("upload_not_found");
    expect((await make(member, [upload_id])).ret).toBe(0);
    expect((await make(member, [upload_id])).code).toBe("upload_not_found");
    expect((await make(member, [])).code).toBe("invalid_param");
    // The same bytes once more are a file of their own.
    expect(await tracer.send("main;load 4096\n", "a.txt")).not.toBe(upload_id);
  });

  it("refuses names and sizes of files, and wrong bytes", async () => {
    const create = (body: object) => udt.call(ENDPOINTS.memoryUploadCreate, { ...as(member), body });
    const claim = { file_name: "a.txt", size_bytes: 4, md5: "0".repeat(32) };
    expect((await create({ ...claim, file_name: "../a" })).code).toBe("upload_file_name");
    expect((await create({ ...claim, size_bytes: LIMITS.memory_file_max_bytes + 1 })).code).toBe("upload_too_large");
    const { trace_id } = await tracer.trace();
    const upload = await tracer.create({ bytes: Buffer.from("main"), ...claim });
    await tracer.chunk(upload.upload_id, 1, Buffer.from("main"));
    const body = { upload_ids: [upload.upload_id] };
    const made = await udt.ok(ENDPOINTS.memorySampleCreate, { ...as(member), params: { trace_id }, body });
    expect(await tracer.over(made)).toMatchObject({ fault: { code: "memory_lost", args: { file: "a.txt" } } });
  });

  describe("rights", () => {
    it("let guests look, and members alone upload", async () => {
      const { trace_id } = await tracer.trace();
      const sample = await tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
      const params = { trace_id, sample_id: sample.sample_id, file_no: 0 };
      const codes = await Promise.all(
        [
          udt.call(ENDPOINTS.memoryTraceCreate, { ...as(guest), body: { name: "x" } }),
          udt.call(ENDPOINTS.memorySampleDelete, { ...as(guest), params }),
          udt.call(ENDPOINTS.memoryFileDownload, { ...as(guest), params }),
        ].map(async (answer) => (await answer).code),
      );
      expect(codes).toEqual(Array.from({ length: 3 }, () => "user_not_in_project"));
    });

    it("keep a trace from other members, and not from the project's administrator", async () => {
      const { trace_id } = await tracer.trace();
      const sample = await tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
      const params = { trace_id, sample_id: sample.sample_id };
      for (const endpoint of [ENDPOINTS.memorySampleDelete, ENDPOINTS.memoryTraceDelete])
        expect((await udt.call(endpoint, { ...as(other), params })).code).toBe("memory_not_own");
      await udt.ok(ENDPOINTS.memoryTraceDelete, { ...as(owner), params });
      expect((await udt.call(ENDPOINTS.memoryTraceGet, { ...as(member), params })).code).toBe("memory_trace_not_found");
      await noFiles();
    });

    it("end at the project", async () => {
      const { trace_id } = await tracer.trace();
      const sample = await tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
      const elsewhere = await udt.project(`q-${newId().slice(0, 8)}`, [{ person: member, user_type: 1 }]);
      const call = { as: member, query: { project: elsewhere }, params: { trace_id, sample_id: sample.sample_id } };
      expect((await udt.call(ENDPOINTS.memoryTraceGet, call)).code).toBe("memory_trace_not_found");
      expect((await udt.call(ENDPOINTS.memorySampleGet, call)).code).toBe("memory_sample_not_found");
      expect((await udt.call(ENDPOINTS.memorySampleDelete, call)).code).toBe("memory_sample_not_found");
      const query = { project: elsewhere, before: sample.sample_id, after: sample.sample_id };
      expect((await udt.call(ENDPOINTS.memoryCompare, { as: member, query })).code).toBe("memory_sample_not_found");
    });
  });

  it("is not read on once it is deleted, and the next has its turn", async () => {
    const { trace_id } = await tracer.trace();
    const [one, two] = [
      await tracer.sample(trace_id, { "a.txt": manyStacks(400_000) }),
      await tracer.sample(trace_id, { "b.txt": manyStacks(400_001) }),
    ];
    for (const { sample_id } of [one, two])
      await udt.ok(ENDPOINTS.memorySampleDelete, { ...as(member), params: { sample_id } });
    expect(await tracer.read(trace_id, { "c.txt": "main;load 4096\n" })).toMatchObject({ number: 1, state: "read" });
    await eventually(async () => expect([await files("uploads"), (await files("memory")).length]).toEqual([[], 3]));
  });

  it("is read by the next server where one went, and tells how far it is", async () => {
    // There is one reader, which is busy with another when the server goes.
    const first = await tracer.sample((await tracer.trace("first")).trace_id, { "a.txt": manyStacks(400_000) });
    const { trace_id } = await tracer.trace();
    const made = await tracer.sample(trace_id, { "a.txt": manyStacks(300_000) });
    await udt.restart();
    await udt.ok(ENDPOINTS.memorySampleDelete, { ...as(member), params: { sample_id: first.sample_id } });
    expect(await tracer.samples(trace_id)).toMatchObject([{ state: "reading" }]);
    udt.clock.turn(61_000);
    await eventually(async () => {
      // Each second of the clock it is told how much is read.
      udt.clock.turn(1_000);
      expect((await tracer.samples(trace_id))[0]?.read_bytes).toBeGreaterThan(0);
    });
    expect(await tracer.over(made)).toMatchObject({ state: "read", facts: { malloc_bytes: 300_000 * 4_096 } });
  });

  it("is given up after two servers that ended as they read it, and says no more than that", async () => {
    const first = await tracer.sample((await tracer.trace("first")).trace_id, { "a.txt": manyStacks(400_000) });
    const { trace_id } = await tracer.trace();
    await tracer.sample(trace_id, { "a.txt": manyStacks(4) });
    await udt.restart();
    await udt.ok(ENDPOINTS.memorySampleDelete, { ...as(member), params: { sample_id: first.sample_id } });
    const { db } = udt.server.database;
    await db.update(memory_samples).set({ begun: 2 }).where(eq(memory_samples.trace_id, trace_id));
    const fault = { code: "memory_given_up", evidence: "" };
    await eventually(async () => {
      udt.clock.turn(30_000);
      expect(await tracer.samples(trace_id)).toMatchObject([{ state: "refused", fault }]);
    });
  });

  it("says little and writes no file while it waits, and is read though a piece came twice and it waits for days", async () => {
    const { trace_id } = await tracer.trace();
    const first = await tracer.sample((await tracer.trace("first")).trace_id, { "a.txt": manyStacks(400_000) });
    const file = packageBytes(Buffer.from("main;load 4096\n"));
    const { upload_id } = await tracer.create(file);
    await tracer.chunk(upload_id, 1, file.bytes);
    const own = async () => (await files("uploads")).filter((path) => path.includes(upload_id)).length;
    const path = fillPath(ENDPOINTS.uploadChunk.path, { upload_id, chunk: 1 });
    const again = request(`${udt.server.url}${path}?project=${project}`, {
      method: "PUT",
      headers: { cookie: member.cookie, "content-type": "application/octet-stream", ...XHR_HEADER },
    });
    again.write(file.bytes.subarray(0, 5));
    await eventually(async () => expect(await own()).toBe(2));
    const body = { upload_ids: [upload_id] };
    const made = await udt.ok(ENDPOINTS.memorySampleCreate, { ...as(member), params: { trace_id }, body });
    again.end(file.bytes.subarray(5));
    const [answer] = (await once(again, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    const told = () => heard.filter(({ payload }) => payload.trace_id === trace_id).length;
    const before = told();
    for (let second = 0; second < 20; second += 1) udt.clock.turn(1_000);
    expect([await own(), told()]).toEqual([1, before]);
    await udt.server.database.db.update(uploads).set({ touched_at: 0 }).where(eq(uploads.upload_id, upload_id));
    await udt.server.services.uploads.sweep();
    expect(await own()).toBe(1);
    await udt.ok(ENDPOINTS.memorySampleDelete, { ...as(member), params: { sample_id: first.sample_id } });
    expect(await tracer.over(made)).toMatchObject({ state: "read" });
  });

  it("waits with few others of its project, and is refused where more do", async () => {
    const { trace_id } = await tracer.trace();
    const { user_id } = member;
    const rows = Array.from({ length: LIMITS.memory_reading_max }, (_, number) => {
      const row = { sample_id: newId(), trace_id, number: number + 1, label: "", user_id, state: "reading" as const };
      const sizes = {
        size_bytes: 1,
        read_bytes: 0,
        begun: 0,
        created_at: 1,
        taken_at: null,
        touched_at: Date.now() * 2,
      };
      return {
        ...row,
        ...sizes,
        notes: [],
        recording_id: null,
        fault: null,
        facts: null,
        over_budget: [],
        sample_blob: null,
        report_blob: null,
      };
    });
    const none = {
      file_no: 0,
      upload_id: "",
      file_name: "",
      size_bytes: 1,
      format: null,
      lines: null,
      blob_key: null,
      tool: null,
    };
    for (const row of rows) await insertSample(udt.server.database.db, row, [{ ...none, sample_id: row.sample_id }]);
    const upload_ids = [await tracer.send("main;load 4096\n", "a.txt")];
    const other = await tracer.trace("other");
    const call = { ...as(member), params: { trace_id: other.trace_id }, body: { upload_ids } };
    expect((await udt.call(ENDPOINTS.memorySampleCreate, call)).code).toBe("reading_busy");
    await udt.ok(ENDPOINTS.memorySampleDelete, { ...as(member), params: { sample_id: rows[0]?.sample_id ?? "" } });
    expect(await tracer.over(await udt.ok(ENDPOINTS.memorySampleCreate, call))).toMatchObject({ state: "read" });
  });

  it("has room with what is on its way, which takes room until it is given up", async () => {
    const begin = (index: number) => {
      const md5 = String(index).padStart(32, "0");
      const body = { file_name: "a.txt", size_bytes: LIMITS.memory_file_max_bytes, md5 };
      return udt.call(ENDPOINTS.memoryUploadCreate, { ...as(member), body });
    };
    const most = LIMITS.memory_project_max_bytes / LIMITS.memory_file_max_bytes;
    const begun = await Promise.all(Array.from({ length: most + 1 }, (_, index) => begin(index)));
    expect(begun.filter(({ code }) => code === "memory_no_room")).toHaveLength(1);
    const had = begun.findIndex(({ ret }) => ret === 0);
    // To go on with one takes no more room.
    const { upload_id } = must(begun[had], "one that was begun").data as { upload_id: string };
    expect((await begin(had)).data).toMatchObject({ upload_id });
    const { trace_id } = await tracer.trace();
    expect((await udt.call(ENDPOINTS.memoryUploadCreate, { ...as(other), body: SMALL })).code).toBe("memory_no_room");
    await udt.ok(ENDPOINTS.uploadCancel, { ...as(member), params: { upload_id } });
    expect(await tracer.read(trace_id, { "a.txt": "main;load 4096\n" })).toMatchObject({ state: "read" });
  });

  it("is joined from its pieces no further than it is wanted", async () => {
    const { server } = udt;
    const upload_id = await tracer.send("main;load 4096\n", "a.txt");
    const [upload] = await server.database.db.select().from(uploads).where(eq(uploads.upload_id, upload_id));
    if (!upload) throw new Error("the upload is gone");
    const [key, reason] = [`memory/${newId()}`, new Error("not wanted")];
    await expect(joinChunks(server.blobs, upload, key, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await server.blobs.get(key)).toBe(undefined);
  });

  it("is compared no further once whoever asked has left", async () => {
    const { trace_id } = await tracer.trace();
    const { sample_id } = await tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
    const begun = Promise.withResolvers<Worker>();
    process.once("worker", begun.resolve);
    const query = new URLSearchParams({ project, before: sample_id, after: sample_id });
    const asking = request(`${udt.server.url}${ENDPOINTS.memoryCompare.path}?${query}`, {
      headers: { cookie: member.cookie },
    });
    asking.on("error", () => {}).end();
    const worker = await begun.promise;
    const answers: unknown[] = [];
    worker.on("message", (answer) => answers.push(answer));
    asking.destroy();
    await once(worker, "exit");
    expect(answers).toEqual([]);
  });

  it("is told to be gone where it is deleted before its comparison has its turn", async () => {
    const { trace_id } = await tracer.trace();
    const { sample_id } = await tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
    const query = { project, before: sample_id, after: sample_id };
    const asked = Array.from({ length: 4 }, () => udt.call(ENDPOINTS.memoryCompare, { ...as(member), query }));
    await udt.ok(ENDPOINTS.memorySampleDelete, { ...as(member), params: { sample_id } });
    const codes = (await Promise.all(asked)).map(({ code }) => code);
    expect(codes.filter((code) => code !== undefined)).toContain("memory_sample_not_found");
    expect(new Set(codes)).not.toContain("internal");
  });

  it("goes with its project, and is told before", async () => {
    const { trace_id } = await tracer.trace();
    const sample = await tracer.read(trace_id, shopFiles(3));
    await tracer.send("main;load 4096\n", "not-yet.txt");
    const params = { project_id: project };
    const contents = await udt.ok(ENDPOINTS.projectContents, { as: owner, params });
    expect(contents).toMatchObject({ memory_traces: 1, memory_bytes: sample.size_bytes });
    await udt.ok(ENDPOINTS.projectDelete, { as: owner, params, query: { confirm: project } });
    await noFiles();
  });
});
