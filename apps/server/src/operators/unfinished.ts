/** The marks of a restore and of a move that have begun: what they leave when they are killed is no server's to start on. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { removeLeftSpools } from "./backup.ts";
import { see, StartRefusal } from "../platform/operations-page.ts";
import type { ServerSettings } from "../platform/settings.ts";

export const restoreMark = (settings: Pick<ServerSettings, "data_dir">): string =>
  join(settings.data_dir, "restore.unfinished");
export const migrateMark = (settings: Pick<ServerSettings, "data_dir">): string =>
  join(settings.data_dir, "migrate.unfinished");

/**
 * What operators' commands left that were killed: of backups it is removed, on half a restore nothing starts.
 * @throws StartRefusal as {@link refuseUnfinished}
 */
export async function settleUnfinished(settings: ServerSettings): Promise<void> {
  refuseUnfinished(settings);
  await removeLeftSpools(settings.data_dir);
}

/** @throws StartRefusal that says what to do when a restore into the data folder, or a move out of it, did not come to its end */
export function refuseUnfinished(settings: ServerSettings): void {
  if (existsSync(restoreMark(settings)))
    throw new StartRefusal(
      `A restore into ${settings.data_dir} did not come to its end. Run udt restore again: it begins anew, ` +
        `or says that all of it had arrived. ${see("Restoring on another machine")}`,
    );
  const mark = migrateMark(settings);
  if (existsSync(mark))
    throw new StartRefusal(
      `The move from ${settings.data_dir} to PostgreSQL did not come to its end. Run udt migrate again: it begins anew, or ` +
        `finishes when all had arrived. To stay with the embedded database, delete ${mark}. ${see("Moving to PostgreSQL")}`,
    );
}
