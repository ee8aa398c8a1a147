/** A copy of everything that a server keeps, of one moment, while it goes on working. */
import { must } from "@udt/base";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { FORMAT, writeArchive, type BackupHead, type KeptFile } from "../platform/backup/archive.ts";
import { copyRows, countersOf, namedBlobs } from "../platform/backup/rows.ts";
import { holdBlobs, type HeldBlobs } from "../platform/blobs/hold.ts";
import type { Database } from "../platform/database/database.ts";
import { presentMigration } from "../platform/database/migrations.ts";
import { sealedByKey } from "../platform/database/sealed.ts";
import { newId } from "../platform/ids.ts";
import { blobFolder, secretKeySource, type ServerSettings } from "../platform/settings.ts";
import { VERSION } from "../platform/version.ts";
import { OperatorRefusal } from "./refusal.ts";
import { ScriptBundles } from "../assets/scripts/script-bundles.service.ts";

export interface Backup {
  head: BackupHead;
  /** The bytes of the archive, not compressed. It is released with them, or when they are given up. */
  bytes: Readable;
}

export interface BackupWish {
  with_secret_key: boolean;
}

/** A file that is gone was deleted after the moment that was copied: so often is another moment copied. */
const MOMENTS_MAX = 100;
/** `backup.<process>.<id>`: rows on their way into a backup. */
const SPOOL = /^backup\.(\d+)\./;
/** One that is older was left behind, whatever process has the number now. */
const LEFT_BEHIND_MS = 86_400_000;

/** @throws OperatorRefusal */
export async function makeBackup(
  settings: ServerSettings,
  database: Database,
  wish: BackupWish,
  signal: AbortSignal,
): Promise<Backup> {
  const key = wish.with_secret_key ? secretKeyFile(settings) : undefined;
  const spool = await makeSpool(settings.data_dir);
  const held = await holdBlobs(blobFolder(settings));
  const release = async () => {
    await held.release();
    await rm(spool, { recursive: true, force: true });
  };
  try {
    const scripts = new ScriptBundles({ blob_folder: blobFolder(settings), spool });
    const copied = await copyMoment(database, { spool, held, scripts }, signal);
    const files: KeptFile[] = held
      .files()
      .filter(({ key: name }) => copied.blobs.has(name))
      .map(({ key: name, ...file }) => ({ name: `blobs/${name}`, ...file }));
    files.push(...scripts.files());
    if (key !== undefined) files.push(await kept("secret.key", key));
    for (const table of copied.rows.keys())
      files.push(await kept(`database/${table}.jsonl`, join(spool, `${table}.jsonl`)));
    const head: BackupHead = {
      format: FORMAT,
      version: VERSION,
      created_at: Date.now(),
      migration: copied.migration,
      has_secret_key: key !== undefined,
      sealed_by: copied.sealed_by,
      rows: [...copied.rows.values()].reduce((sum, each) => sum + each, 0),
      blobs: copied.blobs.size - copied.lost.length,
      size_bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
      lost_blobs: copied.lost.length + copied.lost_scripts.length,
    };
    const lost_blobs = [...copied.lost, ...copied.lost_scripts];
    const facts = { rows: Object.fromEntries(copied.rows), counters: copied.counters, lost_blobs };
    const bytes = Readable.from(writeArchive(head, files, facts), { objectMode: false });
    bytes.once("close", () => void release());
    return { head, bytes };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Copies the rows of one moment and takes hold of their files. What is not there at two moments, though both name it, was
 * lost before.
 */
async function copyMoment(
  database: Database,
  to: { spool: string; held: HeldBlobs; scripts: ScriptBundles },
  signal: AbortSignal,
) {
  // Most of them before the moment that is copied, so that it waits for few.
  await to.held.add(await namedBlobs(database.db));
  await to.scripts.add(database.db);
  let missed: ReadonlySet<string> = new Set();
  for (let moment = 1; moment <= MOMENTS_MAX; moment++) {
    const copied = await database.longTransaction(async (tx) => {
      signal.throwIfAborted();
      const blobs = new Set(await namedBlobs(tx));
      const lost = await to.held.add([...blobs]);
      const lost_scripts = await to.scripts.add(tx);
      const isWhole = [...lost, ...lost_scripts].every((key) => missed.has(key));
      missed = new Set([...lost, ...lost_scripts]);
      if (!isWhole) return undefined;
      return {
        blobs,
        lost,
        lost_scripts,
        migration: must(await presentMigration(tx), "version of the database's tables"),
        sealed_by: [...(await sealedByKey(tx)).keys()],
        rows: await copyRows(tx, to.spool, signal),
        counters: await countersOf(tx),
      };
    });
    if (copied) return copied;
  }
  throw new OperatorRefusal("Files were deleted faster than they could be taken hold of; try again.", "Backup");
}

/** A folder for rows on their way. */
export async function makeSpool(data_dir: string): Promise<string> {
  await removeLeftSpools(data_dir);
  const spool = join(data_dir, `backup.${process.pid}.${newId()}`);
  await mkdir(spool, { mode: 0o700 });
  return spool;
}

/** Removes the rows that backups left in the open whose process was killed. */
export async function removeLeftSpools(data_dir: string): Promise<void> {
  // A server's first start may make the folder later.
  for (const name of existsSync(data_dir) ? await readdir(data_dir) : []) {
    const pid = SPOOL.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(data_dir, name);
    if (!isAlive(Number(pid)) || (await isOld(path))) await rm(path, { recursive: true, force: true });
  }
}

const isOld = async (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < Date.now() - LEFT_BEHIND_MS,
    (error: NodeJS.ErrnoException) => {
      // Its backup came to its end just now.
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** @throws OperatorRefusal when the key is no file */
function secretKeyFile(settings: ServerSettings): string {
  const source = secretKeySource(settings);
  if (!("file" in source))
    throw new OperatorRefusal(
      "The secret key is the setting UDT_SECRET_KEY, which is kept where your settings are; make the backup without it.",
      "Backup",
    );
  return source.file;
}

const kept = async (name: string, path: string): Promise<KeptFile> => ({
  name,
  path,
  size_bytes: (await stat(path)).size,
});
