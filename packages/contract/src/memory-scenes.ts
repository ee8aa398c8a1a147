/** Two memory traces, scene by scene. */
import { z } from "zod";
import { MEMORY_MEASURES, memoryTrace } from "./memory.ts";
import { id, time } from "./shapes.ts";

const known = z.number().nullable();
const sceneSample = z.object({
  sample_id: id,
  number: z.int(),
  label: z.string(),
  taken_at: time,
  footprint_bytes: known,
  footprint_measure: z.enum(MEMORY_MEASURES).nullable(),
  /** Of Java's heap, what something holds. */
  java_bytes: known,
});
const pair = z.object({
  before: sceneSample,
  after: sceneSample,
  /** Of the footprint, and of Java's heap where neither tells a footprint; null where both do not tell the same by the same measure. */
  delta: known,
});
export type MemoryPair = z.output<typeof pair>;

export const memoryScenes = z.object({
  /** The traces that are compared, also where versions were asked for. */
  before: memoryTrace,
  after: memoryTrace,
  /** The samples that were taken last; null where one of the traces has none that is read. */
  last: pair.nullable(),
  /** Samples of the same scene, in the order in which the later trace has them; of several of one trace the last. */
  scenes: z.array(pair),
  /** Scenes that one of them alone has. */
  only_before: z.array(z.string()),
  only_after: z.array(z.string()),
});
export type MemoryScenes = z.output<typeof memoryScenes>;

/** A version of an app of which there are traces. */
export const memoryVersion = z.object({
  app_name: z.string(),
  app_version: z.string(),
  traces: z.int(),
  /** When a sample last came or went. */
  updated_at: time,
});
export type MemoryVersion = z.output<typeof memoryVersion>;
