/** Makes of a backup what it was made of, in a data folder and a database that are empty. */
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
  FORMAT,
  HEAD,
  MANIFEST,
  readArchive,
  readHead,
  verifyArchive,
  type ArchiveEntry,
  type BackupHead,
} from "../platform/backup/archive.ts";
import { hasRows, loadRows, setCounters, withoutReferences } from "../platform/backup/rows.ts";
import { folderBlobs } from "../platform/blobs/blobs.ts";
import { presentSecretBox } from "../platform/crypto.ts";
import { openDatabase, type Database, type Queries } from "../platform/database/database.ts";
import { knownMigrations, newestMigration, migrationsUpTo, presentMigration } from "../platform/database/migrations.ts";
import { isMoved } from "../platform/database/moved.ts";
import { dataIn, isMade } from "../platform/database/pglite-folder.ts";
import { blobFolder, databaseTarget, secretKeySource, type ServerSettings } from "../platform/settings.ts";
import { OperatorRefusal } from "./refusal.ts";
import { restoreBundle } from "../assets/scripts/script-bundles.service.ts";
import { restoreMark } from "./unfinished.ts";

const SECTION = "Restoring on another machine";

export interface RestoreProgress {
  step: "checking" | "restoring";
  done_bytes: number;
  total_bytes: number;
}

export interface Restored {
  head: BackupHead;
  /** Secrets wait for the key that they were sealed with: the server does not start before it is there. */
  needs_secret_key: boolean;
}

/**
 * Nothing is changed before the whole file has been checked. When it fails or is called off later, what it made is removed;
 * when it is killed, its mark stays, by which the next one begins anew and no server starts.
 * @throws OperatorRefusal, Error with one sentence
 */
export async function restoreBackup(
  settings: ServerSettings,
  file: string,
  signal: AbortSignal,
  onProgress: (progress: RestoreProgress) => void,
): Promise<Restored> {
  const head = await headOf(file, signal);
  await mkdir(settings.data_dir, { recursive: true, mode: 0o700 });
  const mark = restoreMark(settings);
  if (existsSync(mark)) {
    if (await hasArrived(settings))
      throw new OperatorRefusal(
        `A restore was cut off here once all of it had arrived: delete ${mark}, and start the server.`,
        SECTION,
      );
    await removeMade(settings);
  }
  await refuseFilled(settings, head);
  const counting = (step: RestoreProgress["step"]) => {
    let done_bytes = 0;
    return (bytes: number) => onProgress({ step, done_bytes: (done_bytes += bytes), total_bytes: head.size_bytes });
  };
  const manifest = await verifyArchive(file, signal, counting("checking")).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new OperatorRefusal(`${file} is damaged: ${(error as Error).message}.`, SECTION, { cause: error });
  });
  const source = secretKeySource(settings);
  const present = await presentSecretBox(source);
  const isKeyWritten = !present && head.has_secret_key;
  if (present && head.sealed_by.length > 0 && !head.sealed_by.includes(present.keyName))
    throw new OperatorRefusal(
      `The secrets in ${file} were sealed with another secret key than ${"file" in source ? source.file : "UDT_SECRET_KEY"}.`,
      "A lost secret key",
    );
  await writeFile(`${mark}.new`, JSON.stringify({ blobs: blobFolder(settings), isKeyWritten }), { flush: true });
  await rename(`${mark}.new`, mark);
  try {
    await fill(settings, head, async (tx) => {
      const putReferencesBack = await withoutReferences(tx);
      const count = counting("restoring");
      for await (const entry of readArchive(file, signal)) {
        if (entry.name === HEAD || entry.name === MANIFEST) continue;
        await restoreEntry(settings, tx, entry, { isKeyWritten, signal });
        count(entry.size_bytes);
      }
      await setCounters(tx, manifest.counters);
      await putReferencesBack();
      signal.throwIfAborted();
    });
  } catch (error) {
    // A connection that broke with the last word leaves it open whether all was taken: then the mark stays.
    if (!(await hasArrived(settings))) await removeMade(settings);
    throw error;
  }
  await rm(mark);
  // From an older version's tables to these.
  const database = await openDatabase(databaseTarget(settings));
  await database.close();
  return { head, needs_secret_key: head.sealed_by.length > 0 && !present && !isKeyWritten };
}

/** @throws OperatorRefusal */
async function headOf(file: string, signal: AbortSignal): Promise<BackupHead> {
  const head = await readHead(file, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new OperatorRefusal(`${file} is no backup of UDT: ${(error as Error).message}.`, SECTION, { cause: error });
  });
  const known = knownMigrations();
  if (head.format > FORMAT || head.migration > newestMigration().when)
    throw new OperatorRefusal(
      `${file} is of a newer version of UDT (${head.version}): restore it with that version or a newer one.`,
      SECTION,
    );
  if (!known.some(({ when }) => when === head.migration))
    throw new OperatorRefusal(`${file} is of tables that this version never had.`, SECTION);
  return head;
}

