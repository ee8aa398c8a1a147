import { and, asc, eq, inArray, lt, max, ne, sql, sum } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { memory_files, memory_samples, memory_traces } from "../../platform/database/memory.schema.ts";

export type TraceRow = typeof memory_traces.$inferSelect;
export type SampleRow = typeof memory_samples.$inferSelect;
export type FileRow = typeof memory_files.$inferSelect;
export interface SampleListing {
  sample: SampleRow;
  user_name: string;
}

export const within = (project_id: string, trace_id: string) =>
  and(eq(memory_traces.project_id, project_id), eq(memory_traces.trace_id, trace_id));

/** Locks a trace: its samples are numbered one after the other. */
export async function lockTrace(db: Queries, project_id: string, trace_id: string): Promise<TraceRow | undefined> {
  const [row] = await db.select().from(memory_traces).where(within(project_id, trace_id)).for("update");
  return row;
}

/**
 * Locks those of some traces that are somebody's, or all of them; one after the other, so that two who delete the same ones
 * do not wait for each other.
 * @param whose null is nobody, whose none are
 */
export const lockTraces = (
  db: Queries,
  project_id: string,
  trace_ids: readonly string[],
  whose: "all" | { user_id: string | null },
): Promise<TraceRow[]> =>
  db
    .select()
    .from(memory_traces)
    .where(
      and(
        eq(memory_traces.project_id, project_id),
        inArray(memory_traces.trace_id, [...trace_ids]),
        whose === "all" ? undefined : whose.user_id === null ? sql`false` : eq(memory_traces.user_id, whose.user_id),
      ),
    )
    .orderBy(asc(memory_traces.trace_id))
    .for("update");

/** What those of some traces are called that are the project's. */
export async function namesOfTraces(
  db: Queries,
  project_id: string,
  trace_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ trace_id: memory_traces.trace_id, name: memory_traces.name })
    .from(memory_traces)
    .where(and(eq(memory_traces.project_id, project_id), inArray(memory_traces.trace_id, [...trace_ids])));
  return new Map(rows.map(({ trace_id, name }) => [trace_id, name]));
}

export async function insertTrace(db: Queries, row: TraceRow): Promise<void> {
  await db.insert(memory_traces).values(row);
}

export async function updateTrace(
  db: Queries,
  trace_id: string,
  change: Partial<Pick<TraceRow, "name" | "app_name" | "app_version" | "device_memory_gb" | "is_kept">> &
    Pick<TraceRow, "updated_at">,
): Promise<void> {
  await db.update(memory_traces).set(change).where(eq(memory_traces.trace_id, trace_id));
}

export async function touchTrace(db: Queries, trace_id: string, updated_at: number): Promise<void> {
  await db.update(memory_traces).set({ updated_at }).where(eq(memory_traces.trace_id, trace_id));
}

export async function deleteTrace(db: Queries, trace_id: string): Promise<void> {
  await db.delete(memory_traces).where(eq(memory_traces.trace_id, trace_id));
}

export const countTraces = (db: Queries, project_id: string): Promise<number> =>
  db.$count(memory_traces, eq(memory_traces.project_id, project_id));

/** Bytes of all files of a project's samples. */
export async function bytesOfProject(db: Queries, project_id: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(memory_samples.size_bytes) })
    .from(memory_samples)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_samples.trace_id))
    .where(and(eq(memory_traces.project_id, project_id), ne(memory_samples.state, "refused")));
  return Number(row?.bytes ?? 0);
}

const listedSamples = (db: Queries) =>
  db
    .select({ sample: memory_samples, user_name: users.user_name })
    .from(memory_samples)
    .innerJoin(users, eq(users.user_id, memory_samples.user_id));

/** Holds them as they are, to the end of the transaction. */
export const lockSamples = (db: Queries, trace_id: string): Promise<SampleRow[]> =>
  db.select().from(memory_samples).where(eq(memory_samples.trace_id, trace_id)).for("update");

/** In the order in which they were taken. */
export const listSamples = (db: Queries, trace_id: string): Promise<SampleListing[]> =>
  listedSamples(db)
    .where(eq(memory_samples.trace_id, trace_id))
    .orderBy(asc(sql`coalesce(${memory_samples.taken_at}, ${memory_samples.created_at})`), asc(memory_samples.number));

export async function findSample(
  db: Queries,
  project_id: string,
  sample_id: string,
): Promise<(SampleListing & { trace: TraceRow }) | undefined> {
  const [row] = await db
    .select({ sample: memory_samples, user_name: users.user_name, trace: memory_traces })
    .from(memory_samples)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_samples.trace_id))
    .innerJoin(users, eq(users.user_id, memory_samples.user_id))
    .where(and(eq(memory_traces.project_id, project_id), eq(memory_samples.sample_id, sample_id)));
  return row;
}

