import type { ModelFacts, ModelLook, UiLanguage } from "@udt/contract";
import type { PgSelect } from "drizzle-orm/pg-core";
import type { ModelSort } from "@udt/contract/endpoints/models";
import { agents, devices, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_models } from "../../platform/database/models.schema.ts";
import { and, asc, eq, ilike, isAmong, or, sql, type SQL } from "../../platform/database/sql.ts";
import { likePattern } from "../../platform/ids.ts";
import { visibleIn } from "../agents/agents.service.ts";

export type ModelRow = typeof device_models.$inferSelect;

const { model_id, brand, model, hardware_model, names, picture, edited } = device_models;

/** In queries of devices: joins a device with its model. */
const isOfModel = sql`${brand} = ${devices.brand} and ${model} = ${devices.model} and ${hardware_model} = ${devices.hardware_model}`;

/** Joins devices with their models. */
export const withModel = <T extends PgSelect>(select: T) => select.leftJoin(device_models, isOfModel);

/** In queries of devices that are joined with their models: what a device is called in a language, as pages show it. */
export const shownName = (language: UiLanguage): SQL<string> =>
  sql`coalesce(nullif(${names} ->> ${language}, ''), nullif(${names} ->> 'en', ''), nullif(${devices.model}, ''), ${devices.serial})`;

/** In queries of devices: what the catalogue says of a device's model. */
export const catalogueOf = sql<ModelLook | null>`(select json_build_object('model_id', ${model_id}, 'names', ${names}, 'picture', ${picture} ->> 'version') from ${device_models} where ${isOfModel})`;
/** What the catalogue says of each of some devices' models, with the facts that administrators said. */
export async function catalogueAmong(
  db: Queries,
  device_ids: readonly string[],
): Promise<Map<string, ModelLook & { edited: ModelFacts }>> {
  if (device_ids.length === 0) return new Map();
  const version = sql<string | null>`${picture} ->> 'version'`;
  const rows = await db
    .select({ device_id: devices.device_id, look: { model_id, names, picture: version, edited } })
    .from(devices)
    .innerJoin(device_models, isOfModel)
    .where(isAmong(devices.device_id, device_ids));
  return new Map(rows.map(({ device_id, look }) => [device_id, look]));
}

const isNamedLike = (pattern: string): SQL =>
  sql`concat_ws(' ', ${names} ->> 'en', ${names} ->> 'zh', ${names} ->> 'ja') ilike ${pattern}`;

/** In queries of devices: whether the catalogue calls a device's model so. The models are looked through once. */
export const isCalled = (pattern: string): SQL =>
  sql`(${devices.brand}, ${devices.model}, ${devices.hardware_model}) in (select ${brand}, ${model}, ${hardware_model} from ${device_models} where ${isNamedLike(pattern)})`;

/** Adds models, and what is news of those that are known. Answers those that are not as they were. */
export async function tellModels(
  tx: Queries,
  rows: readonly (typeof device_models.$inferInsert)[],
): Promise<{ model_id: string }[]> {
  const told = sql`${device_models.told} || excluded.told`;
  return tx
    .insert(device_models)
    .values([...rows])
    .onConflictDoUpdate({
      target: [brand, model, hardware_model],
      set: { told },
      setWhere: sql`${device_models.told} is distinct from ${told}`,
    })
    .returning({ model_id });
}

/** All at once: the devices are gone through once for a list. */
const countedIn = (db: Queries) =>
  db
    .select({
      brand: devices.brand,
      model: devices.model,
      hardware_model: devices.hardware_model,
      devices: sql<number>`count(*)::int`.as("devices"),
    })
    .from(devices)
    .groupBy(devices.brand, devices.model, devices.hardware_model)
    .as("counted");
const device_count = sql<number>`coalesce(counted.devices, 0)`;

function listed(db: Queries) {
  const counted = countedIn(db);
  return db
    .select({ row: device_models, user_name: users.user_name, device_count })
    .from(device_models)
    .leftJoin(users, eq(users.user_id, device_models.changed_by))
    .leftJoin(
      counted,
      and(eq(counted.brand, brand), eq(counted.model, model), eq(counted.hardware_model, hardware_model)),
    )
    .$dynamic();
}

export type ModelListing = Awaited<ReturnType<typeof listed>>[number];

export interface ModelFilter {
  keyword: string;
  sort: ModelSort;
  order: "asc" | "desc";
  page_num: number;
  page_size: number;
}

export async function listModels(
  db: Queries,
  { keyword, sort, order, page_num, page_size }: ModelFilter,
): Promise<{ rows: ModelListing[]; total: number }> {
  const pattern = likePattern(keyword);
  const where =
    keyword === ""
      ? undefined
      : or(ilike(brand, pattern), ilike(model, pattern), ilike(hardware_model, pattern), isNamedLike(pattern));
  const by = {
    model: sql`lower(${brand} || ' ' || ${model})`,
    device_count,
    created_at: sql`${device_models.created_at}`,
  }[sort];
  const rows = await listed(db)
    .where(where)
    .orderBy(order === "asc" ? by : sql`${by} desc`, asc(brand), asc(model), asc(hardware_model))
    .limit(page_size)
    .offset((page_num - 1) * page_size);
  return { rows, total: await db.$count(device_models, where) };
}

export async function findModel(db: Queries, id: string): Promise<ModelListing | undefined> {
  const [row] = await listed(db).where(eq(model_id, id));
  return row;
}

export async function lockModel(tx: Queries, id: string): Promise<ModelRow | undefined> {
  const [row] = await tx.select().from(device_models).where(eq(model_id, id)).for("no key update");
  return row;
}

export async function updateModel(
  tx: Queries,
  id: string,
  change: Partial<typeof device_models.$inferInsert>,
): Promise<void> {
  await tx.update(device_models).set(change).where(eq(model_id, id));
}

/** The picture of a model of which a project, or with null anybody, sees a device. */
export async function pictureSeen(
  db: Queries,
  project_id: string | null,
  id: string,
): Promise<{ picture: ModelRow["picture"] } | undefined> {
  const isSeen = sql`exists (select 1 from ${devices} inner join ${agents} on ${agents.agent_id} = ${devices.agent_id} where ${isOfModel} and ${visibleIn(project_id)})`;
  const [row] = await db
    .select({ picture })
    .from(device_models)
    .where(and(eq(model_id, id), project_id === null ? undefined : isSeen));
  return row;
}
