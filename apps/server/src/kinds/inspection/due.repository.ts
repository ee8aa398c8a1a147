/** What decides which devices are checked by themselves now. */
import { CHECK_VERDICTS, type CheckWindow, type InspectionConfig, type SelfCheckState } from "@udt/contract";
import { agents, devices, leases } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { self_checks } from "../../platform/database/self-checks.schema.ts";
import {
  and,
  eq,
  inArray,
  isAmong,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from "../../platform/database/sql.ts";
import { tags } from "../../platform/database/tags.schema.ts";
import { isGivenTo } from "../../core/agents/agents.service.ts";
import { isOutOfUse } from "../../core/out-of-use/out-of-use.service.ts";
import { asksOn, isScheduled, occasionsOf } from "../../core/tags/tags.service.ts";
import { spansAt } from "./check-window.ts";
import { dueOf, type CheckHistory, type Due } from "./due.ts";

export const OPEN: SelfCheckState[] = ["waiting", "running"];
export const FINISHED: SelfCheckState[] = [...CHECK_VERDICTS];
export const UNFINISHED: SelfCheckState[] = ["cancelled", "yielded", "broken_off"];

interface OfTag {
  device_id: string;
  tag_id: string;
}

/** Whether one is over and not to be made up for: it gave way to none, and did not wait in vain. */
export const isSettled = and(
  notInArray(self_checks.state, [...OPEN, "yielded"]),
  or(ne(self_checks.state, "broken_off"), isNotNull(self_checks.started_at)),
);

/** When checks of each of these devices by its tag ended last, in the same order. */
export async function historiesOf(db: Queries, of: readonly OfTag[]): Promise<CheckHistory[]> {
  if (of.length === 0) return [];
  const last = (which: SQL | undefined): SQL<string | null> =>
    sql`(select ${self_checks.ended_at} from ${self_checks} where ${self_checks.tag_id} = asked.tag_id
      and ${self_checks.device_id} = asked.device_id and ${self_checks.before} is null and ${which}
      order by ${self_checks.ended_at} desc limit 1)`;
  const ids = (key: keyof OfTag) => sql.param(of.map((one) => one[key]));
  const { rows } = await db.execute<Record<keyof CheckHistory, string | null>>(
    sql`select ${last(inArray(self_checks.state, FINISHED))} as finished_at,
        ${last(inArray(self_checks.state, UNFINISHED))} as unfinished_at, ${last(isSettled)} as settled_at
      from unnest(${ids("device_id")}::text[], ${ids("tag_id")}::text[]) with ordinality as asked (device_id, tag_id, at)
      order by asked.at`,
  );
  const number = (value: string | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    finished_at: number(row.finished_at),
    unfinished_at: number(row.unfinished_at),
    settled_at: number(row.settled_at),
  }));
}

/** When the next check of a device by this tag is due, and on what; undefined: none comes by itself. */
export async function nextDue(
  db: Queries,
  device_id: string,
  { tag_id, config }: { tag_id: string; config: InspectionConfig },
  now: number,
): Promise<Due | undefined> {
  const [history] = await historiesOf(db, [{ device_id, tag_id }]);
  const noted = await occasionsOf(db, [device_id]);
  const spans = spansAt(now)(config.check_window);
  return history && dueOf(config, history, { now, occasions: noted.get(device_id), spans });
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

/** Checks by the clock, and second looks, that wait for their devices though they may begin in some hours alone, each with when these end; outside of them, null. */
export async function waitingInHours(
  db: Queries,
  now: number,
): Promise<{ selfcheck_id: string; device_id: string; ends_at: number | null }[]> {
  const check_window = sql<CheckWindow>`${tags.inspection} -> 'check_window'`;
  const rows = await db
    .select({ selfcheck_id: self_checks.selfcheck_id, device_id: self_checks.device_id, check_window })
    .from(self_checks)
    .innerJoin(tags, eq(tags.tag_id, self_checks.tag_id))
    .where(
      and(
        bySchedule,
        eq(self_checks.state, "waiting"),
        or(isNull(self_checks.occasion), eq(self_checks.occasion, "failed_once")),
        sql`jsonb_typeof(${check_window}) = 'object'`,
      ),
    );
  const spansOf = spansAt(now);
  return rows.map(({ check_window: window, ...check }) => {
    const hours = spansOf(window)?.find(({ from }) => from <= now);
    return { ...check, ends_at: hours?.to ?? null };
  });
}

/**
 * Checks under way that nothing asks for any more: their tag is gone, or has no schedule, or not that occasion. A second look
 * needs nobody who asks.
 * @param first_look whether devices are looked at by no tag as they first appear
 */
export async function orphans(db: Queries, first_look: boolean): Promise<string[]> {
  const isAsked = sql`case when ${self_checks.occasion} = 'failed_once' then true
    when ${self_checks.config} is null and ${self_checks.occasion} = 'first_seen' then ${first_look}
    when ${self_checks.occasion} is null then ${isScheduled} else ${asksOn(self_checks.occasion)} end`;
  const rows = await db
    .select({ selfcheck_id: self_checks.selfcheck_id })
    .from(self_checks)
    .leftJoin(tags, eq(tags.tag_id, self_checks.tag_id))
    .where(and(bySchedule, sql`not coalesce(${isAsked}, false)`));
  return rows.map(({ selfcheck_id }) => selfcheck_id);
}
