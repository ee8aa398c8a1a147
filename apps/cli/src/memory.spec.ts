import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import {
  type Node,
  SampleFiles,
  SHOP,
  allBySizeText,
  heapText,
  javaHeapBytes,
  leaksText,
  memgraphBytes,
  meminfoText,
  pprofBytes,
  vmmapText,
} from "@udt/memory/testing";
import { udt } from "@udt/testkit";
import { memory, MEMORY_USAGE } from "./memory.ts";

const MB = 1024 ** 2;
const files = new SampleFiles();
afterAll(() => files[Symbol.dispose]());

const stack = (bytes: number): Node => ({
  symbol: "main",
  bytes: 0,
  count: 0,
  calls: [{ symbol: "ImageCache<Shop|List>::load(`lambda`)", bytes, count: 3 }],
});
/** A folder of what three tools tell of one moment. */
function moment(name: string, mb: number, time = SHOP.time): string {
  mkdirSync(join(files.folder, name));
  const sizes: [number, number, number, number, number, number, number] = [
    mb * 2_048,
    mb * 1_024,
    mb * 1_024,
    0,
    0,
    0,
    0,
  ];
  const zones = [{ name: "DefaultMallocZone_0x1", dirty: 100, swapped: 0, allocated: 40, count: 7 }];
  const rows = [{ type: "MALLOC_LARGE (graphics)", sizes, count: 4 }];
  files.add(vmmapText(rows, zones, true, { ...SHOP, time, footprint: `${mb}.0M` }), join(name, "vmmap.txt"));
  files.add(
    heapText([{ name: "Image", type: "Swift", image: "Shop", bytes: mb * MB, count: mb }]),
    join(name, "heap.txt"),
  );
  files.add(allBySizeText([stack(mb * MB)]), join(name, "stacks.txt"));
  files.add("hidden", join(name, ".DS_Store"));
  return join(files.folder, name);
}
const before = moment("before", 100);
const after = moment("after", 138);

async function run(...args: string[]) {
  const said = { out: "", error: "" };
  const code = await memory(args, { out: (line) => (said.out += line), error: (line) => (said.error += line) });
  return { code, ...said };
}

describe("udt memory show", () => {
  it("makes one sample of several files, and tells it to people", async () => {
    const { code, out } = await run(
      "show",
      join(before, "vmmap.txt"),
      join(before, "heap.txt"),
      join(before, "stacks.txt"),
    );
    expect(code).toBe(0);
    for (const line of [
      "Shop, process 4711, 2026-09-05T03:23:00.508Z",
      "Footprint: 100.0 MB (the kernel's own), at most 941.4 MB",
      "Regions: 4 (normal)",
      "Swapped: 0 % of what is dirty or swapped (normal)",
    ])
      expect(out.split("\n")).toContain(line);
    expect(out).toMatch(/100\.0 MB +200\.0 MB .* 4 {2}MALLOC_LARGE \(graphics\)/);
    expect(out).toMatch(/40\.0 KB +100\.0 KB +0 B +60 % +severe +7 {2}DefaultMallocZone/);
    expect(out).toMatch(/100\.0 MB +100 +Swift {2}Image \(Shop\)/);
    expect(out).toMatch(/100\.0 MB {2}ImageCache<Shop\|List>::load\(`lambda`\) \(Shop\) ← main \(Shop\)/);
  });

  it("tells what leaked, and diff what of it is new", async () => {
    const cart = { name: "Cart", blocks: [64, 32], stack: ["main", "Cart.add"] };
    const [one, two] = [leaksText([cart]), leaksText([cart, { name: "List", blocks: [16], isCycle: true }])].map(
      (text) => files.add(text),
    );
    const { out } = await run("show", two ?? "");
    expect(out).toContain("Leaks: 3, 112 B");
    expect(out).toMatch(/96 B +2 +1 +Cart ← Cart\.add \(Shop\) ← main \(Shop\)\n/);
    expect(out).toMatch(/16 B +1 +1 +cycle +List/);
    expect((await run("diff", one ?? "", two ?? "")).out).toMatch(
      /Leaks\n.*\n +\+16 B +0 B +16 B +new +List \(cycle\)/,
    );
  });

  it("reads a binary profile, gzipped as Go writes it", async () => {
    const file = files.add(gzipSync(pprofBytes([stack(40 * MB)])), "heap.pb.gz");
    const { out } = await run("show", file);
    expect(out).toContain("heap.pb.gz (pprof, 1 lines)");
    expect(out).toMatch(/40\.0 MB {2}ImageCache<Shop\|List>::load\(`lambda`\) \(Shop\) ← main \(Shop\)/);
  });

  it("reads a heap dump of Java, with what holds what", async () => {
    const { code, out } = await run("show", files.add(javaHeapBytes(3, 1), "shop.hprof"));
    expect(code).toBe(0);
    expect(out).toContain("shop.hprof (hprof, 17 lines)");
    expect(out).toContain("Held by nothing: 1.0 MB in 2 objects");
    expect(out).toMatch(/^ {2}retained {2,}bytes {2}allocations {2}kind {2}class$/m);
    expect(out).toMatch(/^ {4}3\.0 MB {2,}16 B {2,}1 {2}Java {2}com\.shop\.ImageCache \(app\)$/m);
    expect(out).toMatch(/ 3\.0 MB {2}byte\[\] \(app\) ← android\.graphics\.Bitmap \(app\) ← .* ← \[JNI global\]/);
  });

  it("has no columns for what a tool does not tell", async () => {
    const { out } = await run(
      "show",
      files.add(meminfoText(7, "a.b", [{ type: "Native Heap", numbers: [9, 8, 0, 1, 12] }])),
    );
    expect(out).toMatch(/^ {2}footprint {2}resident {2,}dirty {2,}swapped {2}type$/m);
  });

  it("tells the same to programs, without whole trees", async () => {
    const { out } = await run("show", before, "--format", "json");
    expect(JSON.parse(out)).toMatchObject({
      process: "Shop",
      pid: 4711,
      footprint_bytes: 100 * MB,
      regions: [{ type: "MALLOC_LARGE (graphics)", footprint: 100 * MB, count: 4 }],
      classes: [{ name: "Image", bytes: 100 * MB }],
      stacks: { malloc: { bytes: 100 * MB, calls: 2, top: [{ bytes: 100 * MB, image: "Shop" }] } },
      grades: { fragmentation: [{ zone: "DefaultMallocZone", percent: 60, grade: "severe" }] },
    });
  });
});

