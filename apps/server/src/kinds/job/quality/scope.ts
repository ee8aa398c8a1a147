import type { DeviceOs, Framework } from "@udt/contract";
import { project_people } from "../../../platform/database/orgs.schema.ts";
import { sql, type SQL } from "../../../platform/database/sql.ts";

/** Epoch milliseconds; `to` is not within it. */
export interface BoardTime {
  from: number;
  to: number;
}

/** Whose board it is, and what it is narrowed to. */
export interface BoardScope {
  user_id: string;
  /** Without any: all that they belong to. */
  project_ids: readonly string[];
  os?: DeviceOs | undefined;
  brand?: string | undefined;
  framework?: Framework | undefined;
  app_version?: string | undefined;
}

/** A row's project is one that the user belongs to and asked for, and its run was made in this time. */
export function isIn(alias: "f" | "r", { user_id, project_ids }: BoardScope, time?: BoardTime): SQL {
  const of = sql.raw(alias);
  const theirs = sql`${of}.project_id in (select project_id from ${project_people} where ${project_people}."user_id" = ${user_id})`;
  const asked = project_ids.length === 0 ? sql`` : sql` and ${of}.project_id = any(${sql.param(project_ids)}::text[])`;
  const made = time
    ? sql` and ${of}.created_at >= ${time.from}::bigint and ${of}.created_at < ${time.to}::bigint`
    : sql``;
  return sql`${theirs}${asked}${made}`;
}

/** The same of its devices, its framework and its app. */
export function narrowedTo(alias: "f", scope: BoardScope): SQL {
  const of = sql.raw(alias);
  const all = (["os", "brand", "framework", "app_version"] as const).flatMap((name) =>
    scope[name] === undefined ? [] : [sql`${of}.${sql.raw(name)} = ${scope[name]}`],
  );
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}
