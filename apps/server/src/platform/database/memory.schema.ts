/** Memory traces, their samples, and the files that these were read from. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MEMORY_DEVICE_GB, MEMORY_FORMATS, MEMORY_SAMPLE_STATES, MemoryFacts, Said } from "@udt/contract";
import { byUser, withFilesInProject } from "./references.ts";

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
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [index("memory_traces_project").on(table.project_id, table.updated_at.desc().nullsFirst())],
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
    facts: jsonb().$type<MemoryFacts>(),
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
    /** By which it came: gone once the sample is read, or refused. */
    upload_id: text().notNull(),
    file_name: text().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    format: text().$type<(typeof MEMORY_FORMATS)[number]>(),
    lines: integer(),
    blob_key: text(),
  },
  (table) => [primaryKey({ columns: [table.sample_id, table.file_no] })],
);
