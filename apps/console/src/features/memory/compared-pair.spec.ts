import type { MemorySample } from "@udt/contract";
import { expect, it } from "vitest";
import { comparedPair } from "./compared-pair.ts";

const sampleOf = (sample_id: string, state: MemorySample["state"] = "read"): MemorySample => ({
  sample_id,
  trace_id: "t-1",
  number: 1,
  label: "",
  taken_at: 1_500,
  state,
  size_bytes: 10,
  read_bytes: 10,
  fault: null,
  notes: [],
  recording_id: null,
  created_at: 1_500,
  facts: null,
  files: [],
  user_name: "member",
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
