import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { ENDPOINTS, fillPath, LIMITS, type PartitionRule } from "@udt/contract";
import { partitionRuleOf as rule, shopFiles } from "@udt/memory/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { memoryBench, type MemoryPerson } from "../../../test/memory-bench.ts";
import { memory_files } from "../../platform/database/memory.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";

const MB = 1024 ** 2;
const images = rule("Images", { symbol: "ImageCache.*", owner: "Team List", budget_bytes: 64 * MB });
const heap = rule("Heap", { region: "MALLOC_*" });

onEachDatabase("partition rules", (open) => {
  const at = memoryBench(open);
  const { as } = at;
  const save = (name: MemoryPerson, base_version: number, rules: readonly object[]) =>
    at.udt.call(ENDPOINTS.memoryPartitionsSave, {
      ...as(name),
      body: { base_version, rules: rules as PartitionRule[] },
    });
  const saved = async (version?: number) =>
    at.udt.ok(ENDPOINTS.memoryPartitionsGet, {
      as: at.people.guest,
      query: { project: at.project, ...(version !== undefined && { version }) },
    });
  const sample = async (mb = 100) =>
    (await at.tracer.read((await at.tracer.trace()).trace_id, shopFiles(mb))).sample_id;

  describe("are versioned as a whole", () => {
    it("and each version stays, with who saved it", async () => {
      expect(await saved()).toEqual({ version: 0, rules: [], user_name: "", created_at: null });
      expect((await save("member", 0, [images])).ret).toBe(0);
      expect((await save("other", 1, [heap, { module: " Stacks ", symbol: " *stack* " }])).ret).toBe(0);
      expect(await saved()).toMatchObject({
        version: 2,
        user_name: "other",
        rules: [heap, rule("Stacks", { symbol: "*stack*" })],
      });
      expect(await saved(1)).toMatchObject({ version: 1, user_name: "member", rules: [images] });
      expect(await at.udt.ok(ENDPOINTS.memoryPartitionsVersions, as("guest"))).toMatchObject([
        { version: 2, user_name: "other", rules: 2 },
        { version: 1, user_name: "member", rules: 1 },
      ]);
      expect(at.heard).toContainEqual(
        expect.objectContaining({ project_id: at.project, payload: { type: "memory_partitions.changed" } }),
      );
      const gone = await at.udt.call(ENDPOINTS.memoryPartitionsGet, {
        as: at.people.guest,
        query: { project: at.project, version: 3 },
      });
      expect(gone.code).toBe("memory_partitions_not_found");
    });

    it("and one that is made from an older one is refused, by the newer one's number and saver", async () => {
      await save("member", 0, [images]);
      const answer = await save("other", 0, [heap]);
      expect(answer).toMatchObject({
        code: "memory_partitions_newer",
        data: { args: { version: 1, user_name: "member" } },
      });
      expect(await saved()).toMatchObject({ version: 1, rules: [images] });
      expect((await save("other", 2, [heap])).code).toBe("memory_partitions_newer");
    });

    it("and of several saved at once one is, and the others are told", async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => save("member", 0, [rule(`M${index}`, { symbol: "*" })])),
      );
      const codes = answers.map(({ ret, code }) => (ret === 0 ? "saved" : code));
      expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => "memory_partitions_newer"), "saved"]);
      expect((await at.udt.ok(ENDPOINTS.memoryPartitionsVersions, as("guest"))).length).toBe(1);
    });

    it("and the last hundred are kept", async () => {
      const max = LIMITS.memory_partition_versions_max;
      for (let base = 0; base <= max; base += 1) expect((await save("member", base, [])).ret).toBe(0);
      const versions = await at.udt.ok(ENDPOINTS.memoryPartitionsVersions, as("guest"));
      expect([versions.length, versions[0]?.version, versions.at(-1)?.version]).toEqual([max, max + 1, 2]);
    });
  });

  it("sort a sample from what was kept of it, in the version that is asked for", async () => {
    const sample_id = await sample();
    // The files that it was read from are not looked at again.
    const files = await at.udt.server.database.db
      .select()
      .from(memory_files)
      .where(eq(memory_files.sample_id, sample_id));
    for (const { blob_key } of files) await rm(join(at.udt.settings.data_dir, "blobs", blob_key ?? ""));
    await save("member", 0, [images]);
    await save("member", 1, [rule("All", { symbol: "*" })]);
    const by = (version?: number) =>
      at.udt.ok(ENDPOINTS.memorySamplePartitions, {
        as: at.people.guest,
        query: { project: at.project, ...(version !== undefined && { version }) },
        params: { sample_id },
      });
    expect(await by(1)).toMatchObject({
      version: 1,
      total: { malloc: 100 * MB, vm: null, regions: 0, held: 100 * MB },
      modules: [
        {
          module: "Images",
          owner: "Team List",
          budget_bytes: 64 * MB,
          malloc: 100 * MB,
          percent: 100,
          is_large: true,
          is_over: true,
          stacks: { malloc: [{ name: "ImageCache.load", bytes: 100 * MB }] },
        },
      ],
      unexplained: { held: 0 },
      stack_coverage: { percent: 100, is_low: false },
    });
    expect(await by()).toMatchObject({ version: 2, modules: [{ module: "All", is_over: false }] });
    const query = { project: at.project, version: 9 };
    const gone = await at.udt.call(ENDPOINTS.memorySamplePartitions, {
      as: at.people.guest,
      query,
      params: { sample_id },
    });
    expect(gone.code).toBe("memory_partitions_not_found");
  });

  it("say of two samples which module changed, by the version that is saved", async () => {
    const [before, after] = [await sample(100), await sample(138)];
    const query = { project: at.project, before, after };
    const compare = () => at.udt.ok(ENDPOINTS.memoryCompare, { as: at.people.guest, query });
    expect(await compare()).toMatchObject({
      rules_version: 0,
      partitions: null,
      verdict: { code: "memory_grew_in" },
      composition: { tree: "malloc", with_stack: { delta: 38 * MB }, without_stack: { before: 0, after: 0 } },
    });
    await save("member", 0, [images, heap]);
    expect(await compare()).toMatchObject({
      rules_version: 1,
      verdict: { code: "memory_grew_in_of", args: { delta: "+38.0 MB", name: "ImageCache.load", module: "Images" } },
      partitions: {
        held: {
          delta: 38 * MB,
          rows: [{ name: "Images", kind: "grown", delta: 38 * MB, owner: "Team List", is_over: true }],
          unexplained: { before: 0, after: 0, delta: 0 },
        },
        vm: null,
      },
      malloc: { rows: [{ module: "Images" }] },
      regions: { rows: [{ name: "MALLOC_LARGE", module: "Heap" }] },
    });
  });

  it("are exported as CSV, with what no rule explains", async () => {
    const sample_id = await sample(100);
    const given = () => at.udt.call(ENDPOINTS.memorySamplePartitionsExport, { ...as("guest"), params: { sample_id } });
    await save("member", 0, [rule("Ads, 广告", { symbol: "Ads.*" }), images]);
    const { text, headers } = await given();
    expect(headers["content-disposition"]).toContain("memory-partitions.csv");
    expect(text.split("\r\n")).toEqual([
      "\uFEFFmodule,owner,held,malloc,java,regions,vm,percent,is_large,budget_bytes,is_over",
      `Images,Team List,${100 * MB},${100 * MB},0,0,0,100,true,${64 * MB},true`,
      '"Ads, 广告",,0,0,0,0,0,0,false,,false',
      ",,0,0,0,0,0,,,,",
      "",
    ]);
  });

  it("are tried on a sample without being saved", async () => {
    const sample_id = await sample(30);
    const tried = await at.udt.ok(ENDPOINTS.memoryPartitionsPreview, {
      ...as("guest"),
      params: { sample_id },
      body: { rules: [rule("Ads", { symbol: "Ads.*" })] },
    });
    expect(tried).toMatchObject({
      modules: [{ module: "Ads", held: 0, is_large: false }],
      unexplained: { malloc: 30 * MB, stacks: { malloc: [{ name: "ImageCache.load" }] } },
    });
    expect(await saved()).toMatchObject({ version: 0 });
  });

  it("are tried no further once whoever asked has left", async () => {
    const path = fillPath(ENDPOINTS.memorySamplePartitions.path, { sample_id: await sample(3) });
    const begun = Promise.withResolvers<Worker>();
    process.once("worker", begun.resolve);
    const leave = new AbortController();
    const headers = { cookie: at.people.guest.cookie };
    const asking = fetch(`${at.udt.server.url}${path}?project=${at.project}`, { headers, signal: leave.signal });
    const worker = await begun.promise;
    const answers: unknown[] = [];
    worker.on("message", (answer) => answers.push(answer));
    leave.abort();
    await expect(asking).rejects.toThrow();
    await once(worker, "exit");
    expect(answers).toEqual([]);
  });

  it.each([
    ["no pattern", [rule("A", {})]],
    ["no module", [rule(" ", { symbol: "a" })]],
    ["a pattern that is too long", [rule("A", { symbol: "a".repeat(LIMITS.memory_pattern_max + 1) })]],
    ["a budget of nothing", [rule("A", { symbol: "a", budget_bytes: 0 })]],
    [
      "two budgets of one module",
      [rule("A", { symbol: "a", budget_bytes: 1 }), rule("A", { symbol: "b", budget_bytes: 2 })],
    ],
    ["two owners of one module", [rule("A", { symbol: "a", owner: "x" }), rule("A", { symbol: "b" })]],
    ["too many", Array.from({ length: LIMITS.memory_partition_rules_max + 1 }, () => rule("A", { symbol: "a" }))],
  ])("with %s are refused", async (_what, rules) => {
    expect((await save("member", 0, rules)).code).toBe("invalid_param");
    expect(await saved()).toMatchObject({ version: 0 });
  });

  it("take as many as there may be, each as large as it may be", async () => {
    const text = (max: number, index: number) => String(index).padEnd(max, "界");
    const rules = Array.from({ length: LIMITS.memory_partition_rules_max }, (_, index) => {
      const [name, pattern] = [text(LIMITS.name_max, index), text(LIMITS.memory_pattern_max, index)];
      return { module: name, owner: name, budget_bytes: 1, symbol: pattern, image: pattern, region: pattern };
    });
    expect((await save("member", 0, rules)).ret).toBe(0);
    expect((await saved()).rules).toEqual(rules);
  });

  describe("rights", () => {
    it("let guests look, and members alone save", async () => {
      expect((await save("guest", 0, [images])).code).toBe("user_not_in_project");
      expect((await save("member", 0, [images])).ret).toBe(0);
      expect(await saved()).toMatchObject({ version: 1 });
    });

    it("end at the project", async () => {
      const sample_id = await sample(3);
      await save("member", 0, [images]);
      const elsewhere = await at.udt.project(`q-${newId().slice(0, 8)}`, [{ person: at.people.member, user_type: 1 }]);
      const call = { as: at.people.member, query: { project: elsewhere }, params: { sample_id } };
      expect(await at.udt.ok(ENDPOINTS.memoryPartitionsGet, call)).toMatchObject({ version: 0 });
      expect(await at.udt.ok(ENDPOINTS.memoryPartitionsVersions, call)).toEqual([]);
      expect((await at.udt.call(ENDPOINTS.memorySamplePartitions, call)).code).toBe("memory_sample_not_found");
      const tried = await at.udt.call(ENDPOINTS.memoryPartitionsPreview, { ...call, body: { rules: [] } });
      expect(tried.code).toBe("memory_sample_not_found");
    });
  });

  it("say of a sample that is not read that it is not", async () => {
    const { sample_id } = await at.tracer.read((await at.tracer.trace()).trace_id, { "a.txt": "Dear Sir\n" });
    const answer = await at.udt.call(ENDPOINTS.memorySamplePartitions, { ...as("member"), params: { sample_id } });
    expect(answer.code).toBe("memory_sample_unread");
  });

  it("go with their project", async () => {
    await save("member", 0, [images]);
    const params = { project_id: at.project };
    await at.udt.ok(ENDPOINTS.projectDelete, { as: at.people.owner, params, query: { confirm: at.project } });
    await at.udt.project(at.project, [{ person: at.people.owner, user_type: 1 }]);
    expect(await at.udt.ok(ENDPOINTS.memoryPartitionsVersions, as("owner"))).toEqual([]);
  });
});
