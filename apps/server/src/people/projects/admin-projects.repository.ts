import { and, asc, eq, ilike, inArray, or, sql, type SQL } from "../../platform/database/sql.ts";
import { projects, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { userSummary } from "./user-summary.ts";

const OWNERS_SHOWN = 3;

export interface AdminProjectFilter {
  keyword: string;
  visibility: 1 | 2 | 3 | undefined;
  ownerless: boolean;
  sort: "name" | "created_at" | "last_test_at";
  page_num: number;
  page_size: number;
}

/** What is known of projects' tests where tests are kept. */
export interface ProjectTests {
  /** When a row of `projects` had its newest test; an expression, because lists are in that order. */
  readonly last_at: SQL<string | null>;
  /** Those that have none may be left out. */
  count(
    db: Queries,
    project_ids: readonly string[],
  ): Promise<ReadonlyMap<string, { test_count: number; running_tests: number }>>;
}

const owned = sql`exists (select 1 from ${project_people} where ${project_people}."project_id" = "projects"."project_id"
  and ${project_people}."user_type" = 1)`;

/** All projects, with what hangs on each counted for those of the page alone. */
export async function listAllProjects(db: Queries, filter: AdminProjectFilter, tests: ProjectTests) {
  const pattern = likePattern(filter.keyword);
  const where = and(
    filter.keyword === "" ? undefined : or(ilike(projects.name, pattern), ilike(projects.project_id, pattern)),
    filter.visibility && eq(projects.visibility, filter.visibility),
    filter.ownerless ? sql`not ${owned}` : undefined,
  );
  const order = {
    name: asc(sql`lower(${projects.name})`),
    created_at: sql`${projects.created_at} desc`,
    last_test_at: sql`${tests.last_at} desc nulls last`,
  }[filter.sort];
  const rows = await db
    .select({ project: projects, last_test_at: tests.last_at })
    .from(projects)
    .where(where)
    .orderBy(order, asc(projects.project_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const ids = rows.map((row) => row.project.project_id);
  const counts = await countsOf(db, ids);
  const tested = await tests.count(db, ids);
  const owners = await ownersOf(db, ids);
  const list = rows.map(({ project, last_test_at }) => ({
    project_id: project.project_id,
    name: project.name,
    icon: project.icon,
    target_usage: project.target_usage,
    visibility: project.visibility,
    created_at: project.created_at,
    last_test_at: last_test_at === null ? null : Number(last_test_at),
    member_count: 0,
    org_count: 0,
    test_count: 0,
    running_tests: 0,
    ...counts.get(project.project_id),
    ...tested.get(project.project_id),
    owners: (owners.get(project.project_id) ?? []).slice(0, OWNERS_SHOWN),
    owner_count: owners.get(project.project_id)?.length ?? 0,
  }));
  return { list, total: await db.$count(projects, where) };
}

interface Counts {
  member_count: number;
  org_count: number;
}

async function countsOf(db: Queries, ids: string[]): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Record<keyof Counts | "project_id", string>>(sql`
    select projects.project_id,
      (select count(*) from ${project_people} where ${project_people}."project_id" = projects.project_id) as member_count,
      (select count(*) from project_orgs where project_orgs.project_id = projects.project_id) as org_count
    from projects where ${inArray(projects.project_id, ids)}`);
  return new Map(
    rows.map((row) => [
      row.project_id,
      {
        member_count: Number(row.member_count),
        org_count: Number(row.org_count),
      },
    ]),
  );
}

interface Owner {
  user_id: string;
  user_name: string;
  email: string;
  head_image: string;
}

async function ownersOf(db: Queries, ids: string[]): Promise<Map<string, Owner[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      project_id: project_people.project_id,
      owner: userSummary,
    })
    .from(project_people)
    .innerJoin(users, eq(users.user_id, project_people.user_id))
    .where(and(inArray(project_people.project_id, ids), eq(project_people.user_type, 1)))
    .orderBy(asc(sql`lower(${users.user_name})`), asc(users.user_id));
  const owners = new Map<string, Owner[]>();
  for (const { project_id, owner } of rows) owners.set(project_id, [...(owners.get(project_id) ?? []), owner]);
  return owners;
}