describe("udt memory by partition rules", () => {
  const rules = (...own: object[]) => files.add(JSON.stringify({ rules: own }), `rules ${own.length}.json`);
  const images = { module: "Images", symbol: "ImageCache*", owner: "Team List", budget_bytes: 64 * MB };

  it("shows what belongs to which module, and what to none", async () => {
    const { code, out } = await run("show", before, "--partitions", rules(images));
    expect(code).toBe(0);
    expect(out).toContain("With a stack: 100 % of the footprint");
    expect(out).toMatch(/100\.0 MB +0 B +0 B +100 % +large +64\.0 MB +over +Images \(Team List\)\n/);
    expect(out).toMatch(/0 B +0 B +0 B +unexplained\n/);
    const json = await run("show", before, "--partitions", rules(images), "--format", "json");
    expect(JSON.parse(json.out)).toMatchObject({
      process: "Shop",
      partitions: { modules: [{ module: "Images", held: 100 * MB, is_over: true }], unexplained: { held: 0 } },
    });
  });

  it("names the module in the sentence of diff, and has a table of modules", async () => {
    const { out } = await run("diff", before, after, "--partitions", rules(images));
    expect(out.split("\n")[0]).toBe("+38.0 MB, 38.0 MB of it in ImageCache<Shop|List>::load(`lambda`) (module Images)");
    expect(out).toContain("With a stack: 100.0 MB → 138.0 MB; without one: 0 B → 0 B");
    expect(out).toMatch(/Partitions\n.*\n +\+38\.0 MB +100\.0 MB +138\.0 MB +grown +Images\n.*unexplained\n.*all\n/);
  });

  it.each([
    ["no JSON", () => files.add("Dear Sir", "letter.json"), "letter.json has no partition rules: "],
    ["no rules", () => rules({ module: "A" }, {}), "has no partition rules: rules.0.symbol: "],
    ["no file", () => join(files.folder, "none.json"), "none.json has no partition rules: ENOENT"],
  ])("refuses %s by its place", async (_what, path, sentence) => {
    const { code, error } = await run("show", before, "--partitions", path());
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(sentence) as string });
  });
});

