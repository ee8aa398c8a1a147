import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allBySizeText,
  heapText,
  javaHeapBytes,
  loliText,
  meminfoText,
  type Node,
  sampleOf,
  SHOP,
  vmmapText,
  type VmRow,
} from "../testing/index.ts";
import { compareSamples } from "./compare.ts";

const MB = 1024 ** 2;
const leaf = (bytes: number): Node => ({ symbol: "malloc", image: "libsystem_malloc.dylib", bytes, count: 1 });
const call = (symbol: string, calls: Node[]): Node => ({ symbol, bytes: 0, count: 0, calls });
const compareTexts = async (before: string, after: string, noise?: number) =>
  compareSamples(await sampleOf(before), await sampleOf(after), noise);
const rowOf = (type: string, dirtyMb: number): VmRow => ({ type, sizes: [1, 1, dirtyMb * 1024, 0, 0, 0, 0], count: 1 });
const vmmapOf = (footprint: string, ...rows: VmRow[]) =>
  vmmapText(rows, [{ name: "Z_0x1", dirty: 1, swapped: 0, allocated: 1, count: 1 }], true, { ...SHOP, footprint });

describe("compareSamples", () => {
  it("of the same twice tells no difference, however small the noise", async () => {
    const texts = [
      vmmapOf("100.0M", rowOf("Stack", 7)),
      heapText([{ name: "A", bytes: 10 * MB, count: 1 }]),
      allBySizeText([call("main", [leaf(9 * MB)])]),
      meminfoText(1, "a", [{ type: "Native Heap", numbers: [90_000, 1, 0, 0, 2] }]),
    ];
    for (const text of texts) {
      const { verdict, footprint, regions, zones, classes, malloc } = await compareTexts(text, text, 0);
      expect(verdict.code).toBe("memory_same");
      expect(footprint?.delta ?? 0).toBe(0);
      for (const part of [regions, zones, classes, malloc])
        if (part) expect(part).toMatchObject({ delta: 0, rows: [], other: { count: 0, delta: 0 } });
    }
  });

  it("tells what grew, shrank, is new and is gone, and the rest together", async () => {
    const before = vmmapOf(
      "100.0M",
      rowOf("Stack", 20),
      rowOf("MALLOC_SMALL", 30),
      rowOf("Image IO", 6),
      rowOf("CoreUI", 3),
    );
    const after = vmmapOf(
      "138.0M",
      rowOf("Stack", 12),
      rowOf("MALLOC_SMALL", 61),
      rowOf("IOSurface", 9),
      rowOf("CoreUI", 5),
    );
    const { verdict, footprint, regions } = await compareTexts(before, after);
    expect(footprint).toEqual({ measure: "phys_footprint", before: 100 * MB, after: 138 * MB, delta: 38 * MB });
    expect(regions?.rows.map(({ name, kind, delta }) => [name, kind, delta / MB])).toEqual([
      ["MALLOC_SMALL", "grown", 31],
      ["IOSurface", "new", 9],
      ["Stack", "shrunk", -8],
      ["Image IO", "gone", -6],
    ]);
    expect(regions).toMatchObject({
      delta: 28 * MB,
      other: { count: 1, before: 3 * MB, after: 5 * MB, delta: 2 * MB },
    });
    expect(verdict).toMatchObject({
      code: "memory_grew_in",
      args: { delta: "+38.0 MB", part: "31.0 MB", name: "MALLOC_SMALL" },
    });
  });

  it.each([
    [100, 104, [], "memory_steady"],
    [100, 100, [10, 0], "memory_moved"],
    [138, 100, [30, 0], "memory_shrank_in"],
    [100, 138, [0, 50], "memory_grew_most"],
    [138, 100, [50, 0], "memory_shrank_most"],
    [100, 138, [], "memory_grew"],
    [138, 100, [], "memory_shrank"],
  ])("from %i to %i MB, with a region of %j, says %s #%#", async (before, after, [from = 0, to = 0], code) => {
    const [one, two] = [vmmapOf(`${before}.0M`, rowOf("A", from)), vmmapOf(`${after}.0M`, rowOf("A", to))];
    expect((await compareTexts(one, two)).verdict.code).toBe(code);
  });

  it("counts the noise as it is given", async () => {
    const texts = [vmmapOf("100.0M", rowOf("A", 10)), vmmapOf("103.0M", rowOf("A", 13))] as const;
    expect((await compareTexts(...texts)).verdict.code).toBe("memory_steady");
    expect((await compareTexts(...texts, 3 * MB)).verdict).toMatchObject({
      code: "memory_grew_in",
      args: { name: "A" },
    });
  });

  it("names who allocated, not what hands out memory, and matches calls by symbol and image, never by address", async () => {
    const tree = (mb: number) => [
      call("main", [
        call("ImageCache::load", [
          { ...call("operator new(unsigned long)", [leaf(mb * MB)]), image: "libc++abi.dylib" },
        ]),
      ]),
      call("worker", [leaf(4 * MB)]),
    ];
    const text = (mb: number, base: number) => allBySizeText(tree(mb), base).replaceAll(/^Physical.*\n/gm, "");
    const { malloc, verdict } = await compareTexts(text(10, 0x1_0000_0000), text(41, 0x7_0000_0000));
    expect(malloc?.rows).toMatchObject([
      { name: "ImageCache::load", image: "Shop", kind: "grown", before: 10 * MB, after: 41 * MB },
    ]);
    expect(malloc?.rows[0]?.stack.at(-1)).toBe("malloc (libsystem_malloc.dylib)");
    expect(malloc?.other).toEqual({ count: 0, before: 4 * MB, after: 4 * MB, delta: 0 });
    expect(verdict).toMatchObject({ code: "memory_grew_in", args: { delta: "+31.0 MB", name: "ImageCache::load" } });
  });

  it("tells growth of many small calls at what they are called by", async () => {
    const scene = (kb: number) =>
      call(
        "Scene::draw",
        Array.from({ length: 100 }, (_, index) => call(`part ${index}`, [leaf(kb * 1024)])),
      );
    const { malloc } = await compareTexts(
      loliText([call("main", [scene(10)])]),
      loliText([call("main", [scene(110)])]),
    );
    expect(malloc?.rows.map(({ name, delta }) => [name, delta])).toEqual([["Scene::draw", 100 * 100 * 1024]]);
  });

  it("counts nothing twice in a tree, whatever the trees", async () => {
    const nodesAt = (depth: number): fc.Arbitrary<Node> =>
      fc.record({
        symbol: fc.constantFrom("a", "b", "c"),
        bytes: fc.integer({ min: 0, max: 9 * MB }),
        count: fc.constant(1),
        calls: depth === 0 ? fc.constant([]) : fc.array(nodesAt(depth - 1), { maxLength: 3 }),
      });
    await fc.assert(
      fc.asyncProperty(nodesAt(3), nodesAt(3), async (one, two) => {
        const { malloc } = await compareTexts(loliText([one]), loliText([two]));
        const sum = (key: "before" | "after" | "delta") =>
          (malloc?.rows ?? []).reduce((all, row) => all + row[key], malloc?.other[key] ?? 0);
        for (const key of ["before", "after", "delta"] as const) expect(sum(key)).toBe(malloc?.[key]);
        expect(malloc?.rows.every(({ delta }) => Math.abs(delta) >= 5 * MB)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("finds zones and classes of another run, whatever their addresses", async () => {
    const heap = (address: string, mb: number) =>
      heapText(
        [{ name: `Observer@0x${address}._priv`, type: "C", image: "QuartzCore", bytes: mb * MB, count: 1 }],
        `Z_0x${address}`,
      );
    const { zones, classes } = await compareTexts(heap("102758b60", 10), heap("2ff", 20));
    expect(zones?.rows).toMatchObject([{ name: "Z", kind: "grown", delta: 10 * MB }]);
    expect(classes?.rows).toMatchObject([{ name: "Observer._priv (QuartzCore)", kind: "grown", delta: 10 * MB }]);
  });

  it("names whose objects grew in Java's heap, however they are wrapped", async () => {
    const sampleAt = async (mb: number) =>
      await sampleOf(
        javaHeapBytes(mb),
        meminfoText(7, "shop", [{ type: "Dalvik Heap", numbers: [mb * 1024, 0, 0, 0, 0] }]),
      );
    const { verdict, java, footprint } = compareSamples(await sampleAt(8), await sampleAt(20));
    expect(footprint).toMatchObject({ delta: 12 * MB });
    expect(java?.rows).toMatchObject([{ name: "android.graphics.Bitmap", kind: "grown", delta: 12 * MB }]);
    expect(java?.delta).toBe(12 * (MB + 47 + 4));
    expect(verdict).toMatchObject({
      code: "memory_grew_in",
      args: { name: "android.graphics.Bitmap", part: "12.0 MB" },
    });
  });

  it("refuses two samples that have nothing in common", async () => {
    const [one, two] = [vmmapOf("1.0M", rowOf("A", 1)), loliText([leaf(1)])];
    await expect(compareTexts(one, two)).rejects.toMatchObject({ said: { code: "memory_nothing_common" } });
  });
});
