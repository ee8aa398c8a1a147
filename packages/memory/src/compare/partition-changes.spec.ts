import { saidText } from "@udt/base";
import { describe, expect, it } from "vitest";
import {
  allBySizeText,
  type Node,
  partitionRuleOf as rule,
  sampleOf,
  shopFiles,
  SHOP,
  vmmapText,
  type VmRow,
} from "../testing/index.ts";
import { readMemorySample } from "../read-sample.ts";
import { SampleFiles } from "../testing/index.ts";
import type { PartitionRule } from "../partitions/rules.ts";
import { compareSamples } from "./compare.ts";

const MB = 1024 ** 2;
const leaf = (symbol: string, mb: number): Node => ({ symbol, bytes: mb * MB, count: 1 });
const stacks = (...calls: Node[]) =>
  allBySizeText([{ symbol: "main", bytes: 0, count: 0, calls }]).replaceAll(/^Physical.*\n/gm, "");
const row = (type: string, mb: number): VmRow => ({ type, sizes: [1, 1, mb * 1024, 0, 0, 0, 0], count: 1 });
const regions = (footprint: number, ...rows: VmRow[]) =>
  vmmapText(rows, [{ name: "Z_0x1", dirty: 1, swapped: 0, allocated: 1, count: 1 }], true, {
    ...SHOP,
    footprint: `${footprint}.0M`,
  });
const compared = async (before: string, after: string, rules: PartitionRule[]) =>
  compareSamples(await sampleOf(before), await sampleOf(after), 5 * MB, rules);
const images = rule("Images", { symbol: "ImageCache.*", owner: "Team List", budget_bytes: 30 * MB });

describe("what became of modules", () => {
  it("is told for each that differs by the noise, for the others together, and for what no rule explains", async () => {
    const rules = [images, rule("Ads", { symbol: "Ads.*" }), rule("Cart", { symbol: "Cart.*" })];
    const { partitions } = await compared(
      stacks(leaf("ImageCache.load", 10), leaf("Ads.show", 9), leaf("Cart.add", 1), leaf("other", 2)),
      stacks(leaf("ImageCache.load", 41), leaf("Cart.add", 2), leaf("other", 5)),
      rules,
    );
    expect(partitions?.held).toEqual({
      before: 22 * MB,
      after: 48 * MB,
      delta: 26 * MB,
      rows: [
        {
          name: "Images",
          kind: "grown",
          before: 10 * MB,
          after: 41 * MB,
          delta: 31 * MB,
          owner: "Team List",
          budget_bytes: 30 * MB,
          is_over: true,
        },
        {
          name: "Ads",
          kind: "gone",
          before: 9 * MB,
          after: 0,
          delta: -9 * MB,
          owner: "",
          budget_bytes: null,
          is_over: false,
        },
      ],
      other: { count: 1, before: MB, after: 2 * MB, delta: MB },
      unexplained: { before: 2 * MB, after: 5 * MB, delta: 3 * MB },
    });
    expect(partitions?.vm).toBe(null);
  });

  it("counts no regions where only one sample has them, and leaves none out for stacks that only one has", async () => {
    const heap = rule("Heap", { region: "MALLOC_*" });
    using files = new SampleFiles();
    const both = Object.entries(shopFiles(100)).map(([name, text]) => files.add(text, name));
    const whole = await readMemorySample(both);
    const alone = await sampleOf(regions(60, row("MALLOC_LARGE", 40)));
    const { partitions } = compareSamples(alone, whole, 5 * MB, [heap, images]);
    expect(partitions?.held.rows).toMatchObject([{ name: "Heap", before: 40 * MB, after: 100 * MB }]);
    expect(compareSamples(whole, whole, 0, [heap, images]).partitions?.held).toMatchObject({
      before: 100 * MB,
      delta: 0,
      rows: [],
    });
  });

  it.each([
    ["no rules", [], stacks(leaf("a", 1))],
    ["nothing that rules speak of", [images], shopFiles(3)["heap of the shop.txt"] ?? ""],
  ])("is not told with %s", async (_what, rules, text) => {
    expect((await compared(text, text, rules)).partitions).toBe(null);
  });
});

describe("the sentence of a comparison by rules", () => {
  it.each([
    [
      "the module of what grew the most",
      [leaf("ImageCache.load", 10)],
      [leaf("ImageCache.load", 41)],
      "+31.0 MB, 31.0 MB of it in ImageCache.load (module Images)",
    ],
    [
      "the module of it, where something else shrank",
      [leaf("ImageCache.load", 10), leaf("other", 9)],
      [leaf("ImageCache.load", 41)],
      "+22.0 MB, the most in ImageCache.load (module Images), which grew by 31.0 MB",
    ],
    [
      "a module alone, where no single stack is half of it",
      [],
      ["a", "b", "c", "d"].map((name) => leaf(`ImageCache.${name}`, 8)),
      "+32.0 MB, 32.0 MB of it in module Images",
    ],
    ["none of what no rule fits", [], [leaf("other", 31)], "+31.0 MB, 31.0 MB of it in other"],
    [
      "what shrank",
      [leaf("ImageCache.load", 41)],
      [leaf("ImageCache.load", 10)],
      "-31.0 MB, 31.0 MB less in ImageCache.load (module Images)",
    ],
  ])("names %s", async (_what, before, after, sentence) => {
    const kept = leaf("kept", 1);
    const { verdict } = await compared(stacks(kept, ...before), stacks(kept, ...after), [images]);
    expect(saidText(verdict).replace("−", "-")).toBe(sentence);
  });

  it("names the module of a region", async () => {
    const [one, two] = [20, 50].map((mb) => regions(mb + 10, row("IOSurface", mb)));
    const { verdict } = await compared(one ?? "", two ?? "", [rule("Screen", { region: "IOS*" })]);
    expect(verdict).toMatchObject({ code: "memory_grew_in_of", args: { name: "IOSurface", module: "Screen" } });
  });
});

describe("the composition of a footprint", () => {
  it("is what has a stack by the larger tree that both have, and what has none", async () => {
    using files = new SampleFiles();
    const sample = async (footprint: number, mb: number) =>
      readMemorySample([
        files.add(regions(footprint, row("Stack", 1)), `regions ${mb}.txt`),
        files.add(stacks(leaf("a", mb)), `stacks ${mb}.txt`),
      ]);
    const { composition } = compareSamples(await sample(100, 60), await sample(90, 120));
    expect(composition).toEqual({
      tree: "malloc",
      with_stack: { before: 60 * MB, after: 90 * MB, delta: 30 * MB },
      without_stack: { before: 40 * MB, after: 0, delta: -40 * MB },
    });
  });

  it("is not told without a footprint, or without stacks", async () => {
    expect((await compared(stacks(leaf("a", 1)), stacks(leaf("a", 1)), [])).composition).toBe(null);
    expect((await compared(regions(9), regions(9), [])).composition).toBe(null);
  });
});
