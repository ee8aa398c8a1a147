import { isDriven, TEST_KINDS } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { sql } from "../../platform/database/sql.ts";

/** Those in which people drive a device; the others do by themselves. */
const DRIVEN = TEST_KINDS.filter(isDriven);

/** What a user has done in a project, whenever that was, and whether anybody else belongs to it. */
export async function doneIn(
  db: Queries,
  of: { project_id: string; user_id: string },
): Promise<{ touch: boolean; run: boolean; colleague: boolean }> {
  const mine = sql`from tests where user_id = ${of.user_id} and project_id = ${of.project_id}`;
  const driven = sql`${sql.param(DRIVEN)}::text[]`;
  const { rows } = await db.execute<{ touch: boolean; run: boolean; colleague: boolean }>(sql`
    select exists (select 1 ${mine} and kind = any(${driven})) as touch, exists (select 1 ${mine} and not kind = any(${driven})) as run,
      exists (select 1 from project_people where project_id = ${of.project_id} and user_id <> ${of.user_id}) as colleague`);
  return onlyRow(rows);
}
