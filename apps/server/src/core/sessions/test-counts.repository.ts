/** How many tests projects have. */
import type { TestKind } from "@udt/contract";
import { tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { eq, inArray, sql } from "../../platform/database/sql.ts";

const total = sql<number>`count(*)::int`;
const open = sql<number>`(count(*) filter (where ${tests.state} <> 'ended'))::int`;

/** A project's tests, and those that have not ended. */
export async function countByKind(
  db: Queries,
  project_id: string,
): Promise<{ kind: TestKind; total: number; open: number }[]> {
  return db
    .select({
      kind: tests.kind,
      total,
      open,
    })
    .from(tests)
    .where(eq(tests.project_id, project_id))
    .groupBy(tests.kind);
}

/** The same of each of many projects, of whatever kind. */
export async function countOfProjects(
  db: Queries,
  project_ids: readonly string[],
): Promise<Map<string, { test_count: number; running_tests: number }>> {
  const rows = await db
    .select({ project_id: sql<string>`${tests.project_id}`, test_count: total, running_tests: open })
    .from(tests)
    .where(inArray(tests.project_id, [...project_ids]))
    .groupBy(tests.project_id);
  return new Map(rows.map(({ project_id, ...counts }) => [project_id, counts]));
}

/** When a row of `projects` had its newest test. Written out: Drizzle leaves tables' names away in a query of one table. */
export const lastOfProject = sql<
  string | null
>`(select max(tests.created_at) from tests where tests.project_id = "projects"."project_id")`;
