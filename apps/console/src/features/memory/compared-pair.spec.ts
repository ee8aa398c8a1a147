import type { MemorySample } from "@udt/contract";
import { expect, it } from "vitest";
import { comparedPair } from "./compared-pair.ts";
import { SAMPLE } from "./memory.fixture.ts";

const sampleOf = (sample_id: string, state: MemorySample["state"] = "read"): MemorySample => ({
  ...SAMPLE,
  sample_id,
  state,
});
const SAMPLES = [sampleOf("a"), sampleOf("b"), sampleOf("refused", "refused"), sampleOf("c")];

it.each([
  ["c", "b", "c"],
  ["b", "a", "b"],
  // Nothing was taken before it.
  ["a", "a", "b"],
  // There is nothing of it that could be compared.
  ["refused", "a", "c"],
  ["gone", "a", "c"],
])("with %s chosen compares %s with %s", (chosen, before, after) => {
  const one = SAMPLES.find(({ sample_id }) => sample_id === chosen);
  const pair = comparedPair(SAMPLES, one);
  expect([pair?.before.sample_id, pair?.after.sample_id]).toEqual([before, after]);
});

it("takes two samples that are read", () => {
  expect(comparedPair([sampleOf("a"), sampleOf("b", "reading")], undefined)).toBeUndefined();
});