/** @throws OperatorRefusal when there is something already, or the database is another version's */
async function refuseFilled(settings: ServerSettings, head: BackupHead): Promise<void> {
  const target = databaseTarget(settings);
  if ("folder" in target && (isMade(dataIn(target.folder)) || isMoved(target.folder)))
    throw new OperatorRefusal(
      `${settings.data_dir} holds a database already; UDT_DATA_DIR chooses an empty folder.`,
      SECTION,
    );
  const blobs = blobFolder(settings);
  if ((await readdir(blobs).catch(() => [])).length > 0)
    throw new OperatorRefusal(`${blobs} holds files already: a backup is restored into an empty folder.`, SECTION);
  if ("folder" in target) return;
  const database = await openDatabase(target, { migrations: "as they are" });
  await refuseOthers(database, head).finally(() => database.close());
}

/** Whether all of a restore that did not come to its end is there: PostgreSQL takes its rows in one go, after all files. */
async function hasArrived(settings: ServerSettings): Promise<boolean> {
  const target = databaseTarget(settings);
  // The embedded one is removed with the rest.
  if ("folder" in target) return false;
  const database = await openDatabase(target, { migrations: "as they are" });
  return hasRows(database.db).finally(() => database.close());
}

/** Makes the tables as they were when the backup was made, and calls `load` in the one transaction that fills them. */
async function fill(settings: ServerSettings, head: BackupHead, load: (tx: Queries) => Promise<void>): Promise<void> {
  const target = databaseTarget(settings);
  const folder = await migrationsUpTo(settings.data_dir, head.migration);
  try {
    const database = await openDatabase(target, { migrations: { folder } });
    await database.longTransaction(load).finally(() => database.close());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws OperatorRefusal when the database is in use, or is another version's */
async function refuseOthers({ db }: Database, head: BackupHead): Promise<void> {
  if (await hasRows(db)) throw new OperatorRefusal("The database that UDT_DATABASE_URL names is not empty.", SECTION);
  const present = await presentMigration(db);
  if (present !== undefined && present !== head.migration)
    throw new OperatorRefusal(
      "The database that UDT_DATABASE_URL names has other tables; choose one without any.",
      SECTION,
    );
}

/** What lets people in for a while: it may have been ended since, by a changed password above all, and must not come back. */
const PASSING: ReadonlySet<string> = new Set(["sessions", "sign_in_steps", "sign_in_tickets", "password_links"]);

async function restoreEntry(
  settings: ServerSettings,
  tx: Queries,
  { name, bytes }: ArchiveEntry,
  { isKeyWritten, signal }: { isKeyWritten: boolean; signal: AbortSignal },
): Promise<void> {
  if (name.startsWith("blobs/")) {
    await folderBlobs(blobFolder(settings)).put(name.slice("blobs/".length), Readable.from(bytes), Infinity);
  } else if (await restoreBundle({ ...settings, blob_folder: blobFolder(settings) }, { name, bytes }, signal)) {
    return;
  } else if (name === "secret.key") {
    const key = await buffer(bytes);
    if (isKeyWritten) await writeFile(join(settings.data_dir, "secret.key"), key, { mode: 0o600, flush: true });
  } else {
    const table = /^database\/([a-z_]+)\.jsonl$/.exec(name)?.[1];
    if (table === undefined)
      throw new OperatorRefusal(`The backup holds ${name}, which this version does not know.`, SECTION);
    if (PASSING.has(table)) return;
    const rows = join(settings.data_dir, `restore.${table}.jsonl`);
    try {
      await pipeline(Readable.from(bytes), createWriteStream(rows, { mode: 0o600 }), { signal });
      await loadRows(tx, table, rows, signal);
    } finally {
      await rm(rows, { force: true });
    }
  }
}

/** Removes what a restore made that did not come to its end; all of it was empty before. */
async function removeMade(settings: ServerSettings): Promise<void> {
  const mark = restoreMark(settings);
  const made = JSON.parse(await readFile(mark, "utf8")) as { blobs: string; isKeyWritten: boolean };
  const target = databaseTarget(settings);
  if ("folder" in target) await rm(target.folder, { recursive: true, force: true });
  for (const name of await readdir(made.blobs).catch(() => []))
    await rm(join(made.blobs, name), { recursive: true, force: true });
  if (made.isKeyWritten) await rm(join(settings.data_dir, "secret.key"), { force: true });
  for (const name of await readdir(settings.data_dir)) {
    if (/^(restore\.[a-z_]+\.jsonl|restore\.[0-9a-f-]+\.bundle|migrations\.\w+)$/.test(name))
      await rm(join(settings.data_dir, name), { recursive: true, force: true });
  }
  await rm(mark);
}
