import {
  DEFAULT_INSPECTION,
  FIRST_LOOK,
  levelOf,
  type CheckedSession,
  type InspectionConfig,
  type SelfCheckStep,
  type WorkOrderSource,
} from "@udt/contract";
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isAmong,
  isNull,
  ne,
  or,
  sql,
} from "../../platform/database/sql.ts";
import { test_devices, tests, users } from "../../platform/database/core.schema.ts";
import type { ToldWork } from "../../core/sessions/sessions.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { check_occasions } from "../../platform/database/health.schema.ts";
import { self_checks } from "../../platform/database/self-checks.schema.ts";
import { FINISHED, isSettled, OPEN } from "./due.repository.ts";

export type SelfCheckRow = typeof self_checks.$inferSelect;

type NewCheck = Omit<typeof self_checks.$inferInsert, "test_id" | "before">;

/** A check by itself: it is the test of its id. */
export async function insertCheck(db: Queries, row: NewCheck): Promise<void> {
  await db.insert(self_checks).values({ ...row, test_id: row.selfcheck_id });
}

/** One before a session or run, which is over. Undefined where it has been told before. */
export async function insertBefore(
  db: Queries,
  row: NewCheck & { test_id: string; before: CheckedSession },
): Promise<SelfCheckRow | undefined> {
  const [made] = await db.insert(self_checks).values(row).onConflictDoNothing().returning();
  return made;
}

export async function updateCheck(db: Queries, selfcheck_id: string, change: Partial<SelfCheckRow>): Promise<void> {
  await db.update(self_checks).set(change).where(eq(self_checks.selfcheck_id, selfcheck_id));
}

/** How far one is that goes on. False when it does not. */
export async function noteProgress(
  db: Queries,
  selfcheck_id: string,
  change: Pick<SelfCheckRow, "results" | "step">,
): Promise<boolean> {
  const goesOn = and(eq(self_checks.selfcheck_id, selfcheck_id), eq(self_checks.state, "running"));
  const rows = await db.update(self_checks).set(change).where(goesOn).returning({ state: self_checks.state });
  return rows.length > 0;
}

export async function findCheck(db: Queries, selfcheck_id: string): Promise<SelfCheckRow | undefined> {
  const [row] = await db.select().from(self_checks).where(eq(self_checks.selfcheck_id, selfcheck_id));
  return row;
}

/** Whether a check that began since then, or goes on, restarted the device because that might help. */
export async function isRestartedSince(db: Queries, device_id: string, since: number): Promise<boolean> {
  const restarted = JSON.stringify([{ remedy: { name: "restart" } }]);
  const { results, started_at } = self_checks;
  const which = and(
    eq(self_checks.device_id, device_id),
    gt(started_at, since),
    sql`${results} @> ${restarted}::jsonb`,
  );
  return (await db.$count(self_checks, which)) > 0;
}

/** Of those of these tests that are checks by themselves, restarts or cleanings. */
export async function worksOf(db: Queries, test_ids: readonly string[]): Promise<Map<string, ToldWork>> {
  const rows = await listed(db).where(isAmong(self_checks.selfcheck_id, test_ids));
  return new Map(
    rows.map(({ selfcheck_id, work, user_name, state }) => [
      selfcheck_id,
      { work, user_name, has_warnings: state === "warning" },
    ]),
  );
}

/** Why devices are had to do something, and for which project. */
export async function causesOf(db: Queries, test_ids: readonly string[]) {
  const { selfcheck_id, work, occasion, tag_name, project_id } = self_checks;
  const rows = await db
    .select({ selfcheck_id, cause: { work, occasion, tag_name, project_id, user_name: users.user_name } })
    .from(self_checks)
    .leftJoin(users, eq(users.user_id, self_checks.user_id))
    .where(isAmong(selfcheck_id, test_ids));
  return new Map(rows.map((row) => [row.selfcheck_id, row.cause]));
}

interface FoundFault {
  number: number;
  test_id: string | null;
  device_id: string;
  source: WorkOrderSource;
}

type FindingCheck = Pick<SelfCheckRow, "selfcheck_id" | "project_id" | "config" | "before">;

/** The checks that found what these work orders say, by the orders' numbers. */
export async function checksBehind(db: Queries, orders: readonly FoundFault[]): Promise<Map<number, FindingCheck>> {
  const { selfcheck_id, test_id, device_id, project_id, config, before } = self_checks;
  const among = orders.flatMap((order) => order.test_id ?? []);
  const found = await db
    .select({ selfcheck_id, test_id, device_id, project_id, config, before })
    .from(self_checks)
    .where(isAmong(test_id, among));
  return new Map(
    orders.flatMap((order) => {
      const check = found.find((one) => one.test_id === order.test_id && one.device_id === order.device_id);
      // A session before which a check was done has orders that people opened, too.
      const isOf = check && (check.before === null || order.source === "self_check");
      return isOf ? [[order.number, check] as const] : [];
    }),
  );
}

export async function hasOpen(db: Queries, device_id: string): Promise<boolean> {
  return (
    (await db.$count(self_checks, and(eq(self_checks.device_id, device_id), inArray(self_checks.state, OPEN)))) > 0
  );
}

/** None of what else devices are had to do. */
const isCheck = eq(self_checks.work, "check");

