import { and, asc, eq, ilike, inArray, isNull, sql, type SQL } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { org_paths, org_users, orgs, project_orgs } from "../../platform/database/orgs.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { userSummary } from "./user-summary.ts";

export type OrgRow = typeof orgs.$inferSelect;
export type ProjectOrgRow = typeof project_orgs.$inferSelect;

/** Any number that nothing else in the database locks. */
const TREE_LOCK = 0x75647402;

/** Changes of the tree's shape happen one after the other, so that two moves never make a ring. */
export async function lockTree(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TREE_LOCK})`);
}

/** The names from the top down. Written out: Drizzle leaves tables' names away in a query of one table. */
const orgPath = sql<string[]>`(
  select array_agg(above.name order by org_paths.depth desc) from org_paths
  join orgs as above on above.org_id = org_paths.ancestor_id where org_paths.org_id = "orgs"."org_id")`;
/** What an organisation is called, and where it hangs. */
export const placeInTree = { org_id: orgs.org_id, parent_id: orgs.parent_id, name: orgs.name, path: orgPath };
export const userCount = sql<number>`(
  select count(distinct org_users.user_id)::int from org_paths
  join org_users on org_users.org_id = org_paths.org_id where org_paths.ancestor_id = "orgs"."org_id")`;
export const hasChildren = sql<boolean>`exists (select 1 from orgs as below where below.parent_id = "orgs"."org_id")`;

export async function findOrg(db: Queries, org_id: string): Promise<OrgRow | undefined> {
  const [row] = await db.select().from(orgs).where(eq(orgs.org_id, org_id));
  return row;
}

export async function orgsAmong(db: Queries, org_ids: string[]): Promise<Map<string, OrgRow>> {
  const rows = await db.select().from(orgs).where(inArray(orgs.org_id, org_ids));
  return new Map(rows.map((row) => [row.org_id, row]));
}

export interface TreeFilter {
  org_id: string | undefined;
  keyword: string;
  page_num: number;
  page_size: number;
}

/** Those right below one, or at the top; with a keyword those anywhere that have it in their name. */
export function inTree({ org_id, keyword }: Pick<TreeFilter, "org_id" | "keyword">): SQL | undefined {
  if (keyword !== "") return ilike(orgs.name, likePattern(keyword));
  return org_id === undefined ? isNull(orgs.parent_id) : eq(orgs.parent_id, org_id);
}

export const byName = [asc(sql`lower(${orgs.name})`), asc(orgs.org_id)] as const;

/** Part of the tree as a project sees it. */
export async function listTree(db: Queries, project_id: string, filter: TreeFilter) {
  const where = inTree(filter);
  const list = await db
    .select({
      ...placeInTree,
      has_children: hasChildren,
      user_count: userCount,
      user_type: project_orgs.user_type,
    })
    .from(orgs)
    .leftJoin(project_orgs, and(eq(project_orgs.org_id, orgs.org_id), eq(project_orgs.project_id, project_id)))
    .where(where)
    .orderBy(...byName)
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { list, total: await db.$count(orgs, where) };
}

/** The organisations of a project, owners first. */
export async function listOfProject(
  db: Queries,
  project_id: string,
  filter: { keyword: string; page_num: number; page_size: number },
) {
  const where = and(
    eq(project_orgs.project_id, project_id),
    filter.keyword === "" ? undefined : ilike(orgs.name, likePattern(filter.keyword)),
  );
  const list = await db
    .select({
      ...placeInTree,
      user_count: userCount,
      user_type: project_orgs.user_type,
      joined_at: project_orgs.joined_at,
    })
    .from(project_orgs)
    .innerJoin(orgs, eq(orgs.org_id, project_orgs.org_id))
    .where(where)
    .orderBy(asc(project_orgs.user_type), ...byName)
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(project_orgs)
    .innerJoin(orgs, eq(orgs.org_id, project_orgs.org_id))
    .where(where);
  return { list, total: count?.total ?? 0 };
}

const among = (project_id: string, org_ids: string[]) =>
  and(eq(project_orgs.project_id, project_id), inArray(project_orgs.org_id, org_ids));

export async function projectOrgsAmong(db: Queries, project_id: string, org_ids: string[]): Promise<ProjectOrgRow[]> {
  return db.select().from(project_orgs).where(among(project_id, org_ids));
}

export async function insertProjectOrgs(db: Queries, rows: ProjectOrgRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(project_orgs).values(rows);
}

export async function setOrgType(db: Queries, project_id: string, org_ids: string[], user_type: 1 | 2): Promise<void> {
  if (org_ids.length > 0) await db.update(project_orgs).set({ user_type }).where(among(project_id, org_ids));
}

export async function deleteProjectOrgs(db: Queries, project_id: string, org_ids: string[]): Promise<void> {
  await db.delete(project_orgs).where(among(project_id, org_ids));
}

/** The organisations by which these users belong to a project. */
export async function orgsOfUsers(
  db: Queries,
  project_id: string,
  user_ids: string[],
): Promise<{ user_id: string; org_id: string; name: string; user_type: 1 | 2 }[]> {
  if (user_ids.length === 0) return [];
  return db
    .selectDistinct({
      user_id: org_users.user_id,
      org_id: project_orgs.org_id,
      name: orgs.name,
      user_type: project_orgs.user_type,
    })
    .from(project_orgs)
    .innerJoin(orgs, eq(orgs.org_id, project_orgs.org_id))
    .innerJoin(org_paths, eq(org_paths.ancestor_id, project_orgs.org_id))
    .innerJoin(org_users, eq(org_users.org_id, org_paths.org_id))
    .where(and(eq(project_orgs.project_id, project_id), inArray(org_users.user_id, user_ids)))
    .orderBy(asc(project_orgs.user_type), asc(orgs.name));
}

/** Keeps what brings a user into a project by an organisation from going, to the end of the transaction. */
export async function holdByOrg(tx: Queries, project_id: string, user_id: string): Promise<boolean> {
  const rows = await tx
    .select({ org_id: project_orgs.org_id })
    .from(project_orgs)
    .innerJoin(org_paths, eq(org_paths.ancestor_id, project_orgs.org_id))
    .innerJoin(org_users, eq(org_users.org_id, org_paths.org_id))
    .where(and(eq(project_orgs.project_id, project_id), eq(org_users.user_id, user_id)))
    .limit(1)
    .for("key share");
  return rows.length > 0;
}

/** The projects that an organisation brings its people into: its own, and those of every one above it. */
export async function projectsAbove(db: Queries, org_id: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ project_id: project_orgs.project_id })
    .from(org_paths)
    .innerJoin(project_orgs, eq(project_orgs.org_id, org_paths.ancestor_id))
    .where(eq(org_paths.org_id, org_id));
  return rows.map((row) => row.project_id);
}

/** The projects that an organisation or one below it is a member of. */
export async function projectsBelow(db: Queries, org_id: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ project_id: project_orgs.project_id })
    .from(org_paths)
    .innerJoin(project_orgs, eq(project_orgs.org_id, org_paths.org_id))
    .where(eq(org_paths.ancestor_id, org_id));
  return rows.map((row) => row.project_id);
}

export async function listOrgUsers(
  db: Queries,
  org_id: string,
  filter: { keyword: string; page_num: number; page_size: number },
) {
  const pattern = likePattern(filter.keyword);
  const where = and(
    eq(org_users.org_id, org_id),
    filter.keyword === "" ? undefined : sql`(${users.user_name} ilike ${pattern} or ${users.email} ilike ${pattern})`,
  );
  const list = await db
    .select({
      ...userSummary,
      joined_at: org_users.joined_at,
    })
    .from(org_users)
    .innerJoin(users, eq(users.user_id, org_users.user_id))
    .where(where)
    .orderBy(asc(sql`lower(${users.user_name})`), asc(users.user_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(org_users)
    .innerJoin(users, eq(users.user_id, org_users.user_id))
    .where(where);
  return { list, total: count?.total ?? 0 };
}
