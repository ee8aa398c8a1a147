import { serialize } from "node:v8";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compareSamples } from "./compare/compare.ts";
import { packedSample, unpackedSample } from "./packed.ts";
import { allBySizeText, heapText, javaHeapBytes, sampleOf, vmmapText } from "./testing/index.ts";
import { topStacks } from "./tree/top-stacks.ts";

const MB = 1024 ** 2;
const sampleOfCalls = (mb: number, calls: number) =>
  sampleOf(
    vmmapText([], [{ name: "DefaultMallocZone_0x1", dirty: 100, swapped: 0, allocated: 40, count: 7 }]),
    heapText([{ name: "Image", type: "Swift", image: "Shop", bytes: mb * MB, count: mb }]),
    allBySizeText(
      Array.from({ length: calls }, (_, index) => ({
        symbol: `begin${index % 7}`,
        bytes: 0,
        count: 0,
        calls: [{ symbol: `load${index}`, bytes: mb * MB + index, count: 3 }],
      })),
    ),
  );

describe("a packed sample", () => {
  it("is the same once it is unpacked, with its trees", async () => {
    const sample = await sampleOfCalls(10, 2_000);
    const again = unpackedSample(packedSample(sample));
    const { stacks: _own, ...plain } = sample;
    expect(again).toMatchObject(plain);
    const [own, other] = [sample.stacks.malloc, again.stacks.malloc];
    if (!own || !other) throw new Error("the tree is gone");
    expect(other.parts()).toEqual(own.parts());
    expect(topStacks(other, 50)).toEqual(topStacks(own, 50));
    expect(again.stacks.vm).toBe(null);
  });

  it("has Java's heap", async () => {
    const sample = await sampleOf(javaHeapBytes(2, 1));
    const again = unpackedSample(packedSample(sample));
    expect(again.stacks.java?.parts()).toEqual(sample.stacks.java?.parts());
    expect(again).toMatchObject({ unheld: sample.unheld, classes: sample.classes });
  });

  it("is read that was packed before Java's heap and leaks were", async () => {
    const sample = await sampleOfCalls(10, 20);
    const { malloc, vm } = sample.stacks;
    const { leaks: _leaks, unheld: _unheld, ...kept } = sample;
    const classes = sample.classes.map(({ retained: _retained, ...row }) => row);
    const stacks = { malloc: malloc?.parts() ?? null, vm: vm?.parts() ?? null };
    const again = unpackedSample(gzipSync(serialize({ ...kept, classes, stacks })));
    expect(again).toMatchObject({ leaks: null, unheld: null, classes: [{ name: "Image", retained: null }] });
    expect(again.stacks.java).toBe(null);
    expect(compareSamples(again, sample)).toMatchObject({ java: null, verdict: { code: "memory_same" } });
  });

  it("is compared as the sample itself is", async () => {
    const [before, after] = [await sampleOfCalls(10, 20), await sampleOfCalls(40, 25)];
    const again = compareSamples(unpackedSample(packedSample(before)), unpackedSample(packedSample(after)));
    expect(again).toEqual(compareSamples(before, after));
    expect(again.malloc?.rows.some(({ kind }) => kind === "new")).toBe(true);
  });
});
