/** The devices that a run wants: what each has, did and waits for. */
import { z } from "zod";
import { RUN_OUTCOMES } from "../automation.ts";
import { id, phase, runProgress, time } from "../shapes.ts";
import { DEVICE_RESULTS, SLOT_STATES } from "../slots.ts";
import { said } from "../words.ts";
import { caseTotals } from "./jobs.ts";

/** Why a wanted device has not been given yet. `parallel_limit` is the project's limit, `user_limit` its owner's. */
export const WAIT_REASONS = [
  "no_device",
  /** Those that fit took part in this run already, and none does so twice. */
  "devices_used",
  /** Those that fit and are online are in use or not ready. */
  "devices_busy",
  "devices_offline",
  /** All that fit are reported as broken, by work orders that are open. */
  "devices_broken",
  /** All others that fit failed their last self-check. */
  "devices_unwell",
  /** All that fit and are online are of agents that are draining. */
  "devices_draining",
  /** All that fit were taken out of use. */
  "devices_out_of_use",
  /** All that fit are there for no automated tests. */
  "devices_no_tasks",
  "parallel_limit",
  "user_limit",
  "behind_others",
  /** A device is free and nobody goes first: it is about to be given. */
  "next",
  /** It runs in an image, and no device that fits is at an agent that has a container engine. */
  "no_engine",
  /** There are such devices, and they are in use or offline; others that fit would not do. */
  "engine_not_free",
] as const;

/** What was recorded of the memory of the app under test on a device. */
const partMemory = z.object({
  /** Null where no recording was begun. */
  trace_id: id.nullable(),
  /** Its samples: all, those that are being read, and those that could not be taken or read. */
  samples: z.int(),
  reading: z.int(),
  refused: z.int(),
  /** Why none was begun, or why it ended before the cases did. */
  fault: said.nullable(),
});
export type PartMemory = z.output<typeof partMemory>;

/** A device that a slot had and lost: another took its place, or nothing did. */
const lostDevice = z.object({
  device_id: id,
  brand: z.string(),
  model: z.string(),
  serial: z.string(),
  os: z.string(),
  os_version: z.string(),
  error: said.nullable(),
  phases: z.array(phase),
  /** Null where the job asks for none. */
  memory: partMemory.nullable(),
  /** The cases that came to an end on it. */
  totals: caseTotals,
});
export type LostDevice = z.output<typeof lostDevice>;

export const slot = z.object({
  /** Counts from 0; scripts know it as `DEVICE_SEQ`. */
  device_seq: z.int(),
  state: z.enum(SLOT_STATES),
  result: z.enum(DEVICE_RESULTS),
  /** How the agent said that it ended; null until it did. */
  outcome: z.enum(RUN_OUTCOMES).nullable(),
  error: said.nullable(),
  /** The device that has it or had it last; null before the first. */
  device_id: id.nullable(),
  brand: z.string(),
  model: z.string(),
  serial: z.string(),
  os: z.string(),
  os_version: z.string(),
  phases: z.array(phase),
  /** Null where the job asks for none. */
  memory: partMemory.nullable(),
  totals: caseTotals,
  /** While it has a device. */
  progress: runProgress.nullable(),
  /** While it waits. */
  queue: z
    .object({
      /** Wanted devices of any test that go before it, and one. */
      position: z.int(),
      reason: z.enum(WAIT_REASONS),
      /** When a device may come free, by the deadlines of those that hold what it waits for; null when nobody can say. */
      eta: time.nullable(),
    })
    .nullable(),
  /** The person who took its device, and with it its part in the run, and the debug session that they have there. */
  taken_over: z.object({ user_id: id, user_name: z.string(), test_id: id }).nullable(),
  /** Devices that it had and lost, oldest first; the last is its device still when none took its place. */
  lost_devices: z.array(lostDevice),
});
export type Slot = z.output<typeof slot>;
