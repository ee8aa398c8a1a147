import { and, desc, eq, ilike, lt, or } from "../../platform/database/sql.ts";
import type { AuditAction } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { audit } from "../../platform/database/people.schema.ts";
import { likePattern } from "../../platform/ids.ts";

export async function insertEntry(db: Queries, entry: typeof audit.$inferInsert): Promise<void> {
  await db.insert(audit).values(entry);
}

export async function deleteEntriesBefore(db: Queries, time: number): Promise<void> {
  await db.delete(audit).where(lt(audit.time, time));
}

export async function listEntries(
  db: Queries,
  query: {
    keyword: string;
    action: AuditAction | undefined;
    project_id: string | undefined;
    page_num: number;
    page_size: number;
  },
): Promise<{ rows: (typeof audit.$inferSelect)[]; total: number }> {
  const pattern = likePattern(query.keyword);
  const matches = and(
    query.keyword === ""
      ? undefined
      : or(ilike(audit.user_name, pattern), ilike(audit.target, pattern), ilike(audit.ip, pattern)),
    query.action && eq(audit.action, query.action),
    query.project_id === undefined ? undefined : eq(audit.project_id, query.project_id),
  );
  const rows = await db
    .select()
    .from(audit)
    .where(matches)
    .orderBy(desc(audit.audit_id))
    .limit(query.page_size)
    .offset((query.page_num - 1) * query.page_size);
  return { rows, total: await db.$count(audit, matches) };
}