describe("udt memory diff", () => {
  it("says in which objects of Java's heap memory grew", async () => {
    const [one, two] = [files.add(javaHeapBytes(3), "one.hprof"), files.add(javaHeapBytes(23), "two.hprof")];
    const { out } = await run("diff", one, two);
    expect(out).toMatch(/^\+20\.0 MB, 20\.0 MB of it in android\.graphics\.Bitmap$/m);
    expect(out).toContain("Java heap, by what holds it");
  });

  it("says what two folders come to, and where", async () => {
    const { code, out } = await run("diff", before, after);
    expect(code).toBe(0);
    const [verdict, footprint] = out.split("\n");
    expect(verdict).toBe("+38.0 MB, 38.0 MB of it in ImageCache<Shop|List>::load(`lambda`)");
    expect(footprint).toBe("Footprint: 100.0 MB → 138.0 MB (the kernel's own)");
    expect(out).toMatch(/\+38\.0 MB {2}100\.0 MB {2}138\.0 MB {2}grown {2}MALLOC_LARGE \(graphics\)/);
  });

  it("ends with 1 when the footprint grew by more than it may, and with 0 when not", async () => {
    expect(await run("diff", before, after, "--fail-over", "37.9MB")).toMatchObject({ code: 1 });
    expect(await run("diff", before, after, "--fail-over", "38MB")).toMatchObject({ code: 0 });
    expect(await run("diff", after, before, "--fail-over", "0")).toMatchObject({ code: 0 });
  });

  it("of the same twice says so", async () => {
    const { code, out } = await run("diff", before, before, "--fail-over", "0", "--noise", "0");
    expect({ code, first: out.split("\n")[0] }).toEqual({ code: 0, first: "nothing differs" });
    expect(out).not.toContain("grown");
  });

  it("as Markdown has tables that no name breaks, and no HTML", async () => {
    const { out } = await run("diff", before, after, "--format", "markdown", "--fail-over", "5MB");
    expect(out.split("\n")[0]).toBe("+38.0 MB, 38.0 MB of it in ImageCache\\<Shop\\|List\\>::load(\\`lambda\\`)");
    expect(out).toContain("| ---: | ---: | ---: | ---: | --- |");
    expect(out).toContain("| +38.0 MB | 100.0 MB | 138.0 MB | grown | `MALLOC_LARGE (graphics)` |");
    expect(out).toContain("| `` ImageCache<Shop\\|List>::load(`lambda`) (Shop) ← main (Shop) `` |");
    expect(out).toContain("More than the 5.0 MB that are allowed");
  });

  it("tells programs all of it, with the verdict's code", async () => {
    const { out } = await run("diff", before, after, "--format", "json", "--fail-over", "5MB");
    expect(JSON.parse(out)).toMatchObject({
      verdict: { code: "memory_grew_in", args: { delta: "+38.0 MB" } },
      has_failed: true,
      fail_over_bytes: 5 * MB,
      noise_bytes: 5 * MB,
      footprint: { measure: "phys_footprint", delta: 38 * MB },
      malloc: { rows: [{ kind: "grown", delta: 38 * MB, stack: expect.any(Array) as string[] }] },
    });
  });

  it("shows no command of a terminal that a name holds", async () => {
    const [one, two] = [0, 20].map((mb) =>
      files.add(heapText([{ name: "\u001B[2Jevil\u202E", bytes: mb * MB + 1, count: 1 }])),
    );
    const { out } = await run("diff", one ?? "", two ?? "");
    expect(out).toContain("\uFFFD[2Jevil\uFFFD");
  });
});

describe("udt memory", () => {
  it.each([
    [["dance"], "there is no command dance"],
    [["show"], "show needs a FILE"],
    [["growth", before], "growth needs two SAMPLEs"],
    [["growth", before, after, "--device-memory", "5"], "--device-memory is one of 2, 3, 4, 6, 8"],
    [["growth", before, after, "--fail-over", "fast"], "--fail-over is a size such as 5MB"],
    [["growth", before, after, "--fail-over", "-1"], "--fail-over"],
    [["growth", before, after, "--fail-above", "2MB"], "--fail-above"],
    [["diff", before], "diff needs BEFORE and AFTER"],
    [["diff", before, after, "--fail-over", "much"], "--fail-over is a size such as 5MB"],
    [["diff", before, after, "--noise", "-1"], "--noise"],
    [["show", before, "--format", "html"], "--format is one of text, markdown, json"],
    [["show", before, "--loud"], "--loud"],
  ])("%j is refused with the usage", async (args, sentence) => {
    const { code, error } = await run(...args);
    expect(code).toBe(2);
    expect(error).toContain(sentence);
    expect(error).toContain(MEMORY_USAGE);
  });

  it.each([
    [
      () => files.add("Dear Sir", "letter.txt"),
      /letter\.txt, line 1: this is none of the formats that are read \(.*\): Dear Sir$/,
    ],
    [() => join(files.folder, "none"), /none cannot be read: ENOENT/],
    [() => (mkdirSync(join(files.folder, "void")), join(files.folder, "void")), /void holds no files/],
    [() => files.add(vmmapText([], []).slice(0, 900), "cut.txt"), /cut\.txt is cut: up to line \d+ it lacks /],
  ])("says in a sentence why a file cannot be read #%#", async (path, sentence) => {
    const { code, error } = await run("show", path());
    expect(code).toBe(2);
    expect(error).toMatch(sentence);
  });

  it("does not judge growth where both have no measure of it in common", async () => {
    const heap = files.add(heapText([{ name: "A", bytes: 1, count: 1 }]).replaceAll(/^Physical.*\n/gm, ""));
    expect(await run("diff", heap, heap)).toMatchObject({ code: 0 });
    const { code, error } = await run("diff", heap, heap, "--fail-over", "5MB");
    expect({ code, error }).toEqual({
      code: 2,
      error: "udt memory diff: the two samples have no measure of the footprint in common",
    });
  });

  it("is a command of udt", async () => {
    const { code, stdout } = await udt(["memory", "diff", before, after, "--fail-over", "5MB"], {});
    expect({ code, first: stdout.split("\n")[0]?.slice(0, 8) }).toEqual({ code: 1, first: "+38.0 MB" });
    expect(await udt(["memory", "--help"], {})).toMatchObject({ code: 0, stdout: `${MEMORY_USAGE}\n` });
  });
});

