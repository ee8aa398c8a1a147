/** Memory that is recorded from the device of a test: what is asked of it, and how far it is. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { id, text, time } from "./shapes.ts";
import { TEST_KINDS } from "./states.ts";
import { said } from "./words.ts";

/** An interval of samples, in seconds; null: a sample is taken where somebody asks for it. */
export const memoryInterval = z
  .int()
  .min(LIMITS.memory_every_min_seconds)
  .max(LIMITS.memory_every_max_seconds)
  .nullable();
/** As the device names it: of an app's main process the name of its package, of others with `:name` behind. */
export const memoryProcessName = text(LIMITS.memory_process_max).min(1);
/** The scene of a sample. */
export const memoryScene = text(LIMITS.name_max).trim();

export const memoryProcess = z.object({
  pid: z.int().positive(),
  name: memoryProcessName,
  /** Its app is on the screen. */
  is_in_front: z.boolean(),
});
export type MemoryProcess = z.output<typeof memoryProcess>;

/** What an agent samples, until it is told to stop or the session is over. */
export const memoryWish = z.object({
  recording_id: id,
  process: memoryProcessName,
  every_seconds: memoryInterval,
  /** With what lies in the Java heap, which stops the app while it is written down. */
  with_heap: z.boolean(),
  /** The number of the sample that is taken next: those before are the server's already. */
  next_number: z.int().positive(),
});
export type MemoryWish = z.output<typeof memoryWish>;

/** What an agent is at: `waiting`, since no process of the name runs. */
export const MEMORY_RECORDING_PHASES = ["idle", "sampling", "waiting"] as const;
export type MemoryRecordingPhase = (typeof MEMORY_RECORDING_PHASES)[number];
export const MEMORY_RECORDING_STATES = ["recording", "ended"] as const;

export const memoryRecording = z.object({
  recording_id: id,
  trace_id: id,
  /** Null once the test is not kept any more. */
  test_id: id.nullable(),
  /** Of a debug session, or of a run, by whose report it is found. */
  test_kind: z.enum(TEST_KINDS).nullable(),
  device_id: id,
  /** As they were told when the test began. */
  serial: z.string(),
  brand: z.string(),
  model: z.string(),
  process: z.string(),
  every_seconds: memoryInterval,
  with_heap: z.boolean(),
  state: z.enum(MEMORY_RECORDING_STATES),
  /** Of a recording that goes on. */
  phase: z.enum(MEMORY_RECORDING_PHASES),
  started_at: time,
  ended_at: time.nullable(),
  ended_reason: said.nullable(),
  /** Who began it. */
  user_name: z.string(),
});
export type MemoryRecording = z.output<typeof memoryRecording>;
