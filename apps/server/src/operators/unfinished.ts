/** The mark of a restore that has begun: what it leaves when it is killed is no server's to start on. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { removeLeftSpools } from "./backup.ts";
import type { ServerSettings } from "../platform/settings.ts";

export const restoreMark = (settings: Pick<ServerSettings, "data_dir">): string =>
  join(settings.data_dir, "restore.unfinished");

/**
 * What operators' commands left that were killed: of backups it is removed, on half a restore nothing starts.
 * @throws Error as {@link refuseUnfinished}
 */
export async function settleUnfinished(settings: ServerSettings): Promise<void> {
  refuseUnfinished(settings);
  await removeLeftSpools(settings.data_dir);
}

/** @throws Error that says what to do when a restore into the data folder did not come to its end */
export function refuseUnfinished(settings: ServerSettings): void {
  const mark = restoreMark(settings);
  if (!existsSync(mark)) return;
  throw new Error(
    `A restore into ${settings.data_dir} did not come to its end. Run udt restore again: it begins anew, ` +
      `or says that all of it had arrived.`,
  );
}
