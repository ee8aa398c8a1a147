import { compareVersions } from "@udt/base";
import {
  DEVICE_STATES,
  type AccessFilter,
  type DeviceCondition,
  type DeviceOs,
  type DeviceState,
  type UiLanguage,
} from "@udt/contract";
import type { DeviceSort } from "@udt/contract/endpoints/devices";
import { agents, devices, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, desc, eq, ilike, isAmong, or, sql, type SQL } from "../../platform/database/sql.ts";
import { likePattern } from "../../platform/ids.ts";
import { visibleIn } from "../agents/agents.service.ts";
import { isCalled, shownName, withModel } from "../models/models.service.ts";
import { isUnchecked, isUnwell } from "../health/health.service.ts";
import { isOutOfUse } from "../out-of-use/out-of-use.service.ts";
import { hasAccess, isLocatedLike, standsAt } from "../placement/placement.service.ts";
import { needsCare } from "../wear/wear.service.ts";
import { isBroken } from "../work-orders/work-orders.service.ts";
import { joined, lastSeen, state, withHolder, type DeviceListing } from "./devices.repository.ts";

export interface DeviceFilter {
  /** Null: of every project. */
  project_id: string | null;
  keyword: string;
  serial?: string | undefined;
  os: DeviceOs | undefined;
  site: string | undefined;
  location: string | undefined;
  access: AccessFilter | undefined;
  out_of_use: boolean;
  /** Those alone that need care soon. */
  care: boolean;
  /** Leaves out those that are idle at agents that are being drained. */
  no_draining: boolean;
  condition: DeviceCondition | undefined;
  state: DeviceState | undefined;
  /** Those alone of which it holds. */
  which: SQL | undefined;
  sort: DeviceSort;
  order: "asc" | "desc";
  language: UiLanguage;
  page_num: number;
  page_size: number;
}

export interface StateCount {
  state: DeviceState;
  count: number;
  care_count: number;
  draining_count: number;
}

const CONDITIONS: Readonly<Record<DeviceCondition, SQL>> = {
  unwell: isUnwell,
  broken: isBroken,
  unchecked: isUnchecked,
};

function matching(filter: DeviceFilter): SQL | undefined {
  const pattern = likePattern(filter.keyword);
  return and(
    visibleIn(filter.project_id),
    filter.serial === undefined ? undefined : sql`lower(${devices.serial}) = lower(${filter.serial})`,
    filter.os === undefined ? undefined : eq(devices.os, filter.os),
    filter.which,
    filter.site === undefined ? undefined : standsAt(filter.site),
    filter.location ? isLocatedLike(likePattern(filter.location)) : undefined,
    filter.access && hasAccess(filter.access),
    filter.out_of_use ? isOutOfUse : undefined,
    filter.care ? needsCare() : undefined,
    filter.condition && CONDITIONS[filter.condition],
    filter.keyword === ""
      ? undefined
      : or(
          ilike(devices.model, pattern),
          ilike(devices.brand, pattern),
          ilike(devices.serial, pattern),
          ilike(users.user_name, pattern),
          isCalled(pattern),
        ),
  );
}

/** By what devices are sorted. Versions are compared in one place, which is not the database: that tells which there are. */
async function sortKey(db: Queries, { sort, language }: DeviceFilter): Promise<SQL> {
  if (sort === "name") return shownName(language);
  if (sort === "serial") return sql`${devices.serial}`;
  if (sort === "battery") return sql`${devices.battery_level}`;
  if (sort === "state") return sql`array_position(${sql.param([...DEVICE_STATES])}::text[], ${state})`;
  if (sort === "last_seen") return lastSeen;
  const versions = await db.selectDistinct({ version: devices.os_version }).from(devices);
  const sorted = versions.map(({ version }) => version).toSorted(compareVersions);
  return sql`array_position(${sql.param(sorted)}::text[], ${devices.os_version})`;
}

/**
 * A page of devices, and how many there are in each state of all that match but for the state asked for and `no_draining`. All is gone through
 * once, for what both need alone; what else a row says is read for the rows of the page.
 */
export async function listDevices(
  db: Queries,
  filter: DeviceFilter,
): Promise<{ rows: DeviceListing[]; counts: StateCount[] }> {
  const key = await sortKey(db, filter);
  const found = db.$with("found").as(
    withModel(
      withHolder(
        db
          .select({
            device_id: devices.device_id,
            name: shownName(filter.language).as("name"),
            serial: devices.serial,
            state: state.as("state"),
            needs_care: needsCare().as("needs_care"),
            is_draining: sql<boolean>`${agents.draining_since} is not null and ${state} = 'idle'`.as("is_draining"),
            sort_key: key.as("sort_key"),
          })
          .from(devices)
          .$dynamic(),
      ),
    ).where(matching(filter)),
  );
  const order = sql.join(
    [
      // Who writes a serial exactly means that one, also where another differs by case alone.
      ...(filter.serial === undefined ? [] : [desc(eq(found.serial, filter.serial))]),
      // What is not known of a device comes last, whichever way round.
      sql`${found.sort_key} ${sql.raw(filter.order)} nulls last`,
      asc(found.name),
      asc(found.serial),
      asc(found.device_id),
    ],
    sql`, `,
  );
  const counts = sql<StateCount[]>`(select coalesce(json_agg(counted), '[]'::json) from (
    select ${found.state}, count(*)::int as count, (count(*) filter (where ${found.needs_care}))::int as care_count,
      (count(*) filter (where ${found.is_draining}))::int as draining_count
    from ${found} group by ${found.state}) as counted)`;
  const device_ids = sql<string[]>`array(select ${found.device_id} from ${found}
    where ${filter.state === undefined ? sql`true` : eq(found.state, filter.state)}
      and ${filter.no_draining ? sql`not ${found.is_draining}` : sql`true`}
    order by ${order} limit ${filter.page_size} offset ${(filter.page_num - 1) * filter.page_size})`;
  const pages = await db
    .with(found)
    .select({ counts: counts.as("counts"), device_ids: device_ids.as("device_ids") })
    .from(sql`(values (1)) as once`);
  const ids = pages.flatMap((page) => page.device_ids);
  const rows = await joined(db).where(isAmong(devices.device_id, ids));
  const byId = new Map(rows.map((row) => [row.device.device_id, row]));
  return { rows: ids.flatMap((device_id) => byId.get(device_id) ?? []), counts: pages.flatMap((page) => page.counts) };
}
