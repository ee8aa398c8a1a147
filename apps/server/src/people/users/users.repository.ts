import type { DataOf, ENDPOINTS, UserState } from "@udt/contract";
import { and, asc, eq, gt, ilike, inArray, isAmong, isNull, lt, ne, or, sql } from "../../platform/database/sql.ts";
import { login_sessions, users } from "../../platform/database/core.schema.ts";
import { sign_in_steps } from "../../platform/database/second-factor.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { likePattern } from "../../platform/ids.ts";

export type UserRow = typeof users.$inferSelect;
export type LoginSessionRow = typeof login_sessions.$inferSelect;
type NewUser = Omit<typeof users.$inferInsert, "name_key">;
type UserSummary = DataOf<typeof ENDPOINTS.userSearch>["list"][number];
type NewLoginSession = typeof login_sessions.$inferInsert;

/** Of nicknames with the same key only one may exist: case, width and invisible characters make no other person. */
export const nameKey = (user_name: string): string =>
  user_name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();

/** In queries of users: those who may sign in at a time, as `refusalFor` says of one. */
export const maySignIn = (now: number) =>
  and(eq(users.state, "approved"), or(isNull(users.expires_at), gt(users.expires_at, now)));

export async function findUser(db: Queries, user_id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.user_id, user_id));
  return row;
}

/** How each of these accounts stands. */
export const statesOf = async (db: Queries, user_ids: readonly string[]): Promise<ReadonlyMap<string, UserState>> => {
  const rows = await db
    .select({ user_id: users.user_id, state: users.state })
    .from(users)
    .where(isAmong(users.user_id, user_ids));
  return new Map(rows.map(({ user_id, state }) => [user_id, state]));
};

/** The user, whom nobody else changes until the transaction is over. */
export async function holdUser(tx: Queries, user_id: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.user_id, user_id)).for("update");
  return row;
}

export async function isNameTaken(db: Queries, user_name: string): Promise<boolean> {
  return (await db.$count(users, eq(users.name_key, nameKey(user_name)))) > 0;
}

/** What somebody is called; empty when there is nobody of this id. */
export async function userNameOf(db: Queries, user_id: string): Promise<string> {
  const [row] = await db.select({ user_name: users.user_name }).from(users).where(eq(users.user_id, user_id));
  return row?.user_name ?? "";
}

export async function findUserByEmail(db: Queries, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, ne(users.email, "")));
  return row;
}

export async function countUsers(db: Queries): Promise<number> {
  return db.$count(users);
}

export async function insertUser(db: Queries, user: NewUser & { name_key?: string }): Promise<void> {
  await db.insert(users).values({ name_key: nameKey(user.user_name), ...user });
}

/** False when somebody has the email or the nickname. */
export async function insertUserIfFree(db: Queries, user: NewUser): Promise<boolean> {
  const rows = await db
    .insert(users)
    .values({ ...user, name_key: nameKey(user.user_name) })
    .onConflictDoNothing()
    .returning({ user_id: users.user_id });
  return rows.length > 0;
}

export async function updateUser(db: Queries, user_id: string, change: Partial<UserRow>): Promise<UserRow | undefined> {
  const [row] = await db.update(users).set(change).where(eq(users.user_id, user_id)).returning();
  return row;
}

/** Approved users who may sign in now. */
/**
 * People who may sign in. An address is told, and looked into, for who belongs to a project with them and for
 * administrators; others find by it only somebody whose whole address they know.
 */
export async function searchUsers(
  db: Queries,
  query: { keyword: string; user_id?: string | undefined; page_num: number; page_size: number },
  asker: { user_id: string; udt_admin: boolean },
  now: number,
): Promise<{ list: UserSummary[]; total: number }> {
  const pattern = likePattern(query.keyword);
  const theirs = db
    .select({ one: project_people.project_id })
    .from(project_people)
    .where(eq(project_people.user_id, asker.user_id));
  const colleagues = db
    .select({ one: project_people.user_id })
    .from(project_people)
    .where(inArray(project_people.project_id, theirs));
  const known = asker.udt_admin
    ? sql`true`
    : sql`(${eq(users.user_id, asker.user_id)}
        or ${eq(sql`lower(${users.email})`, query.keyword.toLowerCase())}
        or ${inArray(users.user_id, colleagues)})`;
  const matches = and(
    eq(users.state, "approved"),
    or(isNull(users.expires_at), gt(users.expires_at, now)),
    query.user_id === undefined ? undefined : eq(users.user_id, query.user_id),
    query.keyword === "" ? undefined : or(ilike(users.user_name, pattern), and(ilike(users.email, pattern), known)),
  );
  const { user_id, user_name, head_image } = users;
  const email = sql<string>`case when ${known} then ${users.email} else '' end`;
  const list = await db
    .select({ user_id, user_name, email, head_image })
    .from(users)
    .where(matches)
    .orderBy(asc(users.user_name), asc(users.user_id))
    .limit(query.page_size)
    .offset((query.page_num - 1) * query.page_size);
  return { list, total: await db.$count(users, matches) };
}

