import { and, asc, count, desc, eq, gt, ilike, lt, not, or, sql } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { signup_links, signups } from "../../platform/database/signin.schema.ts";
import { likePattern } from "../../platform/ids.ts";

export type SignupRow = typeof signups.$inferSelect;

// Written out: Drizzle leaves tables' names away in a query of one table.
/** When the last link of a registration ends; 0 without one. */
const linksEndAt =
  sql<number>`coalesce((select max(l."ends_at") from ${signup_links} l where l."signup_id" = ${signups}."signup_id"), 0)`.mapWith(
    Number,
  );
const isTaken = sql<boolean>`exists (select 1 from ${users} where lower(${users}."email") = lower(${signups}."email"))`;
const isOf = (email: string) => sql`lower(${signups.email}) = lower(${email})`;

/**
 * Keeps a registration; it takes the place of the same caller's for the address, whose links stay good.
 * @returns undefined when that one has been confirmed at this moment
 */
export async function putSignup(db: Queries, row: SignupRow): Promise<SignupRow | undefined> {
  const [made] = await db.insert(signups).values(row).onConflictDoNothing().returning();
  if (made) return made;
  const { signup_id: _signup_id, ...change } = row;
  const isTheirs = and(isOf(row.email), eq(signups.caller, row.caller));
  const [changed] = await db.update(signups).set(change).where(isTheirs).returning();
  return changed;
}

/** Registrations of an address: the caller's own, then the newest. */
export async function signupsOf(db: Queries, email: string, caller: string, limit: number): Promise<SignupRow[]> {
  return db
    .select()
    .from(signups)
    .where(isOf(email))
    .orderBy(desc(eq(signups.caller, caller)), desc(signups.created_at), desc(signups.signup_id))
    .limit(limit);
}

export async function insertLink(db: Queries, link: typeof signup_links.$inferInsert): Promise<void> {
  await db.insert(signup_links).values(link);
}

/** For which registration this link was mailed, while it is good. */
export async function findByLink(db: Queries, token_hash: string, now: number): Promise<SignupRow | undefined> {
  const [row] = await db
    .select({ signup: signups })
    .from(signup_links)
    .innerJoin(signups, eq(signups.signup_id, signup_links.signup_id))
    .where(and(eq(signup_links.token_hash, token_hash), gt(signup_links.ends_at, now)));
  return row?.signup;
}

/**
 * A registration, held with all others of its address until the transaction is over. In one order: two that are confirmed
 * at one moment would otherwise wait for each other.
 */
export async function holdSignup(tx: Queries, signup_id: string): Promise<SignupRow | undefined> {
  const its = sql`(select lower(s."email") from ${signups} s where s."signup_id" = ${signup_id})`;
  const rows = await tx
    .select()
    .from(signups)
    .where(sql`lower(${signups.email}) = ${its}`)
    .orderBy(asc(signups.signup_id))
    .for("update");
  return rows.find((row) => row.signup_id === signup_id);
}

/** Deletes a registration and its links. */
export async function deleteSignup(tx: Queries, signup_id: string): Promise<void> {
  await tx.delete(signups).where(eq(signups.signup_id, signup_id));
}

/** Those from before `time`, unless who has the mailbox may still confirm them. */
export async function deleteSignupsBefore(db: Queries, time: number, now: number): Promise<void> {
  await db.delete(signups).where(and(lt(signups.created_at, time), not(gt(linksEndAt, now))));
}

export async function allSignups(db: Queries): Promise<SignupRow[]> {
  return db.select().from(signups).orderBy(desc(signups.created_at), desc(signups.signup_id));
}

export async function listSignups(db: Queries, query: { keyword: string; page_num: number; page_size: number }) {
  const pattern = likePattern(query.keyword);
  const named = query.keyword === "" ? undefined : or(ilike(signups.user_name, pattern), ilike(signups.email, pattern));
  const { signup_id, email, user_name, created_at } = signups;
  const rows = await db
    .select({ signup_id, email, user_name, created_at, links_end_at: linksEndAt, taken: isTaken })
    .from(signups)
    .where(named)
    .orderBy(desc(created_at), desc(signup_id))
    .limit(query.page_size)
    .offset((query.page_num - 1) * query.page_size);
  const [all] = await db.select({ total: count() }).from(signups).where(named);
  return { rows, total: all?.total ?? 0 };
}
