import {
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from "../../platform/database/sql.ts";
import type { DeliveryEvent, DeliveryState } from "@udt/contract";
import { notification_deliveries as deliveries } from "../../platform/database/notifications.schema.ts";
import { notification_robots as robots } from "../../platform/database/notifications.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { likePattern } from "../../platform/ids.ts";
import type { Owner } from "./channels.repository.ts";

const ofOwner = (owner: Owner) => (owner === null ? isNull(deliveries.project_id) : eq(deliveries.project_id, owner));

export type DeliveryRow = typeof deliveries.$inferSelect;

export async function insertDeliveries(db: Queries, rows: DeliveryRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(deliveries).values(rows);
}

/**
 * Takes what is due, each for one server alone, and until `givenUpAt`: who has not said by then what became of it is dead,
 * and another takes it.
 */
export async function claimDue(tx: Queries, now: number, givenUpAt: number, limit: number): Promise<DeliveryRow[]> {
  const due = tx
    .select({ delivery_id: deliveries.delivery_id })
    .from(deliveries)
    .where(lte(deliveries.next_attempt_at, now))
    .orderBy(asc(deliveries.next_attempt_at), asc(deliveries.created_at))
    .limit(limit)
    .for("update", { skipLocked: true });
  return tx
    .update(deliveries)
    .set({ state: "sending", attempts: sql`${deliveries.attempts} + 1`, next_attempt_at: givenUpAt })
    .where(inArray(deliveries.delivery_id, due))
    .returning();
}

/**
 * Says what became of a claim. False when it is no longer ours: it took so long that another server has it now.
 * @param claim The row as it was claimed.
 */
export async function settle(tx: Queries, claim: DeliveryRow, change: Partial<DeliveryRow>): Promise<boolean> {
  const rows = await tx
    .update(deliveries)
    .set(change)
    .where(
      and(
        eq(deliveries.delivery_id, claim.delivery_id),
        eq(deliveries.state, "sending"),
        eq(deliveries.attempts, claim.attempts),
      ),
    )
    .returning({ delivery_id: deliveries.delivery_id });
  return rows.length > 0;
}

export async function notePart(db: Queries, claim: DeliveryRow, parts_done: number): Promise<void> {
  await db.update(deliveries).set({ parts_done }).where(eq(deliveries.delivery_id, claim.delivery_id));
}

export const countDeliveries = (db: Queries, project_id: string): Promise<number> =>
  db.$count(deliveries, eq(deliveries.project_id, project_id));

export const countWaiting = (db: Queries): Promise<number> =>
  db.$count(deliveries, isNotNull(deliveries.next_attempt_at));

export async function nextDueAt(db: Queries): Promise<number | null> {
  const [row] = await db
    .select({ next_attempt_at: deliveries.next_attempt_at })
    .from(deliveries)
    .where(isNotNull(deliveries.next_attempt_at))
    .orderBy(asc(deliveries.next_attempt_at))
    .limit(1);
  return row?.next_attempt_at ?? null;
}

export async function findDelivery(db: Queries, owner: Owner, delivery_id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(ofOwner(owner), eq(deliveries.delivery_id, delivery_id)));
  return row;
}

/** Puts a failed delivery back into the queue. Undefined when it is not, or no longer, failed. */
export async function requeue(tx: Queries, row: DeliveryRow, now: number): Promise<DeliveryRow | undefined> {
  const [again] = await tx
    .update(deliveries)
    .set({ state: "queued", attempts: 0, reason: "", detail: "", next_attempt_at: now, finished_at: null })
    .where(and(eq(deliveries.delivery_id, row.delivery_id), eq(deliveries.state, "failed")))
    .returning();
  return again;
}

/** Ends what a channel that goes still has to send. */
export async function dropQueued(tx: Queries, channel_id: string, now: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: "failed", reason: "channel_deleted", next_attempt_at: null, finished_at: now })
    .where(and(eq(deliveries.channel_id, channel_id), eq(deliveries.state, "queued")));
}

export async function listDeliveries(
  db: Queries,
  filter: {
    project_id: Owner;
    keyword: string;
    channel_id: string | undefined;
    state: DeliveryState | undefined;
    event: DeliveryEvent | undefined;
    page_num: number;
    page_size: number;
  },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const where = and(
    ofOwner(filter.project_id),
    filter.keyword === "" ? undefined : or(ilike(deliveries.title, pattern), ilike(deliveries.channel_name, pattern)),
    filter.channel_id === undefined ? undefined : eq(deliveries.channel_id, filter.channel_id),
    filter.state && eq(deliveries.state, filter.state),
    filter.event && eq(deliveries.event, filter.event),
  );
  const rows = await db
    .select()
    .from(deliveries)
    .where(where)
    .orderBy(desc(deliveries.created_at), desc(deliveries.delivery_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(deliveries, where) };
}

/** Forgets what came to its end before `before`. */
export async function deleteOld(db: Queries, before: number): Promise<void> {
  await db.delete(deliveries).where(and(lt(deliveries.created_at, before), sql`${deliveries.next_attempt_at} is null`));
  await db.delete(robots).where(lt(robots.updated_at, before));
}

const MINUTE_MS = 60_000;

/**
 * Asks for one of the messages that a robot takes in a minute, from all servers together.
 * @returns 0 when it may be sent now, else when to ask again
 */
export async function takeRobotTurn(tx: Queries, robot_hash: string, now: number, max: number): Promise<number> {
  await tx.insert(robots).values({ robot_hash, sent_at: [], updated_at: now }).onConflictDoNothing();
  const [row] = await tx.select().from(robots).where(eq(robots.robot_hash, robot_hash)).for("update");
  const recent = (row?.sent_at ?? []).filter((time) => time > now - MINUTE_MS);
  const first = recent.at(-max);
  if (first !== undefined) return first + MINUTE_MS;
  await tx
    .update(robots)
    .set({ sent_at: [...recent, now], updated_at: now })
    .where(eq(robots.robot_hash, robot_hash));
  return 0;
}
