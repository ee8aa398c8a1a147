import { and, asc, count, desc, eq, ilike, inArray, isNull, lte, notExists, sql } from "../../platform/database/sql.ts";
import type { ChannelKind, TriggerBusiness, TriggerEvent } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import {
  notification_channels as channels,
  notification_deliveries as deliveries,
  notification_trigger_channels as bound,
  notification_triggers as triggers,
} from "../../platform/database/notifications.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { likePattern } from "../../platform/ids.ts";

export type ChannelRow = typeof channels.$inferSelect;
export type TriggerRow = typeof triggers.$inferSelect;
interface Page {
  page_num: number;
  page_size: number;
}

/** Whose a channel or a message is: a project's, or with null the installation's. */
export type Owner = string | null;
const ofOwner = (owner: Owner) => (owner === null ? isNull(channels.project_id) : eq(channels.project_id, owner));
const inProject = (owner: Owner, id: string) => and(ofOwner(owner), eq(channels.id, id));

export async function insertChannel(db: Queries, row: ChannelRow): Promise<void> {
  await db.insert(channels).values(row);
}

export async function findChannel(db: Queries, owner: Owner, id: string): Promise<ChannelRow | undefined> {
  const [row] = await db.select().from(channels).where(inProject(owner, id));
  return row;
}

/** The same, held until the end of the transaction. */
export async function lockChannel(tx: Queries, owner: Owner, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.select().from(channels).where(inProject(owner, id)).for("update");
  return row;
}

export async function updateChannel(db: Queries, id: string, change: Partial<ChannelRow>): Promise<void> {
  await db.update(channels).set(change).where(eq(channels.id, id));
}

export async function deleteChannel(tx: Queries, owner: Owner, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.delete(channels).where(inProject(owner, id)).returning();
  return row;
}

export async function listChannels(
  db: Queries,
  filter: Page & { project_id: Owner; keyword: string; kind: ChannelKind | undefined },
): Promise<{ rows: { channel: ChannelRow; user_name: string }[]; total: number }> {
  const where = and(
    ofOwner(filter.project_id),
    filter.keyword === "" ? undefined : ilike(channels.name, likePattern(filter.keyword)),
    filter.kind && eq(channels.kind, filter.kind),
  );
  const rows = await db
    .select({ channel: channels, user_name: users.user_name })
    .from(channels)
    .innerJoin(users, eq(users.user_id, channels.user_id))
    .where(where)
    .orderBy(asc(channels.created_at), asc(channels.id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(channels, where) };
}

export const countChannels = (db: Queries, owner: Owner): Promise<number> => db.$count(channels, ofOwner(owner));

/** Where alerts go. */
export async function alertChannels(db: Queries): Promise<ChannelRow[]> {
  return db.select().from(channels).where(ofOwner(null)).orderBy(asc(channels.created_at), asc(channels.id));
}

/** How many triggers use each of these channels. */
export async function triggerCounts(db: Queries, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ channel_id: bound.channel_id, count: count() })
    .from(bound)
    .where(inArray(bound.channel_id, ids))
    .groupBy(bound.channel_id);
  return new Map(rows.map((row) => [row.channel_id, row.count]));
}

export type LastDelivery = Pick<
  typeof deliveries.$inferSelect,
  "channel_id" | "delivery_id" | "state" | "reason" | "created_at"
>;

/** The newest message of each of these channels that was not skipped. */
export async function lastDeliveries(db: Queries, ids: string[]): Promise<Map<string, LastDelivery>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([deliveries.channel_id], {
      channel_id: deliveries.channel_id,
      delivery_id: deliveries.delivery_id,
      state: deliveries.state,
      reason: deliveries.reason,
      created_at: deliveries.created_at,
    })
    .from(deliveries)
    .where(and(inArray(deliveries.channel_id, ids), sql`${deliveries.state} <> 'skipped'`))
    .orderBy(deliveries.channel_id, desc(deliveries.created_at), desc(deliveries.delivery_id));
  return new Map(rows.map((row) => [row.channel_id, row]));
}

/** Scheduled channels whose time has come; two servers that look at once get different ones. */
export async function lockDueDigests(tx: Queries, now: number, limit: number): Promise<ChannelRow[]> {
  return tx
    .select()
    .from(channels)
    .where(lte(channels.next_at, now))
    .orderBy(asc(channels.next_at))
    .limit(limit)
    .for("update", { skipLocked: true });
}

export async function nextDigestAt(db: Queries): Promise<number | null> {
  const [row] = await db.select({ next_at: sql<string | null>`min(${channels.next_at})` }).from(channels);
  return row?.next_at == null ? null : Number(row.next_at);
}

