import { countLeft, rollUpNext } from "../src/kinds/job/quality/roll-up.repository.ts";
import type { Database } from "../src/platform/database/database.ts";

/** Brings all runs that are over into the quality board's figures, beside the server, which hears of none that was made in the database. */
export async function rolledUp(database: Database): Promise<void> {
  while ((await countLeft(database.db)) > 0) await rollUpNext(database);
}
