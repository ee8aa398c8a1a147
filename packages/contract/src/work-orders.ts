/** Work orders: that a device is broken, who sees to it, and what became of it. Document 2's fields and states. */
import { z } from "zod";
import { modelLook } from "./models.ts";
import { id, time } from "./shapes.ts";
import { DEVICE_OS, SELF_CHECK_STEPS, TEST_KINDS } from "./states.ts";
import { said } from "./words.ts";

/** A device with one that is not `processed` gets no tests of kinds that want a sound device. */
export const WORK_ORDER_STATES = ["unprocessed", "processing", "processed"] as const;
export type WorkOrderState = (typeof WORK_ORDER_STATES)[number];
/** Where people bring one from where it is; `processed` is the end. */
export const WORK_ORDER_TRANSITIONS: Readonly<Record<WorkOrderState, readonly WorkOrderState[]>> = {
  unprocessed: ["processing", "processed"],
  processing: ["unprocessed", "processed"],
  processed: [],
};

/** What told the fault: `handover` is what a session left. */
export const WORK_ORDER_SOURCES = ["self_check", "battery", "handover", "person"] as const;
export type WorkOrderSource = (typeof WORK_ORDER_SOURCES)[number];
/** What found it mended. */
export const WORK_ORDER_CLOSERS = ["self_check", "battery", "person"] as const;
export type WorkOrderCloser = (typeof WORK_ORDER_CLOSERS)[number];

/** What of a device was found broken: a step of its self-check, or what needs none: its battery's heat, and what a session left that cannot be cleaned. */
export const WORK_ORDER_STEPS = [...SELF_CHECK_STEPS, "battery_temperature", "handover"] as const;
export type WorkOrderStep = (typeof WORK_ORDER_STEPS)[number];

/** What can be attached, by the ending of its name, and what it is sent as. */
export const WORK_ORDER_FILE_TYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  txt: "text/plain",
  log: "text/plain",
  csv: "text/csv",
  json: "application/json",
  pdf: "application/pdf",
  zip: "application/zip",
  gz: "application/gzip",
} as const;
export type WorkOrderFileType = (typeof WORK_ORDER_FILE_TYPES)[keyof typeof WORK_ORDER_FILE_TYPES];

const isEnding = (ending: string): ending is keyof typeof WORK_ORDER_FILE_TYPES =>
  Object.hasOwn(WORK_ORDER_FILE_TYPES, ending);

/** What a file is by its name; undefined for one that cannot be attached. */
export function workOrderFileType(name: string): WorkOrderFileType | undefined {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") && isEnding(ending) ? WORK_ORDER_FILE_TYPES[ending] : undefined;
}

export const workOrderNumber = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A file that somebody attached to a work order, or to their comment on it. */
export const workOrderFile = z.object({
  file_id: id,
  name: z.string(),
  content_type: z.enum(Object.values(WORK_ORDER_FILE_TYPES)),
  size_bytes: z.int(),
  user_name: z.string(),
  created_at: time,
  /** Whether the caller may remove it. */
  removable: z.boolean(),
});
export type WorkOrderFile = z.output<typeof workOrderFile>;

export const workOrder = z.object({
  /** Counts the installation's. */
  number: z.int(),
  state: z.enum(WORK_ORDER_STATES),
  source: z.enum(WORK_ORDER_SOURCES),
  device: z.object({
    device_id: id,
    brand: z.string(),
    model: z.string(),
    serial: z.string(),
    os: z.enum(DEVICE_OS),
    catalogue: modelLook.nullable(),
  }),
  /** The step of the self-check that failed, or the battery's heat; null of what a person reported. */
  step: z.enum(WORK_ORDER_STEPS).nullable(),
  /** What the self-check found. */
  error: said.nullable(),
  /** What the person wrote. */
  text: z.string(),
  /** Null: a self-check. */
  reporter_name: z.string().nullable(),
  /** Who sees to it. */
  assignee_id: id.nullable(),
  assignee_name: z.string().nullable(),
  /** In which it was found; null where it was none of the project that asks. */
  test: z.object({ test_id: id, kind: z.enum(TEST_KINDS) }).nullable(),
  /** The self-check that found it, for whoever sees the device; null where none did, and of one that was deleted. */
  selfcheck_id: id.nullable(),
  reported_at: time,
  closed_at: time.nullable(),
  /** What found it mended; null while it is open. */
  closed_by: z.enum(WORK_ORDER_CLOSERS).nullable(),
});
export type WorkOrder = z.output<typeof workOrder>;

/** What was done about one: a state that it was brought to, who was to see to it, or only words. */
export const workOrderEntry = z.object({
  entry_id: z.int(),
  /** Null: a self-check. */
  user_name: z.string().nullable(),
  state: z.enum(WORK_ORDER_STATES).nullable(),
  /** To whom it was given; to nobody without a name. Null: this gave it to no one. */
  assigned: z.object({ user_name: z.string().nullable() }).nullable(),
  text: z.string(),
  files: z.array(workOrderFile),
  created_at: time,
});
export type WorkOrderEntry = z.output<typeof workOrderEntry>;
