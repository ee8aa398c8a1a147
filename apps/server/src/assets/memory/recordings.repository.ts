import { and, desc, eq, inArray, isNull, or, sql, type SQL } from "../../platform/database/sql.ts";
import { DEVICE_USE, TEST_KINDS, type EndReason, type TestKind } from "@udt/contract";
import { devices, leases, test_devices, tests, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { memory_recordings, memory_traces } from "../../platform/database/memory.schema.ts";

export type RecordingRow = typeof memory_recordings.$inferSelect;
export interface RecordingListing {
  recording: RecordingRow;
  user_name: string;
  test_kind: TestKind | null;
}
/** A recording with the project of its trace. */
export interface OwnedRecording {
  recording: RecordingRow;
  project_id: string;
}
/** How an agent names a recording. */
export interface LeasedRecording {
  test_id: string;
  device_id: string;
  recording_id: string;
  lease_token: number;
}

/** Kinds of tests at whose devices recordings are begun by command. */
const TOLD_KINDS = TEST_KINDS.filter((kind) => DEVICE_USE[kind].commands.includes("memory_start"));
const goesOn = isNull(memory_recordings.ended_at);
const owned = (db: Queries) =>
  db
    .select({ recording: memory_recordings, project_id: memory_traces.project_id })
    .from(memory_recordings)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_recordings.trace_id));
const listed = (db: Queries) =>
  db
    .select({ recording: memory_recordings, user_name: users.user_name, test_kind: tests.kind })
    .from(memory_recordings)
    .innerJoin(users, eq(users.user_id, memory_recordings.user_id))
    .leftJoin(tests, eq(tests.test_id, memory_recordings.test_id));

export async function insertRecording(db: Queries, row: RecordingRow): Promise<void> {
  await db.insert(memory_recordings).values(row);
}

export async function updateRecording(db: Queries, recording_id: string, change: Partial<RecordingRow>): Promise<void> {
  await db.update(memory_recordings).set(change).where(eq(memory_recordings.recording_id, recording_id));
}

/** The one that was begun last on a device in a test of the project. */
export async function findLast(
  db: Queries,
  { project_id, test_id, device_id }: { project_id: string; test_id: string; device_id: string },
): Promise<RecordingListing | undefined> {
  const [row] = await listed(db)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_recordings.trace_id))
    .where(
      and(
        eq(memory_traces.project_id, project_id),
        eq(memory_recordings.test_id, test_id),
        eq(memory_recordings.device_id, device_id),
      ),
    )
    .orderBy(desc(memory_recordings.started_at), desc(memory_recordings.recording_id))
    .limit(1);
  return row;
}

/** Whether a trace is being recorded at this moment. */
export async function isRecorded(db: Queries, trace_id: string): Promise<boolean> {
  const of = and(eq(memory_recordings.trace_id, trace_id), goesOn);
  return (await db.$count(memory_recordings, of)) > 0;
}

/** The last of each trace. */
export async function lastOf(db: Queries, trace_ids: readonly string[]): Promise<Map<string, RecordingListing>> {
  if (trace_ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([memory_recordings.trace_id], {
      recording: memory_recordings,
      user_name: users.user_name,
      test_kind: tests.kind,
    })
    .from(memory_recordings)
    .innerJoin(users, eq(users.user_id, memory_recordings.user_id))
    .leftJoin(tests, eq(tests.test_id, memory_recordings.test_id))
    .where(inArray(memory_recordings.trace_id, [...trace_ids]))
    .orderBy(memory_recordings.trace_id, desc(memory_recordings.started_at), desc(memory_recordings.recording_id));
  return new Map(rows.map((row) => [row.recording.trace_id, row]));
}

/** Locks the one that goes on on a device in a test of the project. */
export async function lockOpen(
  tx: Queries,
  { project_id, test_id, device_id }: { project_id: string; test_id: string; device_id: string },
): Promise<RecordingRow | undefined> {
  const [row] = await owned(tx)
    .where(
      and(
        eq(memory_traces.project_id, project_id),
        eq(memory_recordings.test_id, test_id),
        eq(memory_recordings.device_id, device_id),
        goesOn,
      ),
    )
    .for("update", { of: memory_recordings });
  return row?.recording;
}

export async function lockById(tx: Queries, recording_id: string): Promise<OwnedRecording | undefined> {
  const [row] = await owned(tx)
    .where(and(eq(memory_recordings.recording_id, recording_id), goesOn))
    .for("update", { of: memory_recordings });
  return row;
}

/** What of a recording an agent may say: where it holds that very lease, on that device, in that test. */
const heldBy = (agent_id: string, of: LeasedRecording): SQL | undefined =>
  and(
    eq(memory_recordings.recording_id, of.recording_id),
    eq(memory_recordings.test_id, of.test_id),
    eq(memory_recordings.device_id, of.device_id),
    eq(memory_recordings.lease_token, of.lease_token),
    isNull(leases.released_at),
    eq(devices.agent_id, agent_id),
    goesOn,
  );
const held = (db: Queries) =>
  owned(db)
    .innerJoin(leases, eq(leases.lease_token, memory_recordings.lease_token))
    .innerJoin(devices, eq(devices.device_id, leases.device_id));

/** One that goes on, whose lease this agent holds. */
export async function findHeld(
  db: Queries,
  agent_id: string,
  of: LeasedRecording,
): Promise<OwnedRecording | undefined> {
  const [row] = await held(db).where(heldBy(agent_id, of));
  return row;
}

/** Locks it. */
export async function lockHeld(
  tx: Queries,
  agent_id: string,
  of: LeasedRecording,
): Promise<OwnedRecording | undefined> {
  const [row] = await held(tx).where(heldBy(agent_id, of)).for("update", { of: memory_recordings });
  return row;
}

/** Those that go on at the devices of an agent, which was told to begin them: what a run records its agent goes on with by itself. */
export const openOfAgent = (db: Queries, agent_id: string): Promise<OwnedRecording[]> =>
  held(db)
    .innerJoin(tests, eq(tests.test_id, memory_recordings.test_id))
    .where(and(eq(devices.agent_id, agent_id), isNull(leases.released_at), goesOn, inArray(tests.kind, TOLD_KINDS)));

/** They go on although their device's part in the test does not, or the test is gone. */
const orphans = (test_ids: readonly string[] | undefined): SQL | undefined =>
  and(
    test_ids && inArray(memory_recordings.test_id, [...test_ids]),
    goesOn,
    or(
      isNull(memory_recordings.test_id),
      eq(tests.state, "ended"),
      sql`coalesce(${test_devices.state}, 'done') in ('cleaning', 'done')`,
    ),
  );
const withTest = (db: Queries) =>
  db
    .select({ recording: memory_recordings, project_id: memory_traces.project_id, end_reason: tests.end_reason })
    .from(memory_recordings)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_recordings.trace_id))
    .leftJoin(tests, eq(tests.test_id, memory_recordings.test_id))
    .leftJoin(
      test_devices,
      and(eq(test_devices.test_id, memory_recordings.test_id), eq(test_devices.device_id, memory_recordings.device_id)),
    );

/** Whether there are any: of these tests, or of all. */
export async function hasOrphans(db: Queries, test_ids: readonly string[] | undefined): Promise<boolean> {
  return (await withTest(db).where(orphans(test_ids)).limit(1)).length > 0;
}

/** Locks them. */
export const lockOrphans = (
  tx: Queries,
  test_ids: readonly string[] | undefined,
): Promise<(OwnedRecording & { end_reason: EndReason | null })[]> =>
  withTest(tx).where(orphans(test_ids)).for("update", { of: memory_recordings });
