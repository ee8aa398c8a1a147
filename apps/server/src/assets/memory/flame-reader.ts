import type { Result, Said } from "@udt/base";
import type { MemoryTree, MemoryTreeFormat } from "@udt/contract";
import { ofPackedSamples, type OfPackedSamples } from "./packed-samples.ts";

/** Gzipped: JSON of a `memoryFlame`, or a file of another format. */
type Flame = Uint8Array<ArrayBuffer>;
export type FlameReading = Result<Flame, Said>;
export interface FlameInput {
  /** Where the packed samples lie. */
  sample: string;
  before: string | null;
  tree: MemoryTree;
  format: MemoryTreeFormat;
  /** Of the sample, epoch milliseconds. */
  taken_at: number;
}
export type FlameReader = OfPackedSamples<FlameInput, Flame>;

const READ_MAX_MINUTES = 1;

/** Makes trees ready for flame graphs. */
export const threadedFlameReader = (): FlameReader =>
  ofPackedSamples(new URL("./flame-reader.worker.ts", import.meta.url), READ_MAX_MINUTES);
