import { and, asc, eq, ilike, inArray, or, sql } from "../../platform/database/sql.ts";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Member } from "@udt/contract";
import { members, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { userSummary } from "./user-summary.ts";

export type MemberRow = typeof members.$inferSelect;

const among = (project_id: string, user_ids: string[]) =>
  and(eq(members.project_id, project_id), inArray(members.user_id, user_ids));

export async function insertMember(db: Queries, member: MemberRow): Promise<void> {
  await db.insert(members).values(member);
}

export async function insertMembers(db: Queries, rows: MemberRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(members).values(rows);
}

export async function membersAmong(db: Queries, project_id: string, user_ids: string[]): Promise<MemberRow[]> {
  return db.select().from(members).where(among(project_id, user_ids));
}

/** Keeps a member from being removed to the end of the transaction. False when they are none. */
export async function holdMember(tx: Queries, project_id: string, user_id: string): Promise<boolean> {
  const rows = await tx
    .select()
    .from(members)
    .where(among(project_id, [user_id]))
    .for("key share");
  return rows.length > 0;
}

export async function setUserType(
  db: Queries,
  project_id: string,
  user_ids: string[],
  user_type: 1 | 2,
): Promise<void> {
  if (user_ids.length > 0) await db.update(members).set({ user_type }).where(among(project_id, user_ids));
}

export async function deleteMembers(db: Queries, project_id: string, user_ids: string[]): Promise<void> {
  await db.delete(members).where(among(project_id, user_ids));
}

/** Own members alone: `members` and `owners`. Everybody, by organisations too: `people` and `heads`. */
export async function countMembers(
  db: Queries,
  project_id: string,
): Promise<{ owners: number; members: number; people: number; heads: number }> {
  const owners = (type: PgColumn) => sql<number>`(count(*) filter (where ${type} = 1))::int`;
  const count = sql<number>`count(*)::int`;
  const [own] = await db
    .select({ members: count, owners: owners(members.user_type) })
    .from(members)
    .where(eq(members.project_id, project_id));
  const [all] = await db
    .select({ people: count, heads: owners(project_people.user_type) })
    .from(project_people)
    .where(eq(project_people.project_id, project_id));
  return { members: 0, owners: 0, people: 0, heads: 0, ...own, ...all };
}

/** Those of these users who belong to a project, by themselves or by an organisation. */
export async function peopleAmong(db: Queries, project_id: string, user_ids: string[]): Promise<Set<string>> {
  if (user_ids.length === 0) return new Set();
  const rows = await db
    .select({ user_id: project_people.user_id })
    .from(project_people)
    .where(and(eq(project_people.project_id, project_id), inArray(project_people.user_id, user_ids)));
  return new Set(rows.map((row) => row.user_id));
}

/** Those who own a project, by themselves or by an organisation, and can sign in; the longest ones first. */
export async function listOwners(db: Queries, project_id: string, most: number): Promise<{ user_name: string }[]> {
  return db
    .select({ user_name: users.user_name })
    .from(project_people)
    .innerJoin(users, eq(users.user_id, project_people.user_id))
    .where(and(eq(project_people.project_id, project_id), eq(project_people.user_type, 1), eq(users.state, "approved")))
    .orderBy(asc(project_people.joined_at), asc(users.user_id))
    .limit(most);
}

export async function listMembers(
  db: Queries,
  filter: { project_id: string; keyword: string; page_num: number; page_size: number },
): Promise<{ list: Omit<Member, "orgs">[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const where = and(
    eq(project_people.project_id, filter.project_id),
    filter.keyword === "" ? undefined : or(ilike(users.user_name, pattern), ilike(users.email, pattern)),
  );
  const list = await db
    .select({
      ...userSummary,
      user_type: project_people.user_type,
      joined_at: project_people.joined_at,
      own_type: members.user_type,
    })
    .from(project_people)
    .innerJoin(users, eq(users.user_id, project_people.user_id))
    .leftJoin(members, and(eq(members.project_id, filter.project_id), eq(members.user_id, project_people.user_id)))
    .where(where)
    .orderBy(asc(project_people.user_type), asc(sql`lower(${users.user_name})`), asc(users.user_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(project_people)
    .innerJoin(users, eq(users.user_id, project_people.user_id))
    .where(where);
  return { list, total: count?.total ?? 0 };
}

/** Which of these users there are. */
export async function existingUsers(
  db: Queries,
  user_ids: string[],
): Promise<Map<string, { user_id: string; user_name: string }>> {
  const rows = await db
    .select({ user_id: users.user_id, user_name: users.user_name })
    .from(users)
    .where(inArray(users.user_id, user_ids));
  return new Map(rows.map((row) => [row.user_id, row]));
}
