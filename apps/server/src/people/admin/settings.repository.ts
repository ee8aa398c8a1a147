import { asc, eq, inArray, like } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { settings } from "../../platform/database/people.schema.ts";

export async function findSetting(
  db: Queries,
  name: string,
): Promise<{ value: unknown; updated_at: number } | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return row;
}

export async function putSetting(db: Queries, setting: typeof settings.$inferInsert): Promise<void> {
  const { name: _, ...set } = setting;
  await db.insert(settings).values(setting).onConflictDoUpdate({ target: settings.name, set });
}

/** False when there was none. */
export async function deleteSetting(db: Queries, name: string): Promise<boolean> {
  const rows = await db.delete(settings).where(eq(settings.name, name)).returning({ name: settings.name });
  return rows.length > 0;
}

export async function findSettings(db: Queries, names: string[]): Promise<{ name: string; value: unknown }[]> {
  return db.select().from(settings).where(inArray(settings.name, names));
}

/** Those whose names begin so, by their names. */
export async function findSettingsBelow(db: Queries, prefix: string): Promise<(typeof settings.$inferSelect)[]> {
  return db
    .select()
    .from(settings)
    .where(like(settings.name, `${prefix}%`))
    .orderBy(asc(settings.name));
}