export async function sessionBegin(db: Queries, token_hash: string): Promise<number | null> {
  const [row] = await db
    .select({ created_at: login_sessions.created_at })
    .from(login_sessions)
    .where(eq(login_sessions.token_hash, token_hash));
  return row?.created_at ?? null;
}

export async function insertLoginSession(db: Queries, session: NewLoginSession): Promise<void> {
  await db.insert(login_sessions).values(session);
}

export interface FoundLoginSession {
  user: UserRow;
  session: LoginSessionRow;
}

/** In the order of the hashes. */
export async function findLoginSessions(
  db: Queries,
  token_hashes: readonly string[],
  now: number,
): Promise<(FoundLoginSession | undefined)[]> {
  const rows = await db
    .select({ user: users, session: login_sessions })
    .from(login_sessions)
    .innerJoin(users, eq(users.user_id, login_sessions.user_id))
    .where(and(isAmong(login_sessions.token_hash, token_hashes), gt(login_sessions.expires_at, now)));
  const found = new Map(rows.map((row) => [row.session.token_hash, row]));
  return token_hashes.map((token_hash) => found.get(token_hash));
}

export async function listLoginSessions(db: Queries, user_id: string, now: number): Promise<LoginSessionRow[]> {
  return db
    .select()
    .from(login_sessions)
    .where(and(eq(login_sessions.user_id, user_id), gt(login_sessions.expires_at, now)))
    .orderBy(sql`${login_sessions.last_seen_at} desc`, asc(login_sessions.session_id));
}

/** Where somebody is signed in with the account of this address. */
export async function addressesOf(db: Queries, email: string, now: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ ip: login_sessions.ip })
    .from(login_sessions)
    .innerJoin(users, eq(users.user_id, login_sessions.user_id))
    .where(and(sql`lower(${users.email}) = lower(${email})`, ne(users.email, ""), gt(login_sessions.expires_at, now)));
  return rows.map(({ ip }) => ip);
}

export async function updateSession(db: Queries, token_hash: string, change: Partial<LoginSessionRow>): Promise<void> {
  await db.update(login_sessions).set(change).where(eq(login_sessions.token_hash, token_hash));
}

export async function deleteLoginSession(db: Queries, token_hash: string): Promise<void> {
  await db.delete(login_sessions).where(eq(login_sessions.token_hash, token_hash));
}

/** Ends one session of a user. Answers its hash. */
export async function deleteOwnSession(db: Queries, user_id: string, session_id: string): Promise<string | undefined> {
  const [row] = await db
    .delete(login_sessions)
    .where(and(eq(login_sessions.user_id, user_id), eq(login_sessions.session_id, session_id)))
    .returning({ token_hash: login_sessions.token_hash });
  return row?.token_hash;
}

/** Ends a user's sessions, but one, and sign-ins that wait for their second step. Answers the sessions' hashes. */
export async function deleteSessionsOf(db: Queries, user_id: string, but = ""): Promise<string[]> {
  await db.delete(sign_in_steps).where(eq(sign_in_steps.user_id, user_id));
  const rows = await db
    .delete(login_sessions)
    .where(and(eq(login_sessions.user_id, user_id), ne(login_sessions.token_hash, but)))
    .returning({ token_hash: login_sessions.token_hash });
  return rows.map((row) => row.token_hash);
}

export async function deleteExpiredSessions(db: Queries, now: number): Promise<void> {
  await db.delete(login_sessions).where(lt(login_sessions.expires_at, now));
}
