import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENDPOINTS } from "@udt/contract";
import { compareSamples, NOISE_BYTES, readMemorySample } from "@udt/memory";
import { comparisonReport, reportText } from "@udt/memory/report";
import { shopFiles } from "@udt/memory/testing";
import { expect, it, onTestFinished } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { memoryBench } from "../../../test/memory-bench.ts";

const MB = 1024 ** 2;

onEachDatabase("a comparison as a file", (open) => {
  const at = memoryBench(open);
  const made = async () => {
    const body = { name: "Shop", app_name: "Shop", app_version: "1" };
    return (await at.udt.ok(ENDPOINTS.memoryTraceCreate, { ...at.as("member"), body })).trace_id;
  };
  const given = (query: { before: string; after: string; format: "csv" | "json" | "markdown"; noise?: number }) =>
    at.udt.call(ENDPOINTS.memoryCompareExport, { as: at.people.guest, query: { project: at.project, ...query } });
  /** As somebody has the same files on their computer. */
  const local = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), "udt-compared-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    return readMemorySample(
      Object.entries(files).map(([name, text]) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      }),
    );
  };

  it("is the Markdown that udt memory diff writes of the same files", async () => {
    const trace_id = await made();
    const [was, is] = [shopFiles(100), shopFiles(138)];
    const before = await at.tracer.read(trace_id, was);
    const after = await at.tracer.read(trace_id, is);
    const pair = { before: before.sample_id, after: after.sample_id };
    const file = await given({ ...pair, format: "markdown" });
    const compared = compareSamples(await local(was), await local(is), NOISE_BYTES, []);
    const judged = { noise: NOISE_BYTES, most: undefined, isGrown: false };
    expect(file.text).toBe(`${reportText(comparisonReport(compared, judged), "markdown")}\n`);
    expect(file.text).toContain("| +38.0 MB | 100.0 MB | 138.0 MB | grown | `ImageCache.load (Shop) ← main (Shop)` |");
    const json = await given({ ...pair, format: "json" });
    expect(JSON.parse(json.text)).toEqual(
      await at.udt.ok(ENDPOINTS.memoryCompare, { as: at.people.guest, query: { project: at.project, ...pair } }),
    );
  });

  it("has a line for each row of each part, in bytes, with the noise that was asked for", async () => {
    const rules = [{ module: "Images, =1+1", symbol: "ImageCache.*", owner: "Team", budget_bytes: 64 * MB }];
    await at.udt.ok(ENDPOINTS.memoryPartitionsSave, { ...at.as("member"), body: { base_version: 0, rules } });
    const trace_id = await made();
    const before = await at.tracer.read(trace_id, shopFiles(100));
    const after = await at.tracer.read(trace_id, shopFiles(138));
    const pair = { before: before.sample_id, after: after.sample_id };
    const { text } = await given({ ...pair, format: "csv" });
    const lines = text.split("\r\n");
    expect(lines[0]?.replace("\uFEFF", "")).toBe("part,kind,name,module,owner,budget_bytes,before,after,delta,stack");
    const sums = `${100 * MB},${138 * MB},${38 * MB}`;
    expect(lines).toContain(`footprint,,phys_footprint,,,,${sums},`);
    expect(lines.filter((line) => line.startsWith("malloc,grown"))).toHaveLength(1);
    expect(text).toContain(`${sums},"main (Shop);ImageCache.load (Shop)"`);
    expect(text).toContain(`partitions_held,grown,,"Images, =1+1",Team,${64 * MB},${sums},`);
    expect(text).toContain("partitions_held,unexplained,,,,,0,0,0,");
    const noisy = await given({ ...pair, format: "csv", noise: 64 * MB });
    expect(noisy.text).not.toContain("malloc,grown");
    expect(noisy.text).toContain(`malloc,other,,,,,${sums},`);
  });

  it("is refused where there is nothing to compare, or no such sample here", async () => {
    const trace_id = await made();
    const stacks = await at.tracer.read(trace_id, { "a.txt": "main;load 4096\n" });
    const { "vmmap.txt": text = "" } = shopFiles(3);
    const regions = await at.tracer.read(trace_id, { "b.txt": text });
    const [before, after] = [stacks.sample_id, regions.sample_id];
    expect((await given({ before, after, format: "markdown" })).code).toBe("memory_incomparable");
    expect((await given({ before, after: trace_id, format: "csv" })).code).toBe("memory_sample_not_found");
  });
});
