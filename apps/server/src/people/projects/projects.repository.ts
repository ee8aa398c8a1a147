import { and, asc, eq, ilike, inArray, isAmong, ne, or, sql, type SQL } from "../../platform/database/sql.ts";
import { VISIBILITY } from "@udt/contract";
import { projects } from "../../platform/database/core.schema.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { join_requests } from "../../platform/database/projects.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { likePattern } from "../../platform/ids.ts";

export type ProjectRow = typeof projects.$inferSelect;

/** A project as one user finds it: `user_type` is null for who is no member, neither by themselves nor by an organisation. */
export interface FoundProject {
  project: ProjectRow;
  user_type: 1 | 2 | null;
  member_count: number;
  join_state: "requested" | "declined" | null;
}

const asFoundBy = (db: Queries, user_id: string) =>
  db
    .select({
      project: projects,
      user_type: project_people.user_type,
      join_state: join_requests.state,
    })
    .from(projects)
    .leftJoin(
      project_people,
      and(eq(project_people.project_id, projects.project_id), eq(project_people.user_id, user_id)),
    )
    .leftJoin(
      join_requests,
      and(eq(join_requests.project_id, projects.project_id), eq(join_requests.user_id, user_id)),
    );

/** A project, and somebody's place in it. */
export interface Place {
  project_id: string;
  user_id: string;
}
export type FoundPlace = Pick<FoundProject, "project" | "user_type">;

export async function findProject(db: Queries, project_id: string, user_id: string): Promise<FoundPlace | undefined> {
  const [found] = await findProjects(db, [{ project_id, user_id }]);
  return found;
}

/** The same for many at once, in their order. */
export async function findProjects(db: Queries, places: readonly Place[]): Promise<(FoundPlace | undefined)[]> {
  const project_ids = [...new Set(places.map((place) => place.project_id))];
  const user_ids = [...new Set(places.map((place) => place.user_id))];
  const user_types = db
    .select({ all: sql`jsonb_object_agg(${project_people.user_id}, ${project_people.user_type})` })
    .from(project_people)
    .where(and(eq(project_people.project_id, projects.project_id), isAmong(project_people.user_id, user_ids)));
  const rows = await db
    .select({ project: projects, user_types: sql<Record<string, 1 | 2> | null>`(${user_types})` })
    .from(projects)
    .where(isAmong(projects.project_id, project_ids));
  const found = new Map(rows.map((row) => [row.project.project_id, row]));
  return places.map(({ project_id, user_id }) => {
    const row = found.get(project_id);
    return row && { project: row.project, user_type: row.user_types?.[user_id] ?? null };
  });
}

export async function findWhole(db: Queries, project_id: string, user_id: string): Promise<FoundProject | undefined> {
  const [row] = await withCounts(db, await asFoundBy(db, user_id).where(eq(projects.project_id, project_id)));
  return row;
}

/** What became of somebody's request to join; undefined where there is none. */
export async function joinState(
  db: Queries,
  project_id: string,
  user_id: string,
): Promise<FoundProject["join_state"] | undefined> {
  const [row] = await db
    .select({ state: join_requests.state })
    .from(join_requests)
    .where(and(eq(join_requests.project_id, project_id), eq(join_requests.user_id, user_id)));
  return row?.state;
}

/** Counted for these alone: as a column it would be counted for every project that a later page skips. */
async function withCounts<T extends { project: ProjectRow }>(
  db: Queries,
  rows: T[],
): Promise<(T & { member_count: number })[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.project.project_id);
  const counts = await db
    .select({ project_id: project_people.project_id, count: sql<number>`count(*)::int` })
    .from(project_people)
    .where(inArray(project_people.project_id, ids))
    .groupBy(project_people.project_id);
  const counted = new Map(counts.map((row) => [row.project_id, row.count]));
  return rows.map((row) => ({ ...row, member_count: counted.get(row.project.project_id) ?? 0 }));
}

export interface ProjectFilter {
  user_id: string;
  seesAll: boolean;
  keyword: string;
  isMember: boolean;
  isOwner: boolean;
  project_id: string | undefined;
  page_num: number;
  page_size: number;
}

export async function listProjects(
  db: Queries,
  filter: ProjectFilter,
): Promise<{ rows: FoundProject[]; total: number }> {
  const conditions: (SQL | undefined)[] = [];
  if (!filter.seesAll) {
    conditions.push(or(sql`${project_people.user_id} is not null`, ne(projects.visibility, VISIBILITY.secret)));
  }
  if (filter.isMember) conditions.push(sql`${project_people.user_id} is not null`);
  if (filter.isOwner) conditions.push(eq(project_people.user_type, 1));
  if (filter.project_id !== undefined) conditions.push(eq(projects.project_id, filter.project_id));
  if (filter.keyword !== "") {
    const pattern = likePattern(filter.keyword);
    conditions.push(or(ilike(projects.name, pattern), ilike(projects.project_id, pattern)));
  }
  const where = and(...conditions);
  const rows = await asFoundBy(db, filter.user_id)
    .where(where)
    .orderBy(asc(sql`lower(${projects.name})`), asc(projects.project_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(projects)
    .leftJoin(
      project_people,
      and(eq(project_people.project_id, projects.project_id), eq(project_people.user_id, filter.user_id)),
    )
    .where(where);
  return { rows: await withCounts(db, rows), total: count?.total ?? 0 };
}

/** Fails on the unique indexes `projects_pkey`, `projects_id` and `projects_name`. */
export async function insertProject(db: Queries, project: typeof projects.$inferInsert): Promise<void> {
  await db.insert(projects).values(project);
}

/** Fails on the unique index `projects_name`. */
export async function updateProject(db: Queries, project_id: string, change: Partial<ProjectRow>): Promise<void> {
  await db.update(projects).set(change).where(eq(projects.project_id, project_id));
}

/**
 * Locks a project to the end of the transaction. `change`: others wait who change it or its members; `delete`: also those
 * who add to it; `use`: it cannot be deleted meanwhile.
 */
export async function lockProject(
  tx: Queries,
  project_id: string,
  to: "change" | "delete" | "use",
): Promise<ProjectRow | undefined> {
  const strength = { change: "no key update", delete: "update", use: "key share" } as const;
  const [row] = await tx.select().from(projects).where(eq(projects.project_id, project_id)).for(strength[to]);
  return row;
}

export async function deleteProject(db: Queries, project_id: string): Promise<void> {
  await db.delete(projects).where(eq(projects.project_id, project_id));
}

export async function existingProjectIds(db: Queries, project_ids: string[]): Promise<Set<string>> {
  if (project_ids.length === 0) return new Set();
  const rows = await db
    .select({ project_id: projects.project_id })
    .from(projects)
    .where(inArray(projects.project_id, project_ids));
  return new Set(rows.map((row) => row.project_id));
}
