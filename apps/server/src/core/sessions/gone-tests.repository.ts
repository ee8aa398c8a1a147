/** Tests that go, with their project or because they are old, and how they are deleted. */
import { leases, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, eq, inArray, isNull, lt, notExists, sql } from "../../platform/database/sql.ts";

/** All of a project, or these. */
export type GoneTests = { project_id: string } | { test_ids: readonly string[] };

/** With all that hangs on them. */
export async function deleteTests(db: Queries, gone: GoneTests): Promise<void> {
  const isGone =
    "project_id" in gone ? eq(tests.project_id, gone.project_id) : inArray(tests.test_id, [...gone.test_ids]);
  await db.delete(tests).where(isGone);
}

/** Locks the platform's own tests that ended before, the oldest first. Those with a device that is not back yet are left. */
export async function lockOldOfPlatform(db: Queries, before: number, limit: number): Promise<string[]> {
  const held = db
    .select({ one: sql`1` })
    .from(leases)
    .where(and(eq(leases.test_id, tests.test_id), isNull(leases.released_at)));
  const rows = await db
    .select({ test_id: tests.test_id })
    .from(tests)
    .where(and(isNull(tests.project_id), eq(tests.state, "ended"), lt(tests.ended_at, before), notExists(held)))
    .orderBy(asc(tests.ended_at))
    .limit(limit)
    .for("update", { skipLocked: true });
  return rows.map(({ test_id }) => test_id);
}
