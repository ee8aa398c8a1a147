import type { ScriptEditor } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { script_editors } from "../../platform/database/scripts.schema.ts";
import { and, asc, desc, eq, gte, inArray, lt, or } from "../../platform/database/sql.ts";

export type EditorRow = typeof script_editors.$inferSelect;
type Key = Pick<EditorRow, "repo_id" | "user_id" | "editor_id">;

const isOne = ({ repo_id, user_id, editor_id }: Key) =>
  and(
    eq(script_editors.repo_id, repo_id),
    eq(script_editors.user_id, user_id),
    eq(script_editors.editor_id, editor_id),
  );

/** Those of a branch that said something since a time, by name. */
export async function listEditors(
  db: Queries,
  { repo_id, branch, since }: { repo_id: string; branch: string; since: number },
): Promise<ScriptEditor[]> {
  const { editor_id, user_id, path, is_changed } = script_editors;
  return db
    .select({ editor_id, user_id, user_name: users.user_name, path, is_changed })
    .from(script_editors)
    .innerJoin(users, eq(users.user_id, script_editors.user_id))
    .where(
      and(eq(script_editors.repo_id, repo_id), eq(script_editors.branch, branch), gte(script_editors.seen_at, since)),
    )
    .orderBy(asc(users.user_name), asc(script_editors.editor_id));
}

/** Notes what a page says. Answers whether that is anything new. */
export async function putEditor(db: Queries, row: EditorRow): Promise<boolean> {
  const { branch, path, is_changed, seen_at } = row;
  const seen = await db
    .update(script_editors)
    .set({ seen_at })
    .where(
      and(
        isOne(row),
        eq(script_editors.branch, branch),
        eq(script_editors.path, path),
        eq(script_editors.is_changed, is_changed),
      ),
    )
    .returning({ editor_id: script_editors.editor_id });
  if (seen.length > 0) return false;
  const target = [script_editors.repo_id, script_editors.user_id, script_editors.editor_id];
  const set = { branch, path, is_changed, seen_at };
  await db.insert(script_editors).values(row).onConflictDoUpdate({ target, set });
  return true;
}

/** Deletes all of a repository that were silent, and of one person all but the newest. */
export async function dropEditors(
  db: Queries,
  { repo_id, user_id, since, most }: { repo_id: string; user_id: string; since: number; most: number },
): Promise<void> {
  const mine = and(eq(script_editors.repo_id, repo_id), eq(script_editors.user_id, user_id));
  const older = db
    .select({ editor_id: script_editors.editor_id })
    .from(script_editors)
    .where(mine)
    .orderBy(desc(script_editors.seen_at), asc(script_editors.editor_id))
    .offset(most);
  await db
    .delete(script_editors)
    .where(
      and(
        eq(script_editors.repo_id, repo_id),
        or(lt(script_editors.seen_at, since), and(mine, inArray(script_editors.editor_id, older))),
      ),
    );
}

/** Answers whether there was one. */
export async function deleteEditor(db: Queries, key: Key): Promise<boolean> {
  const rows = await db.delete(script_editors).where(isOne(key)).returning({ editor_id: script_editors.editor_id });
  return rows.length > 0;
}
