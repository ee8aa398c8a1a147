/** Which memory sample others of its app are measured by. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { MEMORY_MEASURES } from "./memory.ts";
import { rule } from "./rules.ts";
import { id, text, time } from "./shapes.ts";

/** Of which branch a baseline is where nothing is said. */
export const MEMORY_BRANCH = "main";
export const memoryBranch = text(LIMITS.name_max).trim().min(1, rule("required")).default(MEMORY_BRANCH);

export const memoryBaseline = z.object({
  baseline_id: id,
  app_name: z.string(),
  branch: z.string(),
  sample_id: id,
  trace_id: id,
  trace_name: z.string(),
  app_version: z.string(),
  /** The sample's number in its trace, and its scene. */
  number: z.int(),
  label: z.string(),
  taken_at: time,
  footprint_bytes: z.number().nullable(),
  footprint_measure: z.enum(MEMORY_MEASURES).nullable(),
  /** Of Java's heap, what something holds. */
  java_bytes: z.number().nullable(),
  /** Who made it the baseline, and when. */
  user_name: z.string(),
  created_at: time,
});
export type MemoryBaseline = z.output<typeof memoryBaseline>;