/**
 * Those of these steps that failed in the last check of the device before this one that judged them, however many lie between
 * that did not: one that skipped a step says nothing of it, nor one in which its fault is but a warning, nor one by the tag of
 * one of several projects with another measure than is taken everywhere.
 * @param alone the project that alone sees the device
 */
export async function failedBefore(
  db: Queries,
  check: SelfCheckRow,
  steps: readonly SelfCheckStep[],
  alone: string | null,
): Promise<Set<string>> {
  if (steps.length === 0) return new Set();
  const { results, config, occasion, device_id, selfcheck_id, state, ended_at, project_id } = self_checks;
  const levels = (of: InspectionConfig) => sql.param(steps.map((step) => levelOf(of, step)));
  const level = sql`case when asked.step = 'ready' then 'blocking' when ${config} is not null then ${config} -> 'levels' ->> asked.step
    when ${occasion} = 'first_seen' then asked.looked else asked.unsaid end`;
  const isJudged = sql`(coalesce(found.state, 'passed') in ('passed', 'failed') or (found.state = 'warning' and ${level} <> 'warning'))`;
  const free = sql`(${config} ->> 'free_gb')::float8`;
  const isEverybodys = sql`(${config} is null or ${project_id} = ${alone}::text or case asked.step
    when 'storage' then case found.state when 'failed' then ${free} <= ${DEFAULT_INSPECTION.free_gb} else ${free} >= ${DEFAULT_INSPECTION.free_gb} end
    when 'network' then ${config} ->> 'network_address' is null and found.code is distinct from 'check_slow' else true end)`;
  const { rows } = await db.execute<{ step: string }>(sql`
    select asked.step from unnest(${sql.param([...steps])}::text[], ${levels(DEFAULT_INSPECTION)}::text[], ${levels(FIRST_LOOK)}::text[])
      as asked (step, unsaid, looked)
    where (select found.state from ${self_checks}
        left join lateral (select result ->> 'state' as state, result -> 'message' ->> 'code' as code from jsonb_array_elements(${results}) as one (result)
          where result ->> 'step' = asked.step) as found on true
      where ${device_id} = ${check.device_id} and ${selfcheck_id} <> ${check.selfcheck_id} and ${isCheck} and ${inArray(state, FINISHED)}
        and ${isJudged} and ${isEverybodys}
      order by ${ended_at} desc limit 1) = 'failed'`);
  return new Set(rows.map(({ step }) => step));
}

/** Those of some devices of which a check was done, or did not come to its end, since they first appeared. */
export async function lookedAt(db: Queries, device_ids: readonly string[]): Promise<Set<string>> {
  if (device_ids.length === 0) return new Set();
  const { device_id, occasion, happened_at } = check_occasions;
  const since = and(
    eq(device_id, self_checks.device_id),
    eq(occasion, "first_seen"),
    gte(self_checks.ended_at, happened_at),
  );
  const rows = await db
    .selectDistinct({ device_id: self_checks.device_id })
    .from(self_checks)
    .innerJoin(check_occasions, since)
    .where(and(isAmong(self_checks.device_id, device_ids), isCheck, isSettled));
  return new Set(rows.map((row) => row.device_id));
}

/** Whether its device went away amid the last check before it that nobody ended. */
export async function wasLostBefore(db: Queries, check: SelfCheckRow): Promise<boolean> {
  const [before] = await db
    .select({ reason: tests.end_reason })
    .from(self_checks)
    .innerJoin(tests, eq(tests.test_id, self_checks.test_id))
    .where(
      and(
        eq(self_checks.device_id, check.device_id),
        ne(self_checks.selfcheck_id, check.selfcheck_id),
        isCheck,
        isNull(self_checks.before),
        or(inArray(self_checks.state, FINISHED), eq(tests.end_reason, "device_lost")),
      ),
    )
    .orderBy(desc(self_checks.ended_at))
    .limit(1);
  return before?.reason === "device_lost";
}

/** A check with the name of who asked for it; null where a schedule did. */
export type CheckListing = SelfCheckRow & { user_name: string | null };

const listed = (db: Queries) =>
  db
    .select({ ...getTableColumns(self_checks), user_name: users.user_name })
    .from(self_checks)
    .leftJoin(users, eq(users.user_id, self_checks.user_id))
    .$dynamic();

export async function findListed(db: Queries, selfcheck_id: string): Promise<CheckListing | undefined> {
  const [row] = await listed(db).where(eq(self_checks.selfcheck_id, selfcheck_id));
  return row;
}

/** The newest of a device. @param tag_id those by this tag alone, or with null those by none */
export async function newestChecks(
  db: Queries,
  device_id: string,
  limit: number,
  tag_id?: string | null,
): Promise<CheckListing[]> {
  const byTag = tag_id === null ? isNull(self_checks.config) : eq(self_checks.tag_id, tag_id ?? "");
  const which = tag_id === undefined ? undefined : and(byTag, isNull(self_checks.before), isCheck);
  return listed(db)
    .where(and(eq(self_checks.device_id, device_id), which))
    .orderBy(desc(self_checks.created_at), desc(self_checks.selfcheck_id))
    .limit(limit);
}

/** Why a device's part in a test went wrong; null where nothing did. */
export async function errorOf(db: Queries, test_id: string): Promise<SelfCheckRow["error"]> {
  const [part] = await db
    .select({ error: test_devices.error })
    .from(test_devices)
    .where(eq(test_devices.test_id, test_id));
  return part?.error ?? null;
}
