/** What decides which devices are checked by themselves now. */
import { CHECK_VERDICTS, type SelfCheckState } from "@udt/contract";
import { agents, devices, leases } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { self_checks } from "../../platform/database/self-checks.schema.ts";
import { and, eq, inArray, isAmong, isNull, or, sql, type SQL } from "../../platform/database/sql.ts";
import { tags } from "../../platform/database/tags.schema.ts";
import { isGivenTo } from "../../core/agents/agents.service.ts";
import { isOutOfUse } from "../../core/out-of-use/out-of-use.service.ts";
import { isScheduled } from "../../core/tags/tags.service.ts";
import type { CheckHistory } from "./due.ts";

export const OPEN: SelfCheckState[] = ["waiting", "running"];
export const FINISHED: SelfCheckState[] = [...CHECK_VERDICTS];
const UNFINISHED: SelfCheckState[] = ["cancelled", "yielded", "broken_off"];

interface OfTag {
  device_id: string;
  tag_id: string;
}

/** When checks of each of these devices by its tag ended last, in the same order. */
export async function historiesOf(db: Queries, of: readonly OfTag[]): Promise<CheckHistory[]> {
  if (of.length === 0) return [];
  const last = (states: readonly SelfCheckState[]): SQL<string | null> =>
    sql`(select ${self_checks.ended_at} from ${self_checks} where ${self_checks.tag_id} = asked.tag_id
      and ${self_checks.device_id} = asked.device_id and ${self_checks.before} is null and ${self_checks.state} = any(${sql.param([...states])}::text[])
      order by ${self_checks.ended_at} desc limit 1)`;
  const ids = (key: keyof OfTag) => sql.param(of.map((one) => one[key]));
  const { rows } = await db.execute<{ finished_at: string | null; unfinished_at: string | null }>(
    sql`select ${last(FINISHED)} as finished_at, ${last(UNFINISHED)} as unfinished_at
      from unnest(${ids("device_id")}::text[], ${ids("tag_id")}::text[]) with ordinality as asked (device_id, tag_id, at)
      order by asked.at`,
  );
  const number = (value: string | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({ finished_at: number(row.finished_at), unfinished_at: number(row.unfinished_at) }));
}

const bySchedule = and(isNull(self_checks.user_id), inArray(self_checks.state, OPEN));

/** How many checks by schedule each of these agents is busy with: one that waits for a device that somebody has, or took out of use, costs it nothing. */
export async function busyWith(db: Queries, agent_ids: readonly string[]): Promise<Map<string, number>> {
  const isAtWork = sql`(${self_checks.state} = 'running' or (${devices.attached} and ${devices.readiness} = 'ready' and not ${isOutOfUse}
    and not exists (select 1 from ${leases} where ${leases.device_id} = ${devices.device_id} and ${leases.released_at} is null)))`;
  const rows = await db
    .select({ agent_id: agents.agent_id, total: sql<number>`count(*)::int` })
    .from(self_checks)
    .innerJoin(devices, eq(devices.device_id, self_checks.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(bySchedule, isAmong(agents.agent_id, agent_ids), isAtWork))
    .groupBy(agents.agent_id);
  return new Map(rows.map(({ agent_id, total }) => [agent_id, total]));
}

/** In queries of checks with their devices and agents: whether one was asked for in a project that sees its device no more. */
const isUnseen = sql`(${self_checks.project_id} is not null and not ${isGivenTo(sql`= ${self_checks.project_id}`)})`;

export async function isOfUnseen(db: Queries, selfcheck_id: string): Promise<boolean> {
  const rows = await db
    .select({ selfcheck_id: self_checks.selfcheck_id })
    .from(self_checks)
    .innerJoin(devices, eq(devices.device_id, self_checks.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(eq(self_checks.selfcheck_id, selfcheck_id), isUnseen));
  return rows.length > 0;
}

/**
 * Checks that wait in vain for a device: for this one, or for any. By schedule those of one that is out of use, which come again
 * when it has been put back; and whatever projects asked for that see it no more.
 */
export async function vainChecks(db: Queries, device_id?: string): Promise<string[]> {
  const rows = await db
    .select({ selfcheck_id: self_checks.selfcheck_id })
    .from(self_checks)
    .innerJoin(devices, eq(devices.device_id, self_checks.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(
      and(
        eq(self_checks.state, "waiting"),
        device_id === undefined ? undefined : eq(self_checks.device_id, device_id),
        or(and(isNull(self_checks.user_id), isOutOfUse), isUnseen),
      ),
    );
  return rows.map(({ selfcheck_id }) => selfcheck_id);
}

/** Checks under way that nobody's schedule asks for any more: their tag is gone, or asks for none by itself. */
export async function orphans(db: Queries): Promise<string[]> {
  const rows = await db
    .select({ selfcheck_id: self_checks.selfcheck_id })
    .from(self_checks)
    .leftJoin(tags, eq(tags.tag_id, self_checks.tag_id))
    .where(and(bySchedule, sql`(${tags.tag_id} is null or not coalesce(${isScheduled}, false))`));
  return rows.map(({ selfcheck_id }) => selfcheck_id);
}
