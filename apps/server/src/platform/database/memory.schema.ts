/** Memory traces, their samples, and the files that these were read from. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type {
  MemgraphTool,
  MEMORY_DEVICE_GB,
  MEMORY_FORMATS,
  MEMORY_SAMPLE_STATES,
  MemoryFacts,
  MemoryRecordingPhase,
  Said,
} from "@udt/contract";
import { tests } from "./core.schema.ts";
import { byUser, withFilesInProject } from "./references.ts";
import { sql } from "./sql.ts";

/** What a sample has of a module that is to have less. */
export interface OverBudget {
  module: string;
  bytes: number;
  budget_bytes: number;
}

const time = () => bigint({ mode: "number" });

export const memory_traces = pgTable(
  "memory_traces",
  {
    trace_id: text().primaryKey(),
    project_id: withFilesInProject(),
    name: text().notNull(),
    app_name: text().notNull(),
    app_version: text().notNull(),
    /** Of the device that it was taken on; null where nobody said. */
    device_memory_gb: integer().$type<(typeof MEMORY_DEVICE_GB)[number]>(),
    /** Somebody said that it is not to give way to others. */
    is_kept: boolean().notNull().default(false),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [
    index("memory_traces_project").on(table.project_id, table.updated_at.desc().nullsFirst()),
    index("memory_traces_version").on(
      table.project_id,
      table.app_name,
      table.app_version,
      table.updated_at.desc().nullsFirst(),
    ),
  ],
);

/** What agents take samples for. A recording outlives its test as its samples do. */
export const memory_recordings = pgTable(
  "memory_recordings",
  {
    recording_id: text().primaryKey(),
    trace_id: text()
      .notNull()
      .references(() => memory_traces.trace_id, { onDelete: "cascade" }),
    test_id: text().references(() => tests.test_id, { onDelete: "set null" }),
    device_id: text().notNull(),
    /** The device as it was told when the test began. */
    serial: text().notNull(),
    brand: text().notNull(),
    model: text().notNull(),
    /** Who comes with another may add nothing to it. */
    lease_token: bigint({ mode: "number" }).notNull(),
    process: text().notNull(),
    /** Null: samples are taken where somebody asks for them. */
    every_seconds: integer(),
    with_heap: boolean().notNull(),
    phase: text().$type<MemoryRecordingPhase>().notNull(),
    /** Of the sample that its agent takes next. */
    next_number: integer().notNull(),
    user_id: byUser(),
    started_at: time().notNull(),
    /** Null while it goes on. */
    ended_at: time(),
    ended_reason: jsonb().$type<Said>(),
  },
  (table) => [
    uniqueIndex("memory_recordings_exclusive")
      .on(table.test_id, table.device_id)
      .where(sql`${table.ended_at} is null`),
    index("memory_recordings_trace").on(table.trace_id, table.started_at.desc().nullsFirst()),
    index("memory_recordings_test").on(table.test_id, table.device_id, table.started_at.desc().nullsFirst()),
  ],
);

/** Devices of runs whose memory traces have given way to others: else their reports would tell that nothing was recorded. */
export const memory_given_way = pgTable(
  "memory_given_way",
  {
    test_id: text()
      .notNull()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    device_id: text().notNull(),
    given_way_at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.test_id, table.device_id] })],
);

export const memory_samples = pgTable(
  "memory_samples",
  {
    sample_id: text().primaryKey(),
    trace_id: text()
      .notNull()
      .references(() => memory_traces.trace_id, { onDelete: "cascade" }),
    number: integer().notNull(),
    label: text().notNull(),
    /** Null until it is read, where who made it did not say. */
    taken_at: time(),
    state: text().$type<(typeof MEMORY_SAMPLE_STATES)[number]>().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    read_bytes: bigint({ mode: "number" }).notNull(),
    /** How often a server has begun to read it and did not come to an end. */
    begun: integer().notNull(),
    fault: jsonb().$type<Said>(),
    notes: jsonb().$type<Said[]>().notNull().default([]),
    /** By which it was taken; null for files that were uploaded. */
    recording_id: text().references(() => memory_recordings.recording_id, { onDelete: "set null" }),
    facts: jsonb().$type<MemoryFacts>(),
    /** Modules over their budgets by the rules of the moment at which it was read. */
    over_budget: jsonb().$type<OverBudget[]>().notNull().default([]),
    /** The sample as it was read, and what its report shows of it. */
    sample_blob: text(),
    report_blob: text(),
    user_id: byUser(),
    created_at: time().notNull(),
    /** When the server that reads it was last seen to. */
    touched_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("memory_samples_number").on(table.trace_id, table.number),
    index("memory_samples_state").on(table.state, table.touched_at),
  ],
);

export const memory_files = pgTable(
  "memory_files",
  {
    sample_id: text()
      .notNull()
      .references(() => memory_samples.sample_id, { onDelete: "cascade" }),
    file_no: integer().notNull(),
    /** By which it came: gone once the sample is read, or refused. Null where an agent handed it in, as a blob. */
    upload_id: text(),
    file_name: text().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    format: text().$type<(typeof MEMORY_FORMATS)[number]>(),
    lines: integer(),
    blob_key: text(),
    /** Which of Apple's tools wrote it of the sample's memory graph, at an agent; null for what was uploaded or recorded. */
    tool: text().$type<MemgraphTool>(),
  },
  (table) => [primaryKey({ columns: [table.sample_id, table.file_no] })],
);
