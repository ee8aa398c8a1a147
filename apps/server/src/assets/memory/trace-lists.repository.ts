/** Traces as lists have them, with what their samples come to. */
import type { MEMORY_TRACE_SORTS } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { memory_samples, memory_traces } from "../../platform/database/memory.schema.ts";
import { and, asc, desc, eq, ilike, or, sql, type SQL } from "../../platform/database/sql.ts";
import { likePattern } from "../../platform/ids.ts";
import { type TraceRow, within } from "./memory.repository.ts";

export interface TraceListing {
  trace: TraceRow;
  user_name: string;
  samples: number;
  size_bytes: number;
  footprint_bytes: number | null;
  java_bytes: number | null;
}
const kept = sql`${memory_samples.trace_id} = ${memory_traces.trace_id} and ${memory_samples.state} <> 'refused'`;
/** Of the sample that was taken last, of those that are read. */
const ofLast = (fact: "footprint_bytes" | "java_bytes") => sql<number | null>`(
  select (${memory_samples.facts} ->> ${sql.raw(`'${fact}'`)})::float8 from ${memory_samples}
  where ${memory_samples.trace_id} = ${memory_traces.trace_id} and ${memory_samples.state} = 'read'
  order by coalesce(${memory_samples.taken_at}, ${memory_samples.created_at}) desc, ${memory_samples.number} desc limit 1)`;
const listed = (db: Queries) =>
  db
    .select({
      trace: memory_traces,
      user_name: users.user_name,
      samples: sql<number>`(select count(*)::int from ${memory_samples} where ${kept})`,
      size_bytes: sql<number>`(select coalesce(sum(${memory_samples.size_bytes}), 0)::float8 from ${memory_samples} where ${kept})`,
      footprint_bytes: ofLast("footprint_bytes"),
      java_bytes: ofLast("java_bytes"),
    })
    .from(memory_traces)
    .innerJoin(users, eq(users.user_id, memory_traces.user_id));

const SORT_KEYS: Record<(typeof MEMORY_TRACE_SORTS)[number], SQL> = {
  name: sql`lower(${memory_traces.name})`,
  created_at: sql`${memory_traces.created_at}`,
  updated_at: sql`${memory_traces.updated_at}`,
};

export async function listTraces(
  db: Queries,
  filter: {
    project_id: string;
    keyword: string;
    sort: keyof typeof SORT_KEYS;
    order: "asc" | "desc";
    page_num: number;
    page_size: number;
  },
): Promise<{ rows: TraceListing[]; total: number }> {
  const like = likePattern(filter.keyword);
  const where = and(
    eq(memory_traces.project_id, filter.project_id),
    filter.keyword === ""
      ? undefined
      : or(
          ilike(memory_traces.name, like),
          ilike(memory_traces.app_name, like),
          ilike(memory_traces.app_version, like),
        ),
  );
  const direction = filter.order === "asc" ? asc : desc;
  const rows = await listed(db)
    .where(where)
    .orderBy(direction(SORT_KEYS[filter.sort]), direction(memory_traces.trace_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(memory_traces, where) };
}

export async function findTrace(db: Queries, project_id: string, trace_id: string): Promise<TraceListing | undefined> {
  const [row] = await listed(db).where(within(project_id, trace_id));
  return row;
}
