import { and, eq, isNull, lt, or } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { project_tokens } from "../../platform/database/projects.schema.ts";

export type TokenRow = typeof project_tokens.$inferSelect;

/** In the place of the project's token, if there is one. */
export async function replaceToken(db: Queries, token: TokenRow): Promise<void> {
  const { project_id: _, ...fields } = token;
  await db.insert(project_tokens).values(token).onConflictDoUpdate({ target: project_tokens.project_id, set: fields });
}

export async function listTokens(db: Queries, project_id: string): Promise<TokenRow[]> {
  return db.select().from(project_tokens).where(eq(project_tokens.project_id, project_id));
}

/** A token whose maker still belongs to its project, or is an administrator. */
export async function findToken(
  db: Queries,
  token_hash: string,
): Promise<{ project_id: string; user_id: string; last_used_at: number | null } | undefined> {
  const [row] = await db
    .select({
      project_id: project_tokens.project_id,
      user_id: project_tokens.made_by,
      last_used_at: project_tokens.last_used_at,
      udt_admin: users.udt_admin,
      user_type: project_people.user_type,
    })
    .from(project_tokens)
    .innerJoin(users, eq(users.user_id, project_tokens.made_by))
    .leftJoin(
      project_people,
      and(eq(project_people.project_id, project_tokens.project_id), eq(project_people.user_id, project_tokens.made_by)),
    )
    .where(eq(project_tokens.token_hash, token_hash));
  if (!row || (row.user_type === null && !row.udt_admin)) return undefined;
  return { project_id: row.project_id, user_id: row.user_id, last_used_at: row.last_used_at };
}

/** Notes that a token was used, unless that was noted since `before`. */
export async function noteUse(db: Queries, token_hash: string, now: number, before: number): Promise<void> {
  await db
    .update(project_tokens)
    .set({ last_used_at: now })
    .where(
      and(
        eq(project_tokens.token_hash, token_hash),
        or(isNull(project_tokens.last_used_at), lt(project_tokens.last_used_at, before)),
      ),
    );
}
