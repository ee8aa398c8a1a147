import { NO_ENVIRONMENT, type EnvironmentConfig } from "@udt/contract";
import type { PgSelect } from "drizzle-orm/pg-core";
import { agents, devices, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import {
  and,
  asc,
  eq,
  gt,
  ilike,
  inArray,
  isAmong,
  isNotNull,
  ne,
  or,
  sql,
  type SQL,
} from "../../platform/database/sql.ts";
import { device_placements } from "../../platform/database/placement.schema.ts";
import { tags } from "../../platform/database/tags.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { visibleIn } from "../agents/agents.service.ts";
import { isItsPlacement, placed } from "../placement/placement.service.ts";
import { catalogueOf } from "../models/models.service.ts";

export type TagRow = typeof tags.$inferSelect;
export type TagListing = TagRow & { user_name: string };

/** When a tag became what it is. */
export const stamped = { tag_id: tags.tag_id, version: tags.version, updated_at: tags.updated_at };

/** What says which devices a tag has. What else one holds may be long, and is read of those that are asked for it alone. */
const choosing = {
  ...stamped,
  project_id: tags.project_id,
  name: tags.name,
  rules: tags.rules,
  included_device_ids: tags.included_device_ids,
  excluded_device_ids: tags.excluded_device_ids,
};
export type ChoosingTag = Pick<TagRow, keyof typeof choosing>;

/** What rules look at; in queries of devices with their agents, and joined with where they stand. */
export const ruledColumns = {
  device_id: devices.device_id,
  brand: devices.brand,
  model: devices.model,
  hardware_model: devices.hardware_model,
  os: devices.os,
  os_version: devices.os_version,
  width: devices.width,
  height: devices.height,
  serial: devices.serial,
  cpu_arch: devices.cpu_arch,
  cpu_cores: devices.cpu_cores,
  memory_bytes: devices.memory_bytes,
  battery_level: devices.battery_level,
  is_virtual: devices.is_virtual,
  first_seen_at: devices.first_seen_at,
  agent_name: agents.name,
  ...placed,
};

const seenIn = <T extends PgSelect>(select: T, project_id: string, which: SQL | undefined) =>
  select
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(device_placements, isItsPlacement)
    .where(and(visibleIn(project_id), which))
    .orderBy(asc(devices.model), asc(devices.serial));

/** The devices that a project sees, or those of them of which something holds, as lists of devices order them. */
export const seenDevices = (db: Queries, project_id: string, which?: SQL) =>
  seenIn(db.select(ruledColumns).from(devices).$dynamic(), project_id, which);

/** The same as they are shown. */
export const shownDevices = (db: Queries, project_id: string, which: SQL) =>
  seenIn(
    db
      .select({ ...ruledColumns, catalogue: catalogueOf })
      .from(devices)
      .$dynamic(),
    project_id,
    which,
  );

/** In queries of devices. */
export const isOneOf = (device_ids: readonly string[]): SQL => isAmong(devices.device_id, device_ids);

/** How many devices a project sees, and of how many of them something holds. */
export async function countSeen(
  db: Queries,
  project_id: string,
  which: SQL,
): Promise<{ device_total: number; total: number }> {
  const [row] = await db
    .select({ device_total: sql<number>`count(*)::int`, total: sql<number>`count(*) filter (where ${which})::int` })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(visibleIn(project_id));
  return row ?? { device_total: 0, total: 0 };
}

const listed = (db: Queries) =>
  db
    .select({ tag: tags, user_name: users.user_name })
    .from(tags)
    .innerJoin(users, eq(users.user_id, tags.changed_by))
    .$dynamic();

interface TagFilter {
  project_id: string;
  keyword: string;
  page_num: number;
  page_size: number;
}
export type NameFilter = TagFilter & { tag_id?: string | undefined; default_only: boolean };

const isNamed = ({ project_id, keyword }: TagFilter) =>
  and(eq(tags.project_id, project_id), keyword === "" ? undefined : ilike(tags.name, likePattern(keyword)));

export async function listTags(db: Queries, filter: TagFilter): Promise<{ rows: TagListing[]; total: number }> {
  const where = isNamed(filter);
  const rows = await listed(db)
    .where(where)
    .orderBy(asc(tags.position))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const total = await db.$count(tags, where);
  return { rows: rows.map(({ tag, user_name }) => ({ ...tag, user_name })), total };
}

export async function listNames(db: Queries, filter: NameFilter) {
  const { tag_id, default_only } = filter;
  const where = and(
    isNamed(filter),
    tag_id === undefined ? undefined : eq(tags.tag_id, tag_id),
    default_only ? eq(tags.is_default, true) : undefined,
  );
  const rows = await db
    .select({ tag_id: tags.tag_id, name: tags.name, is_default: tags.is_default })
    .from(tags)
    .where(where)
    .orderBy(asc(tags.name_key))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(tags, where) };
}

export async function findTag(db: Queries, project_id: string, tag_id: string): Promise<TagListing | undefined> {
  const [row] = await listed(db).where(and(eq(tags.project_id, project_id), eq(tags.tag_id, tag_id)));
  return row && { ...row.tag, user_name: row.user_name };
}

/** All of a project's, by name. */
export const tagsOfProject = (db: Queries, project_id: string): Promise<ChoosingTag[]> =>
  db.select(choosing).from(tags).where(eq(tags.project_id, project_id)).orderBy(asc(tags.name_key));

/** Those that say how devices check themselves, each project's in its order. @param of which of them; undefined: all */
export const inspectingTags = (db: Queries, of: SQL | undefined) =>
  db
    .select({ ...stamped, project_id: tags.project_id, name: tags.name, inspection: tags.inspection })
    .from(tags)
    .where(and(isNotNull(tags.inspection), of))
    .orderBy(asc(tags.project_id), asc(tags.position));

