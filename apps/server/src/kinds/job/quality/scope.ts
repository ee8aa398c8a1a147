import type { DeviceOs, Framework } from "@udt/contract";
import { project_people } from "../../../platform/database/orgs.schema.ts";
import { sql, type SQL } from "../../../platform/database/sql.ts";

/** Epoch milliseconds; `to` is not within it. */
export interface BoardTime {
  from: number;
  to: number;
}

/** One project, whose reader is known to see it; or those of some that a user belongs to, without any: all that they belong to. */
export type Projects = { project_id: string } | { user_id: string; project_ids: readonly string[] };

/** Whose figures they are, and what they are narrowed to. */
export type BoardScope = Projects & Narrowed;

interface Narrowed {
  os?: DeviceOs | undefined;
  brand?: string | undefined;
  framework?: Framework | undefined;
  app_version?: string | undefined;
}

/** A row's project is one of the scope, and its run was made in this time. */
export function isIn(alias: "f" | "r", scope: BoardScope, { from, to }: BoardTime): SQL {
  const of = sql.raw(alias);
  return sql`${isOf(alias, scope)} and ${of}.created_at >= ${from}::bigint and ${of}.created_at < ${to}::bigint`;
}

/** A row's project is one of the scope. */
export function isOf(alias: "f" | "r", scope: Projects): SQL {
  const of = sql.raw(alias);
  if ("project_id" in scope) return sql`${of}.project_id = ${scope.project_id}`;
  const { user_id, project_ids } = scope;
  const theirs = sql`${of}.project_id in (select project_id from ${project_people} where ${project_people}."user_id" = ${user_id})`;
  return project_ids.length === 0
    ? theirs
    : sql`${theirs} and ${of}.project_id = any(${sql.param(project_ids)}::text[])`;
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