export async function insertTrigger(tx: Queries, row: TriggerRow): Promise<void> {
  await tx.insert(triggers).values(row);
}

const triggerInProject = (project_id: string, id: string) =>
  and(eq(triggers.project_id, project_id), eq(triggers.id, id));

export async function lockTrigger(tx: Queries, project_id: string, id: string): Promise<TriggerRow | undefined> {
  const [row] = await tx.select().from(triggers).where(triggerInProject(project_id, id)).for("update");
  return row;
}

export async function updateTrigger(tx: Queries, id: string, change: Partial<TriggerRow>): Promise<void> {
  await tx.update(triggers).set(change).where(eq(triggers.id, id));
}

export async function deleteTrigger(tx: Queries, project_id: string, id: string): Promise<TriggerRow | undefined> {
  const [row] = await tx.delete(triggers).where(triggerInProject(project_id, id)).returning();
  return row;
}

/** Deletes the triggers of a project that have no channel left. */
export async function deleteEmptyTriggers(tx: Queries, project_id: string): Promise<void> {
  await tx.delete(triggers).where(
    and(
      eq(triggers.project_id, project_id),
      notExists(
        tx
          .select({ one: sql`1` })
          .from(bound)
          .where(eq(bound.trigger_id, triggers.id)),
      ),
    ),
  );
}

/** These channels of the project, held so that none goes or changes its kind until the end of the transaction. */
export async function holdChannels(tx: Queries, project_id: string, ids: string[]): Promise<ChannelRow[]> {
  return tx
    .select()
    .from(channels)
    .where(and(eq(channels.project_id, project_id), inArray(channels.id, ids)))
    .orderBy(asc(channels.id))
    .for("share");
}

export async function bindChannels(tx: Queries, trigger_id: string, ids: string[]): Promise<void> {
  await tx.delete(bound).where(eq(bound.trigger_id, trigger_id));
  await tx.insert(bound).values(ids.map((channel_id) => ({ trigger_id, channel_id })));
}

export async function listTriggers(
  db: Queries,
  filter: Page & {
    project_id: string;
    buss_type: TriggerBusiness | undefined;
    event: TriggerEvent | undefined;
  },
): Promise<{ rows: { trigger: TriggerRow; user_name: string }[]; total: number }> {
  const where = and(
    eq(triggers.project_id, filter.project_id),
    filter.buss_type && eq(triggers.buss_type, filter.buss_type),
    filter.event && eq(triggers.event, filter.event),
  );
  const rows = await db
    .select({ trigger: triggers, user_name: users.user_name })
    .from(triggers)
    .innerJoin(users, eq(users.user_id, triggers.user_id))
    .where(where)
    .orderBy(asc(triggers.created_at), asc(triggers.id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(triggers, where) };
}

export const countTriggers = (db: Queries, project_id: string): Promise<number> =>
  db.$count(triggers, eq(triggers.project_id, project_id));

export async function channelsOfTriggers(
  db: Queries,
  trigger_ids: string[],
): Promise<{ trigger_id: string; id: string; name: string; kind: ChannelKind }[]> {
  if (trigger_ids.length === 0) return [];
  return db
    .select({ trigger_id: bound.trigger_id, id: channels.id, name: channels.name, kind: channels.kind })
    .from(bound)
    .innerJoin(channels, eq(channels.id, bound.channel_id))
    .where(inArray(bound.trigger_id, trigger_ids))
    .orderBy(asc(channels.created_at), asc(channels.id));
}

/** The projects that have a trigger for an event. */
export async function projectsWith(tx: Queries, event: TriggerEvent): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ project_id: triggers.project_id })
    .from(triggers)
    .where(eq(triggers.event, event));
  return rows.map(({ project_id }) => project_id);
}

/** The channels that an event of a job's test goes to, each once however many triggers name it. */
export async function channelsFor(
  tx: Queries,
  event: { project_id: string; event: TriggerEvent; job_id: string | null },
): Promise<ChannelRow[]> {
  const matching = tx
    .select({ channel_id: bound.channel_id })
    .from(bound)
    .innerJoin(triggers, eq(triggers.id, bound.trigger_id))
    .where(
      and(
        eq(triggers.project_id, event.project_id),
        eq(triggers.event, event.event),
        event.job_id === null
          ? sql`${triggers.job_id} is null`
          : sql`(${triggers.job_id} is null or ${triggers.job_id} = ${event.job_id})`,
      ),
    );
  return tx.select().from(channels).where(inArray(channels.id, matching)).orderBy(asc(channels.created_at));
}
