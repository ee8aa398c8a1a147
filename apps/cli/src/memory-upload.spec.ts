import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { memgraphBytes, SampleFiles, shopFiles } from "@udt/memory/testing";
import { startUdt, udt as command, type Udt } from "@udt/testkit";

const MB = 1024 ** 2;

describe("udt memory upload", { timeout: 120_000 }, () => {
  const files = new SampleFiles();
  let udt: Udt;
  let client: Client;
  let env: Record<string, string>;

  beforeAll(async () => {
    udt = await startUdt({ phones: 0 });
    client = await udt.signIn();
    const body = { name: "build", access: "write", password: udt.admin.password } as const;
    const { secret_id, secret_key } = await client.call(ENDPOINTS.keyCreate, { body });
    env = { UDT_SERVER_URL: udt.url, UDT_SECRET_ID: secret_id, UDT_SECRET_KEY: secret_key, UDT_PROJECT: "demo" };
  }, 120_000);
  afterAll(async () => {
    files[Symbol.dispose]();
    await udt?.stop();
  });

  const upload = (...args: string[]) => command(["memory", "upload", ...args], env);
  const shop = (mb: number) => Object.entries(shopFiles(mb)).map(([name, text]) => files.add(text, name));

  it("makes a trace, and in it a sample that the server has read; the next goes into the same", async () => {
    const first = await upload(...shop(100), "--trace", "Nightly", "--label", "List", "--app", "Shop");
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/^Sample 1, footprint 100\.0 MB: http.*\/demo\/memory-graph\/report\/.*\?sample=/);
    const second = await upload(...shop(138), "--trace", "Nightly");
    expect(second.stdout).toMatch(/^Sample 2, footprint 138\.0 MB/);
    const { list } = await client.call(ENDPOINTS.memoryTraceList, { query: { project: "demo" } });
    expect(list).toMatchObject([{ name: "Nightly", app_name: "Shop", samples: 2, footprint_bytes: 138 * MB }]);
    const params = { trace_id: list[0]?.trace_id ?? "" };
    const { samples } = await client.call(ENDPOINTS.memoryTraceGet, { query: { project: "demo" }, params });
    expect(samples.map(({ label }) => label)).toEqual(["List", ""]);
  });

  describe("against a baseline", () => {
    const query = { project: "demo" };
    const baseline = async (sample: number) => {
      const { list } = await client.call(ENDPOINTS.memoryTraceList, { query });
      const params = { trace_id: list[0]?.trace_id ?? "" };
      const { samples } = await client.call(ENDPOINTS.memoryTraceGet, { query, params });
      const body = { sample_id: samples[sample]?.sample_id ?? "" };
      return client.call(ENDPOINTS.memoryBaselineSet, { query, body });
    };

    it("of the trace's app ends with 1 where the footprint is too far above it, with Markdown and links", async () => {
      const { sample_id } = await baseline(0);
      const judged = ["--against-baseline", "--fail-over", "5MB", "--format", "markdown"];
      const grown = await upload(...shop(138), "--trace", "Nightly", ...judged);
      expect(grown, grown.stderr).toMatchObject({ code: 1 });
      const [first, second, , sentence] = grown.stdout.split("\n");
      expect(first).toMatch(/^Sample 3, footprint 138\.0 MB: http/);
      expect(second).toContain(`/demo/memory-graph/compare-analysis?`);
      expect(second).toContain(`before=${sample_id}&after=`);
      expect(sentence).toBe("+38.0 MB, 38.0 MB of it in ImageCache.load");
      expect(grown.stdout).toContain("More than the 5.0 MB that are allowed");
      const steady = await upload(...shop(104), "--trace", "Nightly", "--against-baseline=main", "--fail-over", "5MB");
      expect(steady).toMatchObject({ code: 0, stdout: expect.stringContaining("Not more than the 5.0 MB") as string });
      const json = await upload(...shop(104), "--trace", "Nightly", "--against-baseline", "--format", "json");
      expect(JSON.parse(json.stdout)).toMatchObject({ footprint: { delta: 4 * MB }, has_failed: false });
    });

    it("compares files that stay here with it, by the project's partition rules", async () => {
      await baseline(0);
      const rules = [{ module: "Images", symbol: "ImageCache.*" }];
      await client.call(ENDPOINTS.memoryPartitionsSave, { query, body: { base_version: 0, rules } });
      const before = (await client.call(ENDPOINTS.memoryTraceList, { query })).list[0]?.samples;
      const diff = (...args: string[]) => command(["memory", "diff", "--baseline", ...args], env);
      const grown = await diff("Shop", ...shop(138), "--fail-over", "5MB");
      expect(grown, grown.stderr).toMatchObject({ code: 1 });
      expect(grown.stdout.split("\n")[0]).toBe("+38.0 MB, 38.0 MB of it in ImageCache.load (module Images)");
      expect(await diff("Shop@main", ...shop(100), "--fail-over", "0")).toMatchObject({ code: 0 });
      expect((await client.call(ENDPOINTS.memoryTraceList, { query })).list[0]?.samples).toBe(before);
    });

    it.each([
      [["diff", "--baseline", "Shop@release", "FILE"], "Shop has no baseline for branch release"],
      [["diff", "--baseline", "Shop"], "diff --baseline needs a FILE"],
      [
        ["upload", "FILE", "--trace", "Nightly", "--against-baseline=release"],
        "Shop has no baseline for branch release",
      ],
      [["upload", "FILE", "--trace", "Nightly", "--fail-over", "5MB"], "only with --against-baseline"],
    ])("%j says what is missing", async (args, sentence) => {
      const [file = ""] = shop(3);
      const { code, stderr } = await command(["memory", ...args.map((arg) => (arg === "FILE" ? file : arg))], env);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) as string });
    });
  });

  it("says why the server could not read a file, by its name and line", async () => {
    const { code, stderr } = await upload(files.add("Dear Sir\n", "letter.txt"), "--trace", "Nightly");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/letter\.txt, line 1: /) as string });
  });

  it.each([
    [["--trace", "Nightly"], "upload needs a FILE"],
    [["x.txt"], "upload needs --trace and --project"],
    [["none.txt", "--trace", "Nightly"], "none.txt cannot be read"],
  ])("%j is refused", async (args, sentence) => {
    const { code, stderr } = await upload(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) as string });
  });

  it("is refused without a name, and in a project that is none", async () => {
    const file = files.add("main;load 4096\n");
    const { code, stderr } = await command(["memory", "upload", file, "--trace", "x"], {
      ...env,
      UDT_SECRET_ID: "",
    });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("UDT_PROJECT_TOKEN") as string });
    const nowhere = await upload(file, "--trace", "x", "--project", "nowhere");
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("udt memory upload: ") as string });
  });

  it("keeps a memory graph that nobody can read now, says that it waits for a Mac agent, and compares nothing with it", async () => {
    const graph = files.add(memgraphBytes(), "shop.memgraph");
    const kept = await upload(graph, "--trace", "Graphs", "--app", "Graph");
    expect(kept, kept.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(kept.stdout).toMatch(/^Sample 1 waits for a Mac agent: no agent .* is there; .*: http.*report\/.*\?sample=/);
    const judged = await upload(graph, "--trace", "Graphs", "--against-baseline");
    expect(judged).toMatchObject({ code: 2, stdout: "" });
    expect(judged.stderr).toMatch(/sample 2 cannot be compared, it waits for a Mac agent/);
  });
});
