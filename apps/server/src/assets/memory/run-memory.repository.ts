/** What runs recorded of memory, by the recordings of their devices. */
import type { Said } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import {
  memory_recordings,
  memory_samples,
  memory_traces,
  type OverBudget,
} from "../../platform/database/memory.schema.ts";
import { and, desc, eq, inArray, isNull, ne, sql } from "../../platform/database/sql.ts";
import { tests } from "../../platform/database/core.schema.ts";
import type { OwnedRecording, RecordingRow } from "./recordings.repository.ts";

/** The recordings of a test's devices, the newest first, with how their samples stand. */
export interface RunRecording {
  device_id: string;
  trace_id: string;
  ended_reason: Said | null;
  samples: number;
  read: number;
  reading: number;
  /** Could not be taken or read, for another reason than that the app did not run. */
  refused: number;
  /** Moments that have no sample of their own. */
  missed: number;
}

const countOf = (what: ReturnType<typeof sql>) =>
  sql<number>`count(${memory_samples.sample_id}) filter (where ${what})`.mapWith(Number);

export const recordingsOf = (db: Queries, test_id: string): Promise<RunRecording[]> =>
  db
    .select({
      device_id: memory_recordings.device_id,
      trace_id: memory_recordings.trace_id,
      ended_reason: memory_recordings.ended_reason,
      samples: countOf(sql`true`),
      read: countOf(sql`${memory_samples.state} = 'read'`),
      reading: countOf(sql`${memory_samples.state} = 'reading'`),
      refused: countOf(
        sql`${memory_samples.state} = 'refused' and ${memory_samples.fault} ->> 'code' is distinct from 'memory_process_gone'`,
      ),
      missed: sql`coalesce(sum((select sum((note -> 'args' ->> 'count')::int)
        from jsonb_array_elements(${memory_samples.notes}) as note
        where note ->> 'code' = 'memory_moments_missed')), 0)`.mapWith(Number),
    })
    .from(memory_recordings)
    .leftJoin(memory_samples, eq(memory_samples.recording_id, memory_recordings.recording_id))
    .where(eq(memory_recordings.test_id, test_id))
    .groupBy(memory_recordings.recording_id)
    .orderBy(desc(memory_recordings.started_at), desc(memory_recordings.recording_id));

/** Those of these tests of which samples are being read. */
export async function unreadOf(db: Queries, test_ids: readonly string[]): Promise<Set<string>> {
  if (test_ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ test_id: memory_recordings.test_id })
    .from(memory_recordings)
    .innerJoin(memory_samples, eq(memory_samples.recording_id, memory_recordings.recording_id))
    .where(and(inArray(memory_recordings.test_id, [...test_ids]), eq(memory_samples.state, "reading")));
  return new Set(rows.flatMap(({ test_id }) => test_id ?? []));
}

/** What samples of a test have over budgets. */
export async function overBudgets(db: Queries, test_id: string): Promise<OverBudget[]> {
  const rows = await db
    .select({ over_budget: memory_samples.over_budget })
    .from(memory_samples)
    .innerJoin(memory_recordings, eq(memory_recordings.recording_id, memory_samples.recording_id))
    .where(and(eq(memory_recordings.test_id, test_id), sql`jsonb_array_length(${memory_samples.over_budget}) > 0`));
  return rows.flatMap(({ over_budget }) => over_budget);
}

/** The recording that was begun by a lease. */
export async function findByLease(
  db: Queries,
  of: { test_id: string; device_id: string; lease_token: number },
): Promise<RecordingRow | undefined> {
  const [row] = await db
    .select()
    .from(memory_recordings)
    .where(
      and(
        eq(memory_recordings.test_id, of.test_id),
        eq(memory_recordings.device_id, of.device_id),
        eq(memory_recordings.lease_token, of.lease_token),
      ),
    )
    .orderBy(desc(memory_recordings.started_at))
    .limit(1);
  return row;
}

/** Locks those that go on in a test, or at one device of it. */
export const lockOpenOf = (
  tx: Queries,
  { test_id, device_id }: { test_id: string; device_id?: string | undefined },
): Promise<OwnedRecording[]> =>
  tx
    .select({ recording: memory_recordings, project_id: memory_traces.project_id })
    .from(memory_recordings)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_recordings.trace_id))
    .where(
      and(
        eq(memory_recordings.test_id, test_id),
        device_id === undefined ? undefined : eq(memory_recordings.device_id, device_id),
        isNull(memory_recordings.ended_at),
      ),
    )
    .for("update", { of: memory_recordings });

/** Whether a run that goes on recorded a sample, or anything of a trace. */
export async function isOfOpenRun(
  db: Queries,
  of: { recording_id: string | null } | { trace_id: string },
): Promise<boolean> {
  const { recording_id, trace_id, test_id } = memory_recordings;
  const which = "trace_id" in of ? eq(trace_id, of.trace_id) : of.recording_id && eq(recording_id, of.recording_id);
  if (!which) return false;
  const rows = await db
    .select({ test_id })
    .from(memory_recordings)
    .innerJoin(tests, eq(tests.test_id, test_id))
    .where(and(which, eq(tests.kind, "job"), ne(tests.state, "ended")))
    .limit(1);
  return rows.length > 0;
}