/** In queries of tags, those of projects in which any asks for checks by itself. */
export const inScheduling = (db: Queries): SQL =>
  inArray(tags.project_id, db.select({ project_id: tags.project_id }).from(tags).where(or(isScheduled, isOccasional)));

export const isOfAny = (project_ids: readonly string[]): SQL => isAmong(tags.project_id, project_ids);

/** Whether a tag has its devices check themselves by the clock. */
export const isScheduled = sql`jsonb_typeof(${tags.inspection} -> 'check_every_hours') = 'number'`;

/** Whether it has them do so on any occasion. */
const isOccasional = sql`${tags.inspection} -> 'check_on' <> '[]'::jsonb`;

const saysNothing = JSON.stringify(NO_ENVIRONMENT);

/**
 * A device with the tags of projects that see it, as far as they concern it there: all of one project, and of any those that
 * say what is to be on devices or to stay there.
 */
export async function deviceWithTags(db: Queries, device_id: string, project_id: string | null) {
  const isOfThis = project_id === null ? undefined : eq(tags.project_id, project_id);
  const concerns = or(isOfThis, sql`${tags.environment} <> ${saysNothing}::jsonb`);
  const rows = await db
    .select({ device: ruledColumns, tag: choosing })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(device_placements, isItsPlacement)
    .leftJoin(tags, and(visibleIn(tags.project_id), concerns))
    .where(eq(devices.device_id, device_id));
  const [first] = rows;
  return first && { device: first.device, tags: rows.flatMap(({ tag }) => (tag ? [tag] : [])) };
}

/** Those of a project that have some package of an app pre-installed, by name, with all that they have. */
export const tagsPreinstalling = (db: Queries, project_id: string, app: { os: string; package_name: string }) =>
  db
    .select({
      tag_id: tags.tag_id,
      name: tags.name,
      preinstalled: sql<EnvironmentConfig["preinstalled"]>`${tags.environment} -> 'preinstalled'`,
    })
    .from(tags)
    .where(
      and(
        eq(tags.project_id, project_id),
        sql`${tags.environment} -> 'preinstalled' @> ${JSON.stringify([app])}::jsonb`,
      ),
    )
    .orderBy(asc(tags.name_key));

/** Those of these, of whatever project. */
export const tagsByIds = (db: Queries, tag_ids: readonly string[]): Promise<ChoosingTag[]> =>
  db.select(choosing).from(tags).where(isAmong(tags.tag_id, tag_ids));

/** The same with all that they say; each project's in its order. */
export const wholeTags = (db: Queries, tag_ids: readonly string[]): Promise<TagRow[]> =>
  db.select().from(tags).where(isAmong(tags.tag_id, tag_ids)).orderBy(asc(tags.project_id), asc(tags.position));

export const countTags = (db: Queries, project_id: string): Promise<number> =>
  db.$count(tags, eq(tags.project_id, project_id));

/** Nobody deletes these until the transaction is over. Answers those that are there. */
export async function holdTags(tx: Queries, project_id: string, tag_ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ tag_id: tags.tag_id })
    .from(tags)
    .where(and(eq(tags.project_id, project_id), inArray(tags.tag_id, [...tag_ids])))
    .for("key share");
  return rows.map(({ tag_id }) => tag_id);
}

/** The tag, which nobody else changes or begins to use until the transaction is over. */
export async function lockTag(tx: Queries, project_id: string, tag_id: string): Promise<TagRow | undefined> {
  const [row] = await tx
    .select()
    .from(tags)
    .where(and(eq(tags.project_id, project_id), eq(tags.tag_id, tag_id)))
    .for("update");
  return row;
}

export async function insertTag(tx: Queries, row: TagRow): Promise<void> {
  await tx.insert(tags).values(row);
}

export async function updateTag(tx: Queries, tag_id: string, change: Partial<TagRow>): Promise<void> {
  await tx.update(tags).set(change).where(eq(tags.tag_id, tag_id));
}

/** Answers the ids of those that were the default until now. */
export async function endDefault(
  tx: Queries,
  project_id: string,
  but: string,
  change: Pick<TagRow, "changed_by" | "updated_at">,
): Promise<string[]> {
  const rows = await tx
    .update(tags)
    .set({ ...change, is_default: false, version: sql`${tags.version} + 1` })
    .where(and(eq(tags.project_id, project_id), eq(tags.is_default, true), ne(tags.tag_id, but)))
    .returning({ tag_id: tags.tag_id });
  return rows.map(({ tag_id }) => tag_id);
}

export async function deleteTag(tx: Queries, { tag_id, project_id, position }: TagRow): Promise<void> {
  await tx.delete(tags).where(eq(tags.tag_id, tag_id));
  await shift(tx, project_id, { after: position, by: -1 });
}

/** Gives a tag another place; those between move by one. The project is held. */
export async function moveTag(tx: Queries, { tag_id, project_id, position }: TagRow, to: number): Promise<void> {
  await shift(tx, project_id, { after: position, by: -1 });
  await shift(tx, project_id, { after: to - 1, by: 1 });
  await tx.update(tags).set({ position: to }).where(eq(tags.tag_id, tag_id));
}

async function shift(tx: Queries, project_id: string, { after, by }: { after: number; by: 1 | -1 }): Promise<void> {
  await tx
    .update(tags)
    .set({ position: sql`${tags.position} + ${sql.raw(String(by))}` })
    .where(and(eq(tags.project_id, project_id), gt(tags.position, after)));
}
