import type { Result, Said } from "@udt/base";
import type { MemoryComparison, PartitionRule } from "@udt/contract";
import { ofPackedSamples, type OfPackedSamples } from "./packed-samples.ts";

export type Compared = Omit<MemoryComparison, "before" | "after" | "rules_version">;
export type Comparing = Result<Compared, Said>;
export interface ComparerInput {
  /** Where the packed samples lie. */
  before: string;
  after: string;
  noise: number;
  rules: PartitionRule[];
}
export type SampleComparer = OfPackedSamples<ComparerInput, Compared>;

const COMPARE_MAX_MINUTES = 2;

/** Compares samples. */
export const threadedSampleComparer = (): SampleComparer =>
  ofPackedSamples(new URL("./sample-comparer.worker.ts", import.meta.url), COMPARE_MAX_MINUTES);
