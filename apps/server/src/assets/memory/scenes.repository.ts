import type { MemoryVersion } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { memory_samples, memory_traces } from "../../platform/database/memory.schema.ts";
import { and, asc, count, desc, eq, exists, max, ne } from "../../platform/database/sql.ts";

const isRead = (db: Queries) =>
  exists(
    db
      .select({ sample_id: memory_samples.sample_id })
      .from(memory_samples)
      .where(and(eq(memory_samples.trace_id, memory_traces.trace_id), eq(memory_samples.state, "read"))),
  );

/** Of traces that name their app and its version and have a sample that is read; of each app the last changed first. */
export async function listVersions(db: Queries, project_id: string): Promise<MemoryVersion[]> {
  const updated_at = max(memory_traces.updated_at);
  const rows = await db
    .select({
      app_name: memory_traces.app_name,
      app_version: memory_traces.app_version,
      traces: count(),
      updated_at,
    })
    .from(memory_traces)
    .where(
      and(
        eq(memory_traces.project_id, project_id),
        ne(memory_traces.app_name, ""),
        ne(memory_traces.app_version, ""),
        isRead(db),
      ),
    )
    .groupBy(memory_traces.app_name, memory_traces.app_version)
    .orderBy(asc(memory_traces.app_name), desc(updated_at), asc(memory_traces.app_version));
  return rows.map((row) => ({ ...row, updated_at: row.updated_at ?? 0 }));
}

/** The trace of a version that was changed last, of those with a sample that is read. */
export async function newestTrace(
  db: Queries,
  project_id: string,
  { app_name, app_version }: { app_name: string; app_version: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ trace_id: memory_traces.trace_id })
    .from(memory_traces)
    .where(
      and(
        eq(memory_traces.project_id, project_id),
        eq(memory_traces.app_name, app_name),
        eq(memory_traces.app_version, app_version),
        isRead(db),
      ),
    )
    .orderBy(desc(memory_traces.updated_at), desc(memory_traces.trace_id))
    .limit(1);
  return row?.trace_id;
}
