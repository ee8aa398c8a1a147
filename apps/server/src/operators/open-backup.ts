import { askOperatorSocket } from "../platform/operator-socket.ts";
import { backupHead } from "../platform/backup/archive.ts";
import type { ServerSettings } from "../platform/settings.ts";
import { granted } from "./ask-running.ts";
import { makeBackup, type Backup, type BackupWish } from "./backup.ts";
import { openExisting } from "./existing.ts";

export const HEAD_HEADER = "x-udt-backup";

/**
 * Makes a backup, by the server that runs on the data folder, or else of its database.
 * @throws OperatorRefusal, RelayedRefusal, Error with one sentence
 */
export async function openBackup(settings: ServerSettings, wish: BackupWish, signal: AbortSignal): Promise<Backup> {
  const answer = await askOperatorSocket(settings.data_dir, { path: "/backup", body: wish, signal });
  if (answer) {
    const bytes = await granted(answer);
    return { head: backupHead.parse(JSON.parse(String(bytes.headers[HEAD_HEADER]))), bytes };
  }
  const database = await openExisting(settings);
  try {
    return await makeBackup(settings, database, wish, signal);
  } finally {
    // Its rows are copied.
    await database.close();
  }
}
