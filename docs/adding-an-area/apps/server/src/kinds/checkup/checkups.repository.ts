import type { Queries } from "../../platform/database/database.ts";
import { checkups } from "../../platform/database/checkups.schema.ts";
import { devices } from "../../platform/database/core.schema.ts";
import { desc, eq } from "../../platform/database/sql.ts";

type Row = typeof checkups.$inferSelect;

export async function insertCheckup(db: Queries, row: typeof checkups.$inferInsert): Promise<void> {
  await db.insert(checkups).values(row);
}

export async function note(
  db: Queries,
  test_id: string,
  said: Partial<Pick<Row, "battery_percent" | "load_percent">>,
): Promise<void> {
  await db.update(checkups).set(said).where(eq(checkups.test_id, test_id));
}

export async function listCheckups(db: Queries, of: { project_id: string; page_num: number; page_size: number }) {
  const where = eq(checkups.project_id, of.project_id);
  const rows = await db
    .select({ checkup: checkups, model: devices.model })
    .from(checkups)
    .innerJoin(devices, eq(devices.device_id, checkups.device_id))
    .where(where)
    .orderBy(desc(checkups.created_at), desc(checkups.test_id))
    .limit(of.page_size)
    .offset((of.page_num - 1) * of.page_size);
  return { list: rows.map(({ checkup, model }) => ({ ...checkup, model })), total: await db.$count(checkups, where) };
}
