/**
 * What the quality board counts, found once from the results of a run that is over. All of it can be found again. Times are epoch
 * milliseconds; a run counts when it was made, so that a row is in one day of any time zone.
 */
import type { BoardShown, DeviceOs, Framework } from "@udt/contract";
import { bigint, boolean, customType, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { inProject, inTest, ofUser } from "./references.ts";

const time = () => bigint({ mode: "number" });
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** What the cases of a run came to on devices of one kind. Those that no device had are of none: empty system and brand. */
export const run_figures = pgTable(
  "run_figures",
  {
    test_id: inTest(),
    os: text().$type<DeviceOs | "">().notNull(),
    brand: text().notNull(),
    project_id: inProject(),
    created_at: time().notNull(),
    framework: text().$type<Framework>().notNull(),
    app_version: text().notNull(),
    /** It ran its job whole, and repeats no other. */
    is_whole: boolean().notNull(),
    success_count: integer().notNull(),
    skipped_count: integer().notNull(),
    failed_count: integer().notNull(),
    device_fault_count: integer().notNull(),
    case_count: integer().notNull(),
    new_failure_count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.test_id, table.os, table.brand] }),
    index("run_figures_project").on(table.project_id, table.created_at),
  ],
);

/** The failures of whole runs. */
export const case_failures = pgTable(
  "case_failures",
  {
    case_run_id: bigint({ mode: "number" }).primaryKey(),
    test_id: inTest(),
    project_id: inProject(),
    created_at: time().notNull(),
    os: text().$type<DeviceOs | "">().notNull(),
    brand: text().notNull(),
    framework: text().$type<Framework>().notNull(),
    app_version: text().notNull(),
    /** Null: it ran without a job. */
    job_id: text(),
    case_key: text().notNull(),
    /** It passed in the last run before in which it came out. */
    is_new: boolean().notNull(),
    /** A hash of what was said, and where. */
    signature: text().notNull(),
  },
  (table) => [
    index("case_failures_project").on(table.project_id, table.created_at),
    index("case_failures_signature").on(table.project_id, table.signature, table.created_at),
    index("case_failures_test").on(table.test_id),
  ],
);

/** Cases of jobs that came out both ways with one app at one commit: a row for each of these. */
export const flaky_cases = pgTable(
  "flaky_cases",
  {
    project_id: inProject(),
    job_id: text().notNull(),
    commit_id: text().notNull(),
    app_name: text().notNull(),
    app_version: text().notNull(),
    /** Where every device runs every case, each is judged by itself; else empty. */
    device_id: text().notNull(),
    case_key: text().notNull(),
    framework: text().$type<Framework>().notNull(),
    /** Of the devices that it came out on. */
    oses: text().array().notNull(),
    brands: text().array().notNull(),
    failed_count: integer().notNull(),
    success_count: integer().notNull(),
    /** When the run was made by which both were known. */
    since: time().notNull(),
    /** The newest attempt. */
    case_run_id: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.project_id,
        table.job_id,
        table.commit_id,
        table.app_name,
        table.app_version,
        table.device_id,
        table.case_key,
      ],
    }),
    index("flaky_cases_project").on(table.project_id, table.since),
  ],
);

/** By which number a job's case is known in `run_outcomes`. */
export const case_numbers = pgTable(
  "case_numbers",
  {
    project_id: inProject(),
    job_id: text().notNull(),
    case_key: text().notNull(),
    number: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project_id, table.job_id, table.case_key] })],
);

/** Which cases of its job a whole run passed and failed on devices of one kind: two bits for each, by its number. */
export const run_outcomes = pgTable(
  "run_outcomes",
  {
    test_id: inTest(),
    os: text().$type<DeviceOs | "">().notNull(),
    brand: text().notNull(),
    project_id: inProject(),
    job_id: text().notNull(),
    created_at: time().notNull(),
    framework: text().$type<Framework>().notNull(),
    app_version: text().notNull(),
    outcomes: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.test_id, table.os, table.brand] }),
    index("run_outcomes_project").on(table.project_id, table.created_at),
  ],
);

/** A picture of somebody's board, which anybody sees who has its address. */
export const board_images = pgTable(
  "board_images",
  {
    image_id: text().primaryKey(),
    /** SHA-256 of the address's token: who reads the database cannot see the picture with it. */
    token_hash: text().notNull().unique("board_images_token"),
    user_id: ofUser(),
    name: text().notNull(),
    shown: jsonb().$type<BoardShown>().notNull(),
    created_at: time().notNull(),
    expires_at: time().notNull(),
  },
  (table) => [index("board_images_user").on(table.user_id)],
);
