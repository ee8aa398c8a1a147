/** Mirrors of outside repositories, as the database knows them. */
import type { Queries } from "../../platform/database/database.ts";
import { script_mirrors, script_repositories } from "../../platform/database/scripts.schema.ts";
import { and, eq, isNull, lt, not, or } from "../../platform/database/sql.ts";
import { isShown, type MirrorRow } from "./scripts.repository.ts";

/** The mirror that a library has of its repository, which is opened now. */
export async function touchMirror(
  db: Queries,
  { library_id, url, opened_at }: { library_id: string; url: string; opened_at: number },
): Promise<string | undefined> {
  const [row] = await db
    .update(script_mirrors)
    .set({ opened_at })
    .where(and(eq(script_mirrors.library_id, library_id), eq(script_mirrors.url, url)))
    .returning({ repo_id: script_mirrors.repo_id });
  return row?.repo_id;
}

/** Notes a mirror; false when its library has one of that address by now. */
export async function insertMirror(
  tx: Queries,
  row: typeof script_repositories.$inferInsert,
  mirror: { library_id: string; url: string; opened_at: number },
): Promise<boolean> {
  const { repo_id } = row;
  await tx.insert(script_repositories).values(row);
  const rows = await tx
    .insert(script_mirrors)
    .values({ repo_id, ...mirror })
    .onConflictDoNothing()
    .returning();
  if (rows.length === 0) await tx.delete(script_repositories).where(eq(script_repositories.repo_id, repo_id));
  return rows.length > 0;
}

/** Makes one fetch the one that goes on; false while another one does. */
export async function beginFetch(
  db: Queries,
  repo_id: string,
  { fetch_id, now, until }: { fetch_id: string; now: number; until: number },
): Promise<boolean> {
  const isFree = or(isNull(script_mirrors.fetch_id), lt(script_mirrors.fetch_until, now));
  const rows = await db
    .update(script_mirrors)
    .set({ fetch_id, fetch_until: until, percent: null, failure: null })
    .where(and(eq(script_mirrors.repo_id, repo_id), isFree))
    .returning({ repo_id: script_mirrors.repo_id });
  return rows.length > 0;
}

/** Changes what is told of a fetch that goes on; false once it was called off, or its library is gone. */
export async function tellFetch(
  db: Queries,
  { repo_id, fetch_id }: { repo_id: string; fetch_id: string },
  change: Partial<MirrorRow>,
): Promise<boolean> {
  const rows = await db
    .update(script_mirrors)
    .set(change)
    .where(and(eq(script_mirrors.repo_id, repo_id), eq(script_mirrors.fetch_id, fetch_id), isShown))
    .returning({ repo_id: script_mirrors.repo_id });
  return rows.length > 0;
}

export async function updateMirror(db: Queries, repo_id: string, change: Partial<MirrorRow>): Promise<void> {
  await db.update(script_mirrors).set(change).where(eq(script_mirrors.repo_id, repo_id));
}

/** Deletes mirrors that nobody writes into and that are not shown any more, or were not opened for long. Answers which. */
export async function deleteStale(
  tx: Queries,
  { now, opened_before }: { now: number; opened_before: number },
): Promise<string[]> {
  const isQuiet = and(
    or(isNull(script_repositories.writer_until), lt(script_repositories.writer_until, now)),
    or(isNull(script_mirrors.fetch_until), lt(script_mirrors.fetch_until, now)),
  );
  const rows = await tx
    .select({ repo_id: script_mirrors.repo_id })
    .from(script_mirrors)
    .innerJoin(script_repositories, eq(script_repositories.repo_id, script_mirrors.repo_id))
    .where(and(isQuiet, or(not(isShown), lt(script_mirrors.opened_at, opened_before))))
    .for("update", { skipLocked: true });
  for (const { repo_id } of rows) await tx.delete(script_repositories).where(eq(script_repositories.repo_id, repo_id));
  return rows.map(({ repo_id }) => repo_id);
}
