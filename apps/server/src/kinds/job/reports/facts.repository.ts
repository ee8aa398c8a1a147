import { eq } from "../../../platform/database/sql.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { report_facts } from "../../../platform/database/reports.schema.ts";

type Facts = Omit<typeof report_facts.$inferSelect, "test_id">;

export async function findFacts(db: Queries, test_id: string): Promise<Facts | undefined> {
  const [row] = await db.select().from(report_facts).where(eq(report_facts.test_id, test_id));
  return row;
}

/** Keeps some of what was found out about a run that has ended; whoever finds it out again finds the same. */
export async function keepFacts(db: Queries, test_id: string, facts: Partial<Facts>): Promise<void> {
  await db
    .insert(report_facts)
    .values({ test_id, ...facts })
    .onConflictDoUpdate({ target: report_facts.test_id, set: facts });
}
