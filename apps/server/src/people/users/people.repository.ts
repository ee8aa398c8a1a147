import { and, asc, count, eq, ilike, isNull, or, sql } from "../../platform/database/sql.ts";
import type { UserState } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { maySignIn, type UserRow } from "./users.repository.ts";

export interface PersonRow {
  user: UserRow;
  project_count: number;
}

// Written out: Drizzle leaves tables' names away in a query of one table.
const project_count = sql<number>`(select count(*)::int from ${project_people} where ${project_people}."user_id" = ${users}."user_id")`;

export async function listPeople(
  db: Queries,
  query: { keyword: string; state: UserState | undefined; page_num: number; page_size: number },
): Promise<{ rows: PersonRow[]; total: number; states: { state: UserState; count: number }[] }> {
  const pattern = likePattern(query.keyword);
  const named = query.keyword === "" ? undefined : or(ilike(users.user_name, pattern), ilike(users.email, pattern));
  const rows = await db
    .select({ user: users, project_count })
    .from(users)
    .where(and(named, query.state && eq(users.state, query.state)))
    .orderBy(sql`${users.created_at} desc`, asc(users.user_id))
    .limit(query.page_size)
    .offset((query.page_num - 1) * query.page_size);
  const states = await db.select({ state: users.state, count: count() }).from(users).where(named).groupBy(users.state);
  const total = states
    .filter(({ state }) => query.state === undefined || state === query.state)
    .reduce((sum, one) => sum + one.count, 0);
  return { rows, total, states };
}

/** Those who can sign in, the longest ones first. */
export async function listAdministrators(db: Queries, most: number, now: number): Promise<{ user_name: string }[]> {
  return db
    .select({ user_name: users.user_name })
    .from(users)
    .where(and(eq(users.udt_admin, true), maySignIn(now)))
    .orderBy(asc(users.created_at), asc(users.user_id))
    .limit(most);
}

export const countApproving = (db: Queries): Promise<number> => db.$count(users, eq(users.state, "approving"));

export async function findPerson(db: Queries, user_id: string): Promise<PersonRow | undefined> {
  const [row] = await db.select({ user: users, project_count }).from(users).where(eq(users.user_id, user_id));
  return row;
}

/** Holds the user, and before them every lasting administrator, to the end of the transaction: two changes at once wait for each other. */
export async function lockWithAdmins(
  tx: Queries,
  user_id: string,
): Promise<{ user: UserRow | undefined; admin_ids: string[] }> {
  const admins = await tx
    .select({ user_id: users.user_id })
    .from(users)
    .where(and(eq(users.udt_admin, true), eq(users.state, "approved"), isNull(users.expires_at)))
    .orderBy(asc(users.user_id))
    .for("update");
  const [user] = await tx.select().from(users).where(eq(users.user_id, user_id)).for("update");
  return { user, admin_ids: admins.map((admin) => admin.user_id) };
}
