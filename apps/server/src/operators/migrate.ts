/** Moves what the embedded database holds to PostgreSQL. Files and the secret key stay where they are. */
import { existsSync } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyRows, countersOf, hasRows, loadRows, setCounters, withoutReferences } from "../platform/backup/rows.ts";
import { openDatabase, withoutPassword, type Database, type Queries } from "../platform/database/database.ts";
import { lockFolder } from "../platform/database/folder-lock.ts";
import { newestMigration, presentMigration } from "../platform/database/migrations.ts";
import { isMoved, movedData, noteMoved, setMovedAside } from "../platform/database/moved.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { databaseTarget, type ServerSettings } from "../platform/settings.ts";
import { onlyRow } from "../platform/database/only-row.ts";
import { makeSpool } from "./backup.ts";
import { openPresent } from "./existing.ts";
import { OperatorRefusal } from "./refusal.ts";
import { migrateMark, restoreMark } from "./unfinished.ts";

const SECTION = "Moving to PostgreSQL";

/** Everything is read before anything is written. */
export type MigrateProgress = { step: "reading" } | { step: "writing"; done_bytes: number; total_bytes: number };

export interface Migrated {
  /** Undefined when they had arrived before, by a move that was cut off at its end. */
  rows: number | undefined;
  /** Where the rows stay as they were. */
  kept: string;
}

/**
 * PostgreSQL takes all rows in one transaction, with the name of this move; only then is the folder told that it is over.
 * Whatever cuts it off, the next one begins anew or, when that name is there, does what was left.
 * @throws OperatorRefusal, Error with one sentence
 */
export async function migrateToPostgresql(
  settings: ServerSettings,
  signal: AbortSignal,
  onProgress: (progress: MigrateProgress) => void,
): Promise<Migrated> {
  const url = settings.database_url;
  if (url === undefined) throw new OperatorRefusal("UDT_DATABASE_URL names no PostgreSQL to move to.", SECTION);
  if (existsSync(restoreMark(settings)))
    throw new OperatorRefusal(
      "A restore did not come to its end here; run udt restore again first.",
      "Restoring on another machine",
    );
  const embedded: ServerSettings = { ...settings, database_url: undefined };
  const { folder } = databaseTarget(embedded) as { folder: string };
  const mark = migrateMark(settings);
  const begun = existsSync(mark) ? await readFile(mark, "utf8") : undefined;
  const to = await openDatabase({ url }, { migrations: "as they are" });
  try {
    if (begun !== undefined && (await moveIn(to.db)) === begun) {
      await finish(folder, mark, url);
      return { rows: undefined, kept: movedData(folder) };
    }
    // Holds the folder until the note is in it: no server can begin there meanwhile.
    const from = await openPresent(embedded);
    let rows: number;
    try {
      await refuseUsed(to);
      const move = newId();
      await writeFile(`${mark}.new`, move, { mode: 0o600, flush: true });
      await rename(`${mark}.new`, mark);
      try {
        rows = await copy(settings, { from, to, url, move }, signal, onProgress);
      } catch (error) {
        // A connection that broke with the last word leaves it open whether all was taken: then the mark stays.
        const arrived = await moveIn(to.db).catch(() => move);
        if (arrived !== move) await rm(mark);
        throw error;
      }
      noteMoved(folder, withoutPassword(url), new Date());
    } finally {
      await from.close();
    }
    await finish(folder, mark, url);
    return { rows, kept: movedData(folder) };
  } finally {
    await to.close();
  }
}

/** @throws OperatorRefusal when it is in use, or is another version's */
async function refuseUsed({ db }: Database): Promise<void> {
  const present = await presentMigration(db);
  if (present !== undefined && present !== newestMigration().when)
    throw new OperatorRefusal(
      "The database that UDT_DATABASE_URL names has another version's tables; choose an empty one.",
      SECTION,
    );
  if (await hasRows(db)) throw new OperatorRefusal(USED, SECTION);
}

const USED = "The database that UDT_DATABASE_URL names is not empty: it may be another UDT's. Choose an empty one.";

async function copy(
  settings: ServerSettings,
  { from, to, url, move }: { from: Database; to: Database; url: string; move: string },
  signal: AbortSignal,
  onProgress: (progress: MigrateProgress) => void,
): Promise<number> {
  const spool = await makeSpool(settings.data_dir);
  try {
    onProgress({ step: "reading" });
    const { rows, counters } = await from.longTransaction(async (tx) => ({
      rows: await copyRows(tx, spool, signal),
      counters: await countersOf(tx),
    }));
    const files = await Promise.all(
      [...rows.keys()].map(async (table) => {
        const path = join(spool, `${table}.jsonl`);
        return { table, path, size_bytes: (await stat(path)).size };
      }),
    );
    const total_bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
    // The tables, empty; they stay when this is cut off.
    await (await openDatabase({ url })).close();
    await to.longTransaction(async (tx) => {
      // A server that starts there now waits for this, and this sees what one did before.
      await tx.execute(sql`lock table users in access exclusive mode`);
      if (await hasRows(tx)) throw new OperatorRefusal(USED, SECTION);
      const putReferencesBack = await withoutReferences(tx);
      let done_bytes = 0;
      for (const { table, path, size_bytes } of files) {
        onProgress({ step: "writing", done_bytes, total_bytes });
        await loadRows(tx, table, path, signal);
        done_bytes += size_bytes;
      }
      await setCounters(tx, counters);
      await putReferencesBack();
      await tx.execute(sql`comment on schema drizzle is ${sql.raw(`'${MOVE}${move}'`)}`);
      signal.throwIfAborted();
      onProgress({ step: "writing", done_bytes, total_bytes });
    });
    return [...rows.values()].reduce((sum, each) => sum + each, 0);
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

/** Before the name of the move that filled a database, where nothing else is kept: at the schema of the tables' version. */
const MOVE = "filled by udt migrate ";

async function moveIn(db: Queries): Promise<string | undefined> {
  const { rows } = await db.execute<{ said: string | null }>(
    sql`select obj_description(to_regnamespace('drizzle'), 'pg_namespace') as said`,
  );
  const { said } = onlyRow(rows);
  return said?.startsWith(MOVE) ? said.slice(MOVE.length) : undefined;
}

async function finish(folder: string, mark: string, url: string): Promise<void> {
  const lock = lockFolder(folder);
  try {
    if (!isMoved(folder)) noteMoved(folder, withoutPassword(url), new Date());
    setMovedAside(folder);
  } finally {
    lock.release();
  }
  await rm(mark);
}
