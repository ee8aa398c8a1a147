import { describe, expect, it } from "vitest";
import { compareSamples } from "./compare/compare.ts";
import { packedSample, unpackedSample } from "./packed.ts";
import { allBySizeText, heapText, sampleOf, vmmapText } from "./testing/index.ts";
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

  it("is compared as the sample itself is", async () => {
    const [before, after] = [await sampleOfCalls(10, 20), await sampleOfCalls(40, 25)];
    const again = compareSamples(unpackedSample(packedSample(before)), unpackedSample(packedSample(after)));
    expect(again).toEqual(compareSamples(before, after));
    expect(again.malloc?.rows.some(({ kind }) => kind === "new")).toBe(true);
  });
});
