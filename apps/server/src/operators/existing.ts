/** What operators' commands open when no server runs that could do it for them. */
import { openDatabase, type Database } from "../platform/database/database.ts";
import { newestMigration, presentMigration } from "../platform/database/migrations.ts";
import { refuseMoved } from "../platform/database/moved.ts";
import { dataIn, isMade } from "../platform/database/pglite-folder.ts";
import { databaseTarget, type ServerSettings } from "../platform/settings.ts";
import { OperatorRefusal } from "./refusal.ts";
import { refuseUnfinished } from "./unfinished.ts";

/**
 * Opens the database that is there, as it is: nothing is made and no table is changed.
 * @throws OperatorRefusal when there is none, or when its tables are another version's
 * @throws Error with one sentence when a server has the folder, or PostgreSQL cannot be reached
 */
export async function openExisting(settings: ServerSettings): Promise<Database> {
  refuseUnfinished(settings);
  return openPresent(settings);
}

/** The same, whatever was left unfinished in the folder. */
export async function openPresent(settings: ServerSettings): Promise<Database> {
  const target = databaseTarget(settings);
  if ("folder" in target) refuseMoved(target.folder);
  if ("folder" in target && !isMade(dataIn(target.folder)))
    throw new OperatorRefusal(
      `${settings.data_dir} holds no database of UDT; UDT_DATA_DIR says where it is.`,
      "Settings",
    );
  const database = await openDatabase(target, { migrations: "as they are" });
  try {
    const present = await presentMigration(database.db);
    if (present === undefined)
      throw new OperatorRefusal("The database that UDT_DATABASE_URL names has no tables of UDT.", "Settings");
    const newest = newestMigration().when;
    if (present < newest)
      throw new OperatorRefusal(
        `The database is an older version's: use that version's command, or start this version's server once.`,
        "Upgrading",
      );
    if (present > newest)
      throw new OperatorRefusal(`The database is a newer version's: use that version's command.`, "Upgrading");
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
