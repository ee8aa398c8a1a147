/** Which memory traces give way to others, and at which devices of runs some did. */
import { and, asc, eq, ne, sql, sum } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { memory_baselines } from "../../platform/database/memory-baselines.schema.ts";
import {
  memory_given_way,
  memory_recordings,
  memory_samples,
  memory_traces,
} from "../../platform/database/memory.schema.ts";
import type { TraceRow } from "./memory.repository.ts";

const recorded = sql`from ${memory_recordings} left join ${tests} on ${tests.test_id} = ${memory_recordings.test_id}
  where ${memory_recordings.trace_id} = ${memory_traces.trace_id}`;
const ofEndedRun = sql`coalesce(${tests.kind} = 'job' and ${tests.state} = 'ended', false)`;
const sampled = sql`from ${memory_samples} where ${memory_samples.trace_id} = ${memory_traces.trace_id}`;

/** Runs that are over recorded all of it, all of it is read, nobody keeps it, and nothing is measured by it. */
const givesWay = and(
  eq(memory_traces.is_kept, false),
  sql`exists (select 1 ${recorded})`,
  sql`not exists (select 1 ${recorded} and (not ${ofEndedRun} or ${memory_recordings.ended_at} is null))`,
  sql`not exists (select 1 ${sampled} and (${memory_samples.recording_id} is null or ${memory_samples.state} in ('reading', 'waiting')))`,
  sql`not exists (select 1 from ${memory_baselines} join ${memory_samples} on ${memory_samples.sample_id} = ${memory_baselines.sample_id}
    where ${memory_samples.trace_id} = ${memory_traces.trace_id})`,
);

/** Locks the oldest of a project's traces that gives way. One that somebody deletes at this moment is passed over. */
export async function lockGivingWay(tx: Queries, project_id: string): Promise<TraceRow | undefined> {
  const [row] = await tx
    .select()
    .from(memory_traces)
    .where(and(eq(memory_traces.project_id, project_id), givesWay))
    .orderBy(asc(memory_traces.created_at), asc(memory_traces.trace_id))
    .limit(1)
    .for("update", { skipLocked: true });
  return row;
}

/** Bytes of all that gives way in a project. */
export async function bytesGivingWay(tx: Queries, project_id: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sum(memory_samples.size_bytes) })
    .from(memory_samples)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_samples.trace_id))
    .where(and(eq(memory_traces.project_id, project_id), ne(memory_samples.state, "refused"), givesWay));
  return Number(row?.bytes ?? 0);
}

/** Has the reports of its runs say that a trace has given way. */
export async function noteGivenWay(tx: Queries, trace_id: string, given_way_at: number): Promise<void> {
  const rows = await tx
    .selectDistinct({ test_id: memory_recordings.test_id, device_id: memory_recordings.device_id })
    .from(memory_recordings)
    .where(eq(memory_recordings.trace_id, trace_id));
  const parts = rows.flatMap(({ test_id, device_id }) => (test_id === null ? [] : [{ test_id, device_id }]));
  if (parts.length === 0) return;
  await tx
    .insert(memory_given_way)
    .values(parts.map((part) => ({ ...part, given_way_at })))
    .onConflictDoUpdate({
      target: [memory_given_way.test_id, memory_given_way.device_id],
      set: { given_way_at },
    });
}

/** The devices of a test of which a trace has given way. */
export async function givenWayOf(db: Queries, test_id: string): Promise<string[]> {
  const { device_id } = memory_given_way;
  const rows = await db.select({ device_id }).from(memory_given_way).where(eq(memory_given_way.test_id, test_id));
  return rows.map((row) => row.device_id);
}
