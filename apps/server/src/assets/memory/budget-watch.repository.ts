import type { Queries } from "../../platform/database/database.ts";
import { memory_watched_modules } from "../../platform/database/memory-watch.schema.ts";
import { memory_traces } from "../../platform/database/memory.schema.ts";
import { and, asc, eq, inArray } from "../../platform/database/sql.ts";

export type WatchedRow = typeof memory_watched_modules.$inferSelect;

/** Has a trace stay to the end of the transaction, before any of its samples is changed. @returns it, where it is there */
export async function holdTrace(db: Queries, trace_id: string) {
  const [row] = await db.select().from(memory_traces).where(eq(memory_traces.trace_id, trace_id)).for("key share");
  return row;
}

/** What was told of these modules of a trace, held to the end of the transaction: of two samples one comes first. */
export async function holdWatched(db: Queries, trace_id: string, modules: readonly string[]): Promise<WatchedRow[]> {
  const names = [...modules].toSorted();
  const rows = names.map((module) => ({ trace_id, module, was_small: false }));
  await db.insert(memory_watched_modules).values(rows).onConflictDoNothing();
  return db
    .select()
    .from(memory_watched_modules)
    .where(and(eq(memory_watched_modules.trace_id, trace_id), inArray(memory_watched_modules.module, names)))
    .orderBy(asc(memory_watched_modules.module))
    .for("update");
}

export async function updateWatched(db: Queries, { trace_id, module, ...change }: WatchedRow): Promise<void> {
  await db
    .update(memory_watched_modules)
    .set(change)
    .where(and(eq(memory_watched_modules.trace_id, trace_id), eq(memory_watched_modules.module, module)));
}
