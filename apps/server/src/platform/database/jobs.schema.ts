/** Jobs, their runs and what comes out of them. Times are epoch milliseconds; columns are named as on the wire. */
import { sql } from "./sql.ts";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type {
  CaseCause,
  CaseDetail,
  CaseState,
  Framework,
  JobConfig,
  JunitCase,
  RunOrigin,
  RunOutcome,
  Timing,
  Verdict,
  Refused,
  Said,
} from "@udt/contract";
import { byUser, inProject, inTest } from "./references.ts";

const time = () => bigint({ mode: "number" });

export const jobs = pgTable(
  "jobs",
  {
    job_id: text().primaryKey(),
    project_id: inProject(),
    name: text().notNull(),
    revision: integer().notNull(),
    config: jsonb().$type<JobConfig>().notNull(),
    user_id: byUser(),
    changed_by: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
    /** When it ran last, for the list's order; its making counts as the first time. */
    active_at: time().notNull(),
  },
  (table) => [index("jobs_project").on(table.project_id, table.active_at.desc().nullsFirst())],
);

/** What makes a test an automated one. What the job said is kept as it was: later changes do not rewrite a report. */
export const runs = pgTable(
  "runs",
  {
    test_id: inTest().primaryKey(),
    project_id: inProject(),
    /** Counts from 1 in each project; what people call the run. */
    run_number: integer().notNull(),
    /** No reference: the report outlives its job. */
    job_id: text(),
    job_name: text().notNull(),
    origin: text().$type<RunOrigin>().notNull(),
    config: jsonb().$type<JobConfig>().notNull(),
    framework: text().$type<Framework>().notNull(),
    library_id: text(),
    library_name: text().notNull(),
    commit_id: text().notNull(),
    /** Each device lists the library's cases in the job's image: they could not be listed where libraries are read. */
    devices_list: boolean().notNull().default(false),
    app_name: text().notNull(),
    app_version: text().notNull(),
    priority: integer().notNull(),
    verdict: text().$type<Verdict>(),
    /** What besides its cases made it fail, and what its verdict does not cover. */
    verdict_reason: jsonb().$type<Said>(),
    verdict_note: jsonb().$type<Said>(),
    /** Its devices are done, and until then its verdict waits for memory samples to be read; null where it waits for none. */
    memory_until: time(),
    created_at: time().notNull(),
    case_count: integer().notNull(),
    success_count: integer().notNull().default(0),
    skipped_count: integer().notNull().default(0),
    failed_count: integer().notNull().default(0),
    cancelled_count: integer().notNull().default(0),
    distribution_failed_count: integer().notNull().default(0),
    executing_count: integer().notNull().default(0),
    /** It is over, and in the quality board's figures. */
    is_rolled_up: boolean().notNull().default(false),
  },
  (table) => [
    index("runs_to_roll_up")
      .on(table.created_at)
      .where(sql`${table.verdict} is not null and not ${table.is_rolled_up}`),
    index("runs_awaiting_memory")
      .on(table.memory_until)
      .where(sql`${table.memory_until} is not null`),
    index("runs_job").on(table.job_id, table.created_at.desc().nullsFirst()),
    index("runs_project").on(table.project_id, table.created_at.desc().nullsFirst()),
    uniqueIndex("runs_number").on(table.project_id, table.run_number),
  ],
);

/** The last number that a project gave to a run; none is given twice, whatever became of the run. */
export const run_numbers = pgTable("run_numbers", {
  project_id: inProject().primaryKey(),
  last_number: integer().notNull(),
});

/** What of a device that a run wanted is the run's to know: a row where there is something. Its slot has the rest. */
export const run_devices = pgTable(
  "run_devices",
  {
    test_id: text()
      .notNull()
      .references(() => runs.test_id, { onDelete: "cascade" }),
    device_seq: integer().notNull(),
    /** How its agent said that its part ended. */
    outcome: text().$type<RunOutcome>(),
    /** Who took the device from the run, and the debug session that they have there. */
    taken_over_by: text(),
    taken_over_test_id: text(),
    /** Why no memory is recorded there although the job asks for it, or what is lacking of what was. */
    memory_fault: jsonb().$type<Said>(),
  },
  (table) => [primaryKey({ columns: [table.test_id, table.device_seq] })],
);

