/** The tables' versions: which this program knows, which a database is at, and the way from there. */
import { readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { must } from "@udt/base";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { VERSION } from "../version.ts";
import { see, StartRefusal } from "../operations-page.ts";
import { sql } from "./sql.ts";
import { onlyRow } from "./only-row.ts";
import type { Queries } from "./queries.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Any number will do that nothing else in the same database locks; these are the letters of "udt". */
const MIGRATION_LOCK = 0x756474;

const NEWER =
  `The database's tables are of a newer version of UDT than this program, ${VERSION}: start the version that ran last, or a ` +
  `newer one. To go back, restore a backup that this version made. ${see("Upgrading")}`;

export interface KnownMigration {
  /** Its place in the order, and its name in the database; epoch milliseconds. */
  when: number;
  tag: string;
}

/** The migrations that come with this version, from the first to the newest. */
export function knownMigrations(): KnownMigration[] {
  return readJournal().entries.map(({ when, tag }) => ({ when, tag }));
}

/** The one that this version's tables are at. */
export const newestMigration = (): KnownMigration => newestOf(knownMigrations());

const newestOf = (known: readonly KnownMigration[]): KnownMigration => must(known.at(-1), "migration");

/** What drizzle-kit writes of them; it has more than is named here. */
const readJournal = (folder = MIGRATIONS) =>
  JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as { entries: KnownMigration[] };

/** The newest migration that the database has gone through; undefined when it has none of UDT's tables. */
export async function presentMigration(db: Queries): Promise<number | undefined> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!onlyRow(rows).there) return undefined;
  const { rows: last } = await db.execute<{ when: string | null }>(
    sql`select max(created_at) as when from drizzle.__drizzle_migrations`,
  );
  const { when } = onlyRow(last);
  return when === null ? undefined : Number(when);
}

/**
 * One of several servers that start at once brings the tables up to date; the others wait for it. All steps are one
 * transaction: one that fails or is killed leaves everything as it was.
 * @throws Error that says what to do when a step fails, and when the tables are a newer version's
 */
export async function migrateUnderLock(pool: Pool, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = await pool.connect();
  try {
    const session = drizzle(client);
    await session.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    try {
      const known = readJournal(migrationsFolder).entries;
      const newest = newestOf(known);
      const present = await presentMigration(session);
      if (present !== undefined && present > newest.when) throw new StartRefusal(NEWER);
      await migrate(session, { migrationsFolder }).catch((error: Error) => {
        const from = known.find(({ when }) => when === present)?.tag;
        const how = from === undefined ? "be made" : `be brought from ${from} to ${newest.tag}`;
        const { message } = error.cause instanceof Error ? error.cause : error;
        throw new Error(
          `The database's tables could not ${how}: ${message}. Nothing was changed: the version that ran before still ` +
            `starts. ${see("Upgrading")}`,
          { cause: error },
        );
      });
    } finally {
      await session.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
    }
  } finally {
    client.release();
  }
}

/** Makes a folder in `parent` of this version's migrations up to and with `last`. */
export async function migrationsUpTo(parent: string, last: number): Promise<string> {
  const folder = await mkdtemp(join(parent, "migrations."));
  await mkdir(join(folder, "meta"));
  const journal = readJournal();
  const entries = journal.entries.filter(({ when }) => when <= last);
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}
