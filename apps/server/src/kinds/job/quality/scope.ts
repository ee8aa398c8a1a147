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

const NARROWING = ["os", "brand", "framework", "app_version"] as const;
type Narrowing = (typeof NARROWING)[number];

/** Each of these columns, or any of an array, is what the scope is narrowed to, as far as it is. */
export function narrowedBy(scope: BoardScope, columns: Partial<Record<Narrowing, SQL>>): SQL {
  const all = NARROWING.flatMap((name) => {
    const [column, wanted] = [columns[name], scope[name]];
    return column === undefined || wanted === undefined ? [] : [sql`${wanted} = ${column}`];
  });
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/** Of a row that has all of them as its columns. */
export function narrowedTo(alias: "f", scope: BoardScope): SQL {
  const columns = NARROWING.map((name) => [name, sql.raw(`${alias}.${name}`)]);
  return narrowedBy(scope, Object.fromEntries(columns));
}

/** Of a case's result: it came to no end because its device or its agent was lost. */
export const isFault = (result: SQL): SQL =>
  sql`${result}.cause in ('device_lost', 'agent_lost') and ${result}.state in ('cancelled', 'distribution_failed')`;
