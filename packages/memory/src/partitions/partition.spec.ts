import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemorySample } from "../sample.ts";
import {
  allBySizeText,
  collapsedText,
  heapText,
  javaHeapBytes,
  meminfoText,
  type Node,
  partitionRuleOf as rule,
  sampleOf,
  SHOP,
  vmmapText,
  type VmRow,
} from "../testing/index.ts";
import { CallTree } from "../tree/call-tree.ts";
import { partition } from "./partition.ts";
import type { PartitionRule } from "./rules.ts";

const MB = 1024 ** 2;
const FIVE = { of_module: 5, of_rest: 5 };
const call = (symbol: string, mb: number, calls: Node[] = [], image = "Shop"): Node => ({
  symbol,
  image,
  bytes: mb * MB,
  count: 1,
  calls,
});
const mapped = (symbol: string, mb: number): Node => call(symbol, 0, [call("mmap", mb, [], "libsystem_kernel.dylib")]);
const rowOf = (type: string, mb: number): VmRow => ({ type, sizes: [1, 1, mb * 1024, 0, 0, 0, 0], count: 1 });
const vmmapOf = (footprint: string, ...rows: VmRow[]) =>
  vmmapText(rows, [{ name: "Z_0x1", dirty: 1, swapped: 0, allocated: 1, count: 1 }], true, { ...SHOP, footprint });
/** Of each module, and of what none has, what it holds. */
const heldOf = (sample: MemorySample, ...rules: PartitionRule[]) => {
  const { modules, unexplained } = partition(sample, rules, FIVE);
  return [...modules.map(({ module, held }) => [module, held / MB] as const), ["–", unexplained.held / MB] as const];
};

const stacks = [
  call("main", 1, [
    call("Shop.list", 2, [
      call("ImageCache.load", 0, [call("malloc", 30, [], "libsystem_malloc.dylib")]),
      call("SQLite.open", 0, [call("sqlite3_open", 8, [], "libsqlite3.dylib")]),
    ]),
    call("Ads.show", 4),
  ]),
];

