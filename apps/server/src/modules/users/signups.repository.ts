import { and, count, desc, eq, gt, ilike, lt, or, sql } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { signups } from "../../platform/database/signin.schema.ts";
import { likePattern } from "../../platform/ids.ts";

export type SignupRow = typeof signups.$inferSelect;

const isOf = (email: string) => sql`lower(${signups.email}) = lower(${email})`;

export async function insertSignup(db: Queries, row: SignupRow): Promise<void> {
  await db.insert(signups).values(row);
}

/** The newest registrations of an address. */
export async function newestSignups(db: Queries, email: string, limit: number): Promise<SignupRow[]> {
  return db
    .select()
    .from(signups)
    .where(isOf(email))
    .orderBy(desc(signups.created_at), desc(signups.signup_id))
    .limit(limit);
}

/** Whose link this is, while it is good. */
export async function findSignup(db: Queries, token_hash: string, now: number): Promise<SignupRow | undefined> {
  const [row] = await db
    .select()
    .from(signups)
    .where(and(eq(signups.token_hash, token_hash), gt(signups.link_ends_at, now)));
  return row;
}

/** Takes a registration: whoever is second finds none. @param token_hash the link that it must still have */
export async function takeSignup(tx: Queries, signup_id: string, token_hash?: string): Promise<SignupRow | undefined> {
  const isLink = token_hash === undefined ? undefined : eq(signups.token_hash, token_hash);
  const [row] = await tx
    .delete(signups)
    .where(and(eq(signups.signup_id, signup_id), isLink))
    .returning();
  return row;
}

export async function setSignupLink(
  db: Queries,
  signup_id: string,
  link: { token_hash: string; link_ends_at: number },
): Promise<void> {
  await db.update(signups).set(link).where(eq(signups.signup_id, signup_id));
}

export async function deleteSignupsOf(tx: Queries, email: string): Promise<void> {
  await tx.delete(signups).where(isOf(email));
}

export async function deleteSignupsBefore(db: Queries, time: number): Promise<void> {
  await db.delete(signups).where(lt(signups.created_at, time));
}

export async function allSignups(db: Queries): Promise<SignupRow[]> {
  return db.select().from(signups).orderBy(desc(signups.created_at), desc(signups.signup_id));
}

export async function listSignups(db: Queries, query: { keyword: string; page_num: number; page_size: number }) {
  const pattern = likePattern(query.keyword);
  const named = query.keyword === "" ? undefined : or(ilike(signups.user_name, pattern), ilike(signups.email, pattern));
  const { signup_id, email, user_name, created_at } = signups;
  // Written out: Drizzle leaves tables' names away in a query of one table.
  const taken = sql<boolean>`exists (select 1 from ${users} where lower(${users}."email") = lower(${signups}."email"))`;
  const rows = await db
    .select({ signup_id, email, user_name, created_at, taken })
    .from(signups)
    .where(named)
    .orderBy(desc(created_at), desc(signup_id))
    .limit(query.page_size)
    .offset((query.page_num - 1) * query.page_size);
  const [all] = await db.select({ total: count() }).from(signups).where(named);
  return { rows, total: all?.total ?? 0 };
}
