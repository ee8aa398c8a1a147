import type { MemoryBaseline } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { memory_baselines } from "../../platform/database/memory-baselines.schema.ts";
import { memory_samples, memory_traces } from "../../platform/database/memory.schema.ts";
import { and, asc, eq, inArray, sql } from "../../platform/database/sql.ts";

export type BaselineRow = typeof memory_baselines.$inferSelect;

/** By app and branch. @param app_name of all apps without it */
export const listBaselines = (
  db: Queries,
  project_id: string,
  only: { app_name?: string | undefined; baseline_id?: string } = {},
): Promise<MemoryBaseline[]> =>
  db
    .select({
      baseline_id: memory_baselines.baseline_id,
      app_name: memory_baselines.app_name,
      branch: memory_baselines.branch,
      sample_id: memory_baselines.sample_id,
      trace_id: memory_traces.trace_id,
      trace_name: memory_traces.name,
      app_version: memory_traces.app_version,
      number: memory_samples.number,
      label: memory_samples.label,
      taken_at: sql<number>`coalesce(${memory_samples.taken_at}, ${memory_samples.created_at})::float8`,
      footprint_bytes: sql<number | null>`(${memory_samples.facts} ->> 'footprint_bytes')::float8`,
      java_bytes: sql<number | null>`(${memory_samples.facts} ->> 'java_bytes')::float8`,
      footprint_measure: sql<MemoryBaseline["footprint_measure"]>`${memory_samples.facts} ->> 'footprint_measure'`,
      user_name: users.user_name,
      created_at: memory_baselines.created_at,
    })
    .from(memory_baselines)
    .innerJoin(memory_samples, eq(memory_samples.sample_id, memory_baselines.sample_id))
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_samples.trace_id))
    .innerJoin(users, eq(users.user_id, memory_baselines.user_id))
    .where(
      and(
        eq(memory_baselines.project_id, project_id),
        only.app_name === undefined ? undefined : eq(memory_baselines.app_name, only.app_name),
        only.baseline_id === undefined ? undefined : eq(memory_baselines.baseline_id, only.baseline_id),
      ),
    )
    .orderBy(asc(memory_baselines.app_name), asc(memory_baselines.branch));

export const countBaselines = (db: Queries, project_id: string): Promise<number> =>
  db.$count(memory_baselines, eq(memory_baselines.project_id, project_id));

/** Has a sample stay to the end of the transaction. @returns whether it is there */
export async function holdSample(db: Queries, sample_id: string): Promise<boolean> {
  const rows = await db
    .select({ sample_id: memory_samples.sample_id })
    .from(memory_samples)
    .where(eq(memory_samples.sample_id, sample_id))
    .for("key share");
  return rows.length > 0;
}

/** One for each branch of an app: what is there already is another's from now on. @returns its id */
export async function putBaseline(db: Queries, row: BaselineRow): Promise<string> {
  const { sample_id, user_id, created_at } = row;
  const [kept] = await db
    .insert(memory_baselines)
    .values(row)
    .onConflictDoUpdate({
      target: [memory_baselines.project_id, memory_baselines.app_name, memory_baselines.branch],
      set: { sample_id, user_id, created_at },
    })
    .returning({ baseline_id: memory_baselines.baseline_id });
  return kept?.baseline_id ?? row.baseline_id;
}

export async function deleteBaseline(
  db: Queries,
  project_id: string,
  baseline_id: string,
): Promise<BaselineRow | undefined> {
  const [row] = await db
    .delete(memory_baselines)
    .where(and(eq(memory_baselines.project_id, project_id), eq(memory_baselines.baseline_id, baseline_id)))
    .returning();
  return row;
}

/** The first baseline among these samples, which are held so that none becomes one to the end of the transaction. */
export async function baselineAmong(
  db: Queries,
  sample_ids: readonly string[],
): Promise<(BaselineRow & { number: number }) | undefined> {
  if (sample_ids.length === 0) return undefined;
  await db
    .select({ sample_id: memory_samples.sample_id })
    .from(memory_samples)
    .where(inArray(memory_samples.sample_id, [...sample_ids]))
    .orderBy(asc(memory_samples.sample_id))
    .for("update");
  const [row] = await db
    .select({ baseline: memory_baselines, number: memory_samples.number })
    .from(memory_baselines)
    .innerJoin(memory_samples, eq(memory_samples.sample_id, memory_baselines.sample_id))
    .where(inArray(memory_baselines.sample_id, [...sample_ids]))
    .orderBy(asc(memory_baselines.app_name), asc(memory_baselines.branch))
    .limit(1);
  return row && { ...row.baseline, number: row.number };
}