describe("udt memory growth", () => {
  const [one, two, three] = [moment("one", 100), moment("two", 112, "12:24:00"), moment("three", 124, "12:25:00")];

  it("grades how fast the footprint grew, and tells how near it is to its limit", async () => {
    const { code, out } = await run("growth", three, one, two, "--device-memory", "2");
    expect(code).toBe(0);
    expect(out).toContain("Growth: +12.0 MB a minute over 3 samples (critical)");
    expect(out).toContain("iOS ends an app at 1.4 GB on a device of 2 GB; the largest sample comes to 9 % of it");
    expect(out).toMatch(/2026-09-05T03:25:00\.508Z +124\.0 MB +\+12\.0 MB {2}.*three/);
  });

  it("fails over what the footprint may grow a minute, as diff does over what it may grow", async () => {
    const over = await run("growth", one, two, three, "--fail-over", "11.5MB");
    expect(over).toMatchObject({ code: 1, error: "" });
    expect(over.out).toContain("More than the 11.5 MB a minute that are allowed");
    const within = await run("growth", one, two, three, "--fail-over", "12MB", "--format", "json");
    expect(within.code).toBe(0);
    expect(JSON.parse(within.out)).toMatchObject({ fail_over_bytes_per_minute: 12 * MB, has_failed: false });
    // What shrinks is within any bound.
    const shrunk = moment("shrunk", 90, "12:26:00");
    expect(await run("growth", three, shrunk, "--fail-over", "0")).toMatchObject({ code: 0 });
    expect(await run("growth", one, two, "--fail-over", "1B")).toMatchObject({ code: 1 });
  });

  it("does not judge samples of one moment", async () => {
    const same = moment("same", 200);
    expect(await run("growth", one, same)).toMatchObject({ code: 0 });
    expect(await run("growth", one, same, "--fail-over", "2MB")).toMatchObject({
      code: 2,
      error: "udt memory growth: all samples are of one moment: how fast the footprint grew cannot be told",
    });
  });

  it("of two samples tells the rate without a grade", async () => {
    const { out } = await run("growth", one, two, "--format", "json");
    expect(JSON.parse(out)).toMatchObject({ bytes_per_minute: 12 * MB, grade: null, footprint_limit_bytes: null });
  });

  it("takes the time of files that tell none", async () => {
    const written = [1, 2, 3].map((minute) => {
      const file = files.add(meminfoText(7, "a.b", [{ type: "Native Heap", numbers: [minute * 1_024, 8, 0, 0, 12] }]));
      utimesSync(file, minute * 60, minute * 60);
      return file;
    });
    const { out } = await run("growth", ...written);
    expect(out).toContain("+1.0 MB a minute over 3 samples (medium)");
  });

  it("of samples without a footprint says so", async () => {
    const stacks = files.add("main;load 4096\n");
    expect(await run("growth", stacks, stacks)).toMatchObject({
      code: 2,
      error: expect.stringContaining("fewer than two") as string,
    });
  });
});

describe("a memory graph of Apple's", () => {
  it("is refused by all that needs no server, with the commands that read it on a Mac", async () => {
    const graph = files.add(memgraphBytes(), "shop.memgraph");
    for (const call of [
      ["show", graph],
      ["diff", before, graph],
      ["growth", before, graph],
    ]) {
      const { code, out, error } = await run(...call);
      expect([code, out]).toEqual([2, ""]);
      expect(error).toContain(`${graph} is a memory graph (.memgraph), which only Apple's tools read`);
      expect(error).toContain("malloc_history -allBySize -fullStacks");
    }
  });
});
