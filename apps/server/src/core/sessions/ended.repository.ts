import type { TestKind } from "@udt/contract";
import { test_devices, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { slots } from "../../platform/database/scheduling.schema.ts";
import { and, countDistinct, eq, gte, lt, sql } from "../../platform/database/sql.ts";

export interface EndedTests {
  by_kind: Partial<Record<TestKind, number>>;
  people: number;
  devices: number;
  /** Those that lost a device or its agent, whether they ended by that or not. */
  lost: number;
}

/** The tests that ended in a project from `from` to before `to`, of whatever kind. */
export async function summariseTests(db: Queries, project_id: string, from: number, to: number): Promise<EndedTests> {
  const inTime = and(eq(tests.project_id, project_id), gte(tests.ended_at, from), lt(tests.ended_at, to));
  const kinds = await db
    .select({ kind: tests.kind, total: sql<number>`count(*)::int` })
    .from(tests)
    .where(inTime)
    .groupBy(tests.kind);
  // By itself: Drizzle leaves tables' names away in the columns of a query of one table.
  const hasLost = sql`exists (select 1 from ${slots} where ${slots.test_id} = ${tests.test_id}
    and jsonb_array_length(${slots.lost_device_ids}) > 0)`;
  const [used] = await db
    .select({
      people: countDistinct(tests.user_id),
      // A test may go on without a device that it lost.
      lost: sql<number>`(count(*) filter (where ${tests.end_reason} in ('device_lost', 'agent_lost') or ${hasLost}))::int`,
    })
    .from(tests)
    .where(inTime);
  const [held] = await db
    .select({ devices: countDistinct(test_devices.device_id) })
    .from(test_devices)
    .innerJoin(tests, eq(tests.test_id, test_devices.test_id))
    .where(inTime);
  return {
    by_kind: Object.fromEntries(kinds.map(({ kind, total }) => [kind, total])),
    people: used?.people ?? 0,
    devices: held?.devices ?? 0,
    lost: used?.lost ?? 0,
  };
}
