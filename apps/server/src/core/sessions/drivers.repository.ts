import type { Driver } from "@udt/contract";
import { tests, users } from "../../platform/database/core.schema.ts";
import { test_drivers } from "../../platform/database/control.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, eq, ne } from "../../platform/database/sql.ts";

/** Who drives a test's device besides its holder, or instead of them; who was given it first comes first. */
export async function driversOf(db: Queries, test_id: string): Promise<Driver[]> {
  return db
    .select({
      user_id: test_drivers.user_id,
      user_name: users.user_name,
      instead: test_drivers.instead,
      given_at: test_drivers.given_at,
    })
    .from(test_drivers)
    .innerJoin(users, eq(users.user_id, test_drivers.user_id))
    .where(eq(test_drivers.test_id, test_id))
    .orderBy(asc(test_drivers.given_at), asc(test_drivers.user_id));
}

/** Of the sessions of a project that have not ended, or of all, each that somebody was given. */
export async function drivenIn(
  db: Queries,
  project_id: string | null,
): Promise<{ project_id: string; test_id: string; user_id: string; user_name: string }[]> {
  const rows = await db
    .select({
      project_id: tests.project_id,
      test_id: test_drivers.test_id,
      user_id: test_drivers.user_id,
      user_name: users.user_name,
    })
    .from(test_drivers)
    .innerJoin(users, eq(users.user_id, test_drivers.user_id))
    .innerJoin(tests, eq(tests.test_id, test_drivers.test_id))
    .where(and(ne(tests.state, "ended"), project_id === null ? undefined : eq(tests.project_id, project_id)));
  return rows.flatMap(({ project_id: of, ...row }) => (of === null ? [] : [{ project_id: of, ...row }]));
}

export async function putDriver(tx: Queries, row: typeof test_drivers.$inferInsert): Promise<void> {
  const { instead, given_at, given_by } = row;
  await tx
    .insert(test_drivers)
    .values(row)
    .onConflictDoUpdate({ target: [test_drivers.test_id, test_drivers.user_id], set: { instead, given_at, given_by } });
}

/** One of them, all but one, or all. */
export async function deleteDrivers(
  tx: Queries,
  test_id: string,
  which: { user_id?: string; but?: string } = {},
): Promise<void> {
  const { user_id, but } = which;
  const whom = user_id !== undefined ? eq(test_drivers.user_id, user_id) : undefined;
  const kept = but !== undefined ? ne(test_drivers.user_id, but) : undefined;
  await tx.delete(test_drivers).where(and(eq(test_drivers.test_id, test_id), whom, kept));
}