export const filesOf = async (db: Queries, sample_ids: readonly string[]): Promise<FileRow[]> =>
  sample_ids.length === 0
    ? []
    : db
        .select()
        .from(memory_files)
        .where(inArray(memory_files.sample_id, [...sample_ids]))
        .orderBy(asc(memory_files.file_no));

export async function nextNumber(db: Queries, trace_id: string): Promise<number> {
  const [row] = await db
    .select({ last: max(memory_samples.number) })
    .from(memory_samples)
    .where(eq(memory_samples.trace_id, trace_id));
  return (row?.last ?? 0) + 1;
}

export const countSamples = (db: Queries, trace_id: string): Promise<number> =>
  db.$count(memory_samples, eq(memory_samples.trace_id, trace_id));

/** How many samples of a project are not read yet. */
export const countReading = (db: Queries, project_id: string): Promise<number> =>
  db.$count(
    memory_samples,
    and(
      eq(memory_samples.state, "reading"),
      inArray(
        memory_samples.trace_id,
        db
          .select({ trace_id: memory_traces.trace_id })
          .from(memory_traces)
          .where(eq(memory_traces.project_id, project_id)),
      ),
    ),
  );

export async function insertSample(db: Queries, row: SampleRow, files: FileRow[]): Promise<void> {
  await db.insert(memory_samples).values(row);
  if (files.length > 0) await db.insert(memory_files).values(files);
}

/** @returns false where it is gone, or not being read any more */
export async function updateReading(db: Queries, sample_id: string, change: Partial<SampleRow>): Promise<boolean> {
  const rows = await db
    .update(memory_samples)
    .set(change)
    .where(and(eq(memory_samples.sample_id, sample_id), eq(memory_samples.state, "reading")))
    .returning({ sample_id: memory_samples.sample_id });
  return rows.length > 0;
}

/** @returns whether it is there */
export async function labelSample(db: Queries, sample_id: string, label: string): Promise<boolean> {
  const change = db.update(memory_samples).set({ label }).where(eq(memory_samples.sample_id, sample_id));
  return (await change.returning({ sample_id: memory_samples.sample_id })).length > 0;
}

export async function updateFile(
  db: Queries,
  { sample_id, file_no }: Pick<FileRow, "sample_id" | "file_no">,
  change: Partial<FileRow>,
): Promise<void> {
  await db
    .update(memory_files)
    .set(change)
    .where(and(eq(memory_files.sample_id, sample_id), eq(memory_files.file_no, file_no)));
}

/** Takes over what nobody has touched since `before`: the server that read it is gone. */
export const claimLeft = (db: Queries, before: number, touched_at: number): Promise<SampleRow[]> =>
  db
    .update(memory_samples)
    .set({ touched_at })
    .where(and(eq(memory_samples.state, "reading"), lt(memory_samples.touched_at, before)))
    .returning();

/** Notes that a server begins to read a sample, or with -1 that it leaves it to others. @returns how many have by now */
export async function noteBegun(db: Queries, sample_id: string, change: 1 | -1): Promise<number> {
  const [row] = await db
    .update(memory_samples)
    .set({ begun: sql`${memory_samples.begun} + ${change}` })
    .where(eq(memory_samples.sample_id, sample_id))
    .returning({ begun: memory_samples.begun });
  return row?.begun ?? 0;
}

/** Whose a trace is; undefined once it is gone. */
export async function projectOf(db: Queries, trace_id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ project_id: memory_traces.project_id })
    .from(memory_traces)
    .where(eq(memory_traces.trace_id, trace_id));
  return row?.project_id;
}

/** @returns what it was, with its files; undefined where it was gone already */
export async function deleteSample(
  db: Queries,
  sample_id: string,
): Promise<{ sample: SampleRow; files: FileRow[] } | undefined> {
  const [sample] = await db.select().from(memory_samples).where(eq(memory_samples.sample_id, sample_id)).for("update");
  if (!sample) return undefined;
  const files = await filesOf(db, [sample_id]);
  await db.delete(memory_samples).where(eq(memory_samples.sample_id, sample_id));
  return { sample, files };
}

/** What of these samples lies on disk. */
export function blobsOf(samples: readonly SampleRow[], files: readonly FileRow[]): string[] {
  const keys = [
    ...samples.flatMap(({ sample_blob, report_blob }) => [sample_blob, report_blob]),
    ...files.map(({ blob_key }) => blob_key),
  ];
  return keys.filter((key) => key !== null);
}

export async function deleteTracesOf(db: Queries, project_id: string): Promise<string[]> {
  const ofProject = eq(memory_traces.project_id, project_id);
  const traces = await db.select().from(memory_traces).where(ofProject).for("update");
  const trace_ids = traces.map(({ trace_id }) => trace_id);
  const samples = await db
    .select()
    .from(memory_samples)
    .where(inArray(memory_samples.trace_id, trace_ids))
    .for("update");
  const files = await filesOf(
    db,
    samples.map(({ sample_id }) => sample_id),
  );
  await db.delete(memory_traces).where(ofProject);
  return blobsOf(samples, files);
}