describe("a partition", () => {
  it("gives a stack to the first rule that any of its calls fits, however deep it lies", async () => {
    const sample = await sampleOf(allBySizeText(stacks));
    const images = rule("Images", { symbol: "ImageCache.*" });
    const list = rule("List", { symbol: "Shop.list" });
    expect(heldOf(sample, images, list)).toEqual([
      ["Images", 30],
      ["List", 10],
      ["–", 5],
    ]);
    expect(heldOf(sample, list, images)).toEqual([
      ["List", 40],
      ["Images", 0],
      ["–", 5],
    ]);
    expect(heldOf(sample)).toEqual([["–", 45]]);
  });

  it("asks for symbol and image at one call, and adds what several rules give a module", async () => {
    const sample = await sampleOf(allBySizeText(stacks));
    expect(heldOf(sample, rule("Data", { symbol: "SQLite.*", image: "libsqlite3.dylib" }))).toEqual([
      ["Data", 0],
      ["–", 45],
    ]);
    const data = [
      rule("Data", { image: "*sqlite*" }),
      rule("Ads", { symbol: "Ads.*" }),
      rule("Data", { symbol: "main" }),
    ];
    expect(heldOf(sample, ...data)).toEqual([
      ["Data", 41],
      ["Ads", 4],
      ["–", 0],
    ]);
  });

  it("sorts regions without stack by type, and leaves out those in which the told blocks of malloc lie", async () => {
    const vmmap = vmmapOf("90.0M", rowOf("MALLOC_SMALL", 50), rowOf("IOSurface", 20), rowOf("Stack", 7));
    const rules = [
      rule("Textures", { symbol: "ImageCache.*", region: "IOSurface" }),
      rule("Heap", { region: "MALLOC_*" }),
    ];
    const both = partition(await sampleOf(vmmap, allBySizeText(stacks)), rules, FIVE);
    expect(both.total).toEqual({ malloc: 45 * MB, vm: null, java: null, regions: 27 * MB, held: 72 * MB });
    expect(both.modules).toMatchObject([
      { malloc: 30 * MB, regions: 20 * MB, held: 50 * MB, types: [{ type: "IOSurface", footprint: 20 * MB }] },
      { held: 0, types: [] },
    ]);
    expect(both.unexplained).toMatchObject({ malloc: 15 * MB, regions: 7 * MB, types: [{ type: "Stack" }] });
    const alone = partition(await sampleOf(vmmap), rules, FIVE);
    expect(alone.total).toEqual({ malloc: null, vm: null, java: null, regions: 77 * MB, held: 77 * MB });
    expect(alone.modules.map(({ held }) => held / MB)).toEqual([20, 50]);
    const [largest, ...others] = partition(await sampleOf(vmmap), [], { of_module: 5, of_rest: 1 }).unexplained.types;
    expect([largest?.type, others]).toEqual(["MALLOC_SMALL", []]);
    const android = await sampleOf(
      meminfoText(1, "a", [
        { type: "Native Heap", numbers: [40_960, 1, 0, 0, 2] },
        { type: "Dalvik Heap", numbers: [10_240, 1, 0, 0, 2] },
      ]),
      collapsedText(stacks),
    );
    expect(partition(android, [], FIVE).total).toMatchObject({ malloc: 45 * MB, regions: 10 * MB });
  });

  it("never adds the tree of VM regions to that of malloc, nor to regions", async () => {
    const sample = await sampleOf(
      allBySizeText([...stacks, mapped("ImageCache.map", 60)]),
      vmmapOf("90.0M", rowOf("Stack", 7)),
    );
    const [images] = partition(sample, [rule("Images", { symbol: "ImageCache.*" })], FIVE).modules;
    expect(images).toMatchObject({ malloc: 30 * MB, vm: 60 * MB, held: 30 * MB });
  });

  it("flags a module above a quarter by either tree, one over its budget, and stacks of less than half", async () => {
    const flags = async (budget_mb: number | null, ...texts: string[]) => {
      const budget_bytes = budget_mb === null ? null : budget_mb * MB;
      const rules = [rule("A", { symbol: "a*", budget_bytes, owner: "Team A" })];
      const { modules, stack_coverage } = partition(await sampleOf(...texts), rules, FIVE);
      return { ...modules[0], stack_coverage };
    };
    const quarter = [call("a", 25), call("b", 75)];
    expect(await flags(25, collapsedText(quarter))).toMatchObject({
      owner: "Team A",
      percent: 25,
      is_large: false,
      is_over: false,
      stack_coverage: null,
    });
    expect(await flags(24, collapsedText([call("a", 25), call("b", 74)]))).toMatchObject({
      is_large: true,
      is_over: true,
    });
    const vm = allBySizeText([...quarter, mapped("abc", 30), mapped("b", 30)]);
    expect(await flags(29, vm)).toMatchObject({ percent: 50, is_large: true, is_over: true });
    expect(await flags(30, vm)).toMatchObject({ is_over: false });
    expect(await flags(null, vm)).toMatchObject({ is_over: false });
    const covered = (footprint: string) =>
      flags(null, allBySizeText([call("a", 10)]), vmmapOf(footprint, rowOf("Stack", 1)));
    expect((await covered("20.0M")).stack_coverage).toEqual({ percent: 50, is_low: false });
    expect((await covered("20.1M")).stack_coverage).toMatchObject({ is_low: true });
    expect((await covered("2.0M")).stack_coverage).toEqual({ percent: 100, is_low: false });
    expect((await flags(null, heapText([{ name: "A", bytes: MB, count: 1 }]))).stack_coverage).toBe(null);
  });

  it("tells the stacks that have the most of each module, and of what no rule explains", async () => {
    const sample = await sampleOf(
      collapsedText([call("main", 9, [call("a1", 3), call("a2", 5), call("a3", 4), call("b", 1)])]),
    );
    const { modules, unexplained } = partition(sample, [rule("A", { symbol: "a*" })], { of_module: 2, of_rest: 1 });
    expect(modules[0]?.stacks.malloc).toEqual([
      { name: "a2", image: "", bytes: 5 * MB, stack: ["main", "a2"] },
      { name: "a3", image: "", bytes: 4 * MB, stack: ["main", "a3"] },
    ]);
    expect(unexplained.stacks.malloc.map(({ name }) => name)).toEqual(["main"]);
  });

  it("sorts Java's heap by classes, and leaves out the regions in which it lies", async () => {
    const types = ["Dalvik Heap", "Dalvik Large Object", ".art mmap", "Dalvik Other", "Native Heap"];
    const meminfo = meminfoText(
      7,
      "com.shop",
      types.map((type) => ({ type, numbers: [1_024, 1_024, 0, 0, 1_024] })),
    );
    const rules = [rule("Images", { symbol: "com.shop.ImageCache" }), rule("Runtime", { region: "Dalvik*" })];
    const { total, modules, unexplained, stack_coverage } = partition(
      await sampleOf(javaHeapBytes(3), meminfo),
      rules,
      FIVE,
    );
    const held = 3 * (MB + 47 + 4) + 20 + 16;
    expect(modules).toMatchObject([
      {
        module: "Images",
        java: held,
        malloc: 0,
        regions: 0,
        held,
        stacks: { java: [{ name: "android.graphics.Bitmap" }, {}, {}, {}, {}] },
      },
      { module: "Runtime", java: 0, regions: MB, held: MB, types: [{ type: "Dalvik Other" }] },
    ]);
    expect(unexplained).toMatchObject({ java: 0, regions: MB, types: [{ type: "Native Heap" }] });
    expect(total).toEqual({ malloc: null, vm: null, java: held, regions: 2 * MB, held: held + 2 * MB });
    expect(stack_coverage).toMatchObject({ is_low: false });
  });

  it("makes the whole, to the byte, whatever the tree and the rules", () => {
    const tree = fc.array(fc.tuple(fc.nat(20), fc.nat(6), fc.nat(1_000)), { maxLength: 60 });
    const patterns = fc.array(fc.tuple(fc.constantFrom("A", "B", "C"), fc.constantFrom("f1", "f2", "f*", "*3", "*")), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(tree, patterns, (calls, wanted) => {
        const malloc = new CallTree();
        for (const [parent, frame, bytes] of calls)
          malloc.add(malloc.child(parent % malloc.size, malloc.frames.numberOf(`f${frame}`, "")), bytes, 1);
        malloc.summed();
        const rules = wanted.map(([module, symbol]) => rule(module, { symbol }));
        const { modules, unexplained, total } = partition(
          { footprint_bytes: 1, regions: [], stacks: { malloc, vm: null, java: null } },
          rules,
          FIVE,
        );
        expect(modules.reduce((sum, one) => sum + one.malloc, unexplained.malloc)).toBe(total.malloc);
        // By what it means: each call's own bytes go to the first rule that its stack fits.
        const own = malloc.ownBytes();
        const fits = (symbol: string, name: string) => new RegExp(`^${symbol.replace("*", ".*")}$`).test(name);
        const expected = new Map(modules.map(({ module }) => [module, 0]));
        for (let node = 1; node < malloc.size; node += 1) {
          const names = malloc.pathTo(node).map((frame) => malloc.frames.symbols[frame] ?? "");
          const first = rules.find(({ symbol }) => names.some((name) => fits(symbol, name)));
          if (first) expected.set(first.module, (expected.get(first.module) ?? 0) + (own[node] ?? 0));
        }
        expect(new Map(modules.map(({ module, held }) => [module, held]))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
