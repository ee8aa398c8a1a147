import type { ProjectContents } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";

/** Everything of a project that a person would miss but its tests and what their kinds keep, counted in one statement. */
export async function countContents(db: Queries, project_id: string): Promise<Partial<ProjectContents>> {
  const of = (table: string, more = "") =>
    sql`(select count(*)::int from ${sql.raw(table)} where project_id = ${project_id} ${sql.raw(more)})`;
  const { rows } = await db.execute(sql`select
    ${of("project_people")} as members,
    ${of("project_orgs")} as orgs,
    ${of("join_requests", "and state = 'requested'")} as join_requests,
    (select count(*)::int from resources join tests using (test_id) where project_id = ${project_id}) as files,
    (select coalesce(sum(size_bytes), 0)::float8 from resources join tests using (test_id)
      where project_id = ${project_id}) as file_bytes,
    ${of("apps")} as apps,
    (select coalesce(sum(size_bytes), 0)::float8 from apps where project_id = ${project_id}) as app_bytes,
    ${of("account_files")} as account_files,
    ${of("libraries", "and deleted_at is null")} as libraries,
    ${of("credentials")} as credentials,
    ${of("notification_channels")} as channels,
    ${of("notification_triggers")} as triggers,
    ${of("notification_deliveries")} as deliveries,
    ${of("project_tokens")} as tokens,
    ${of("api_keys")} as keys,
    (select count(*)::int from agents where revoked_at is null
      and exists (select 1 from agent_projects where agent_id = agents.agent_id and project_id = ${project_id})
      and not exists (select 1 from agent_projects where agent_id = agents.agent_id and project_id <> ${project_id})
    ) as agents`);
  return rows[0] as Partial<ProjectContents>;
}