export const case_runs = pgTable(
  "case_runs",
  {
    case_run_id: bigserial({ mode: "number" }).primaryKey(),
    test_id: inTest(),
    case_key: text().notNull(),
    name: text().notNull(),
    file: text().notNull(),
    function: text().notNull(),
    /** Its place in the library's order. */
    position: integer().notNull(),
    attempt: integer().notNull(),
    /** The first attempt of the case that this one repeats; null for a first attempt. */
    origin_id: bigint({ mode: "number" }),
    /** Another attempt counts in its place: the next one, or the one before a retry that never began. */
    superseded: boolean().notNull().default(false),
    /** No case of the library: what failed beside those that were run, such as a file by its hooks. */
    beside: boolean().notNull().default(false),
    /** It was given back once because its device was lost. */
    requeued: boolean().notNull().default(false),
    /** Which wanted device runs it; null while any may. */
    device_seq: integer(),
    /** A device that a retry must not go back to. */
    avoid_seq: integer(),
    device_id: text(),
    state: text().$type<CaseState>().notNull(),
    cause: text().$type<CaseCause>().notNull(),
    /** What it took when it last ran to its end; the longest go first. Milliseconds. */
    expected_ms: integer().notNull().default(0),
    /** The same to tell when a run ends: also of a sequential run, whose order it does not change. Null: nothing is known. */
    usual_ms: integer(),
    started_at: time(),
    ended_at: time(),
    /** The framework's own line. */
    error: text().notNull().default(""),
    /** What is not the framework's to say. */
    reason: jsonb().$type<Said>(),
  },
  (table) => [
    index("case_runs_order").on(table.test_id, table.position, table.case_run_id),
    index("case_runs_history").on(table.case_key, table.case_run_id.desc()),
    index("case_runs_waiting")
      .on(table.test_id, table.expected_ms.desc().nullsFirst(), table.position)
      .where(sql`${table.state} = 'undistributed'`),
    index("case_runs_device")
      .on(table.test_id, table.device_seq)
      .where(sql`${table.state} = 'executing'`),
    // Few cases are tried again: the others cost it nothing.
    index("case_runs_attempts")
      .on(table.origin_id)
      .where(sql`${table.origin_id} is not null`),
    index("case_runs_key").on(table.test_id, table.case_key),
    // What a report is compared by: of many cases few fail.
    index("case_runs_failed")
      .on(table.test_id, table.case_key)
      .where(sql`${table.state} = 'failed'`),
  ],
);

/** The bulk of a case's outcome, read one case at a time. */
export const case_details = pgTable("case_details", {
  case_run_id: bigint({ mode: "number" })
    .primaryKey()
    .references(() => case_runs.case_run_id, { onDelete: "cascade" }),
  detail: jsonb().$type<CaseDetail>().notNull(),
});

/**
 * What a framework's own JUnit file says of a case, where that is more than its names and that it passed; read by exports.
 * The counters are of the elements, so that a file's head is written before its cases are read.
 */
export const case_reports = pgTable("case_reports", {
  case_run_id: bigint({ mode: "number" })
    .primaryKey()
    .references(() => case_runs.case_run_id, { onDelete: "cascade" }),
  cases: jsonb().$type<JunitCase[]>().notNull(),
  failures: integer().notNull(),
  errors: integer().notNull(),
  skipped: integer().notNull(),
});

export const schedules = pgTable(
  "schedules",
  {
    schedule_id: text().primaryKey(),
    project_id: inProject(),
    job_id: text()
      .notNull()
      .references(() => jobs.job_id, { onDelete: "cascade" }),
    name: text().notNull(),
    timing: jsonb().$type<Timing>().notNull(),
    state: text().$type<"started" | "stopped">().notNull(),
    next_at: time(),
    last_fired_at: time(),
    last_test_id: text(),
    last_error: jsonb().$type<Refused>(),
    last_missed: boolean().notNull().default(false),
    /** In whose name it runs the job. */
    user_id: byUser(),
    updated_at: time().notNull(),
  },
  (table) => [
    index("schedules_due")
      .on(table.next_at)
      .where(sql`${table.state} = 'started'`),
    index("schedules_project").on(table.project_id),
    index("schedules_job").on(table.job_id),
  ],
);
