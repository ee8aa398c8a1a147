import { every, type ServerClock } from "../clock.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

const EVERY_MS = 60_000;

/**
 * Does for the embedded database what PostgreSQL's autovacuum does, which it has none of: gives the space of rows that are
 * gone back to their tables, and tells the planner how large those are. Without it the folder grows for ever.
 * @returns how to stop it, which waits for the table that is being tidied
 */
export function startUpkeep(needs: {
  database: Database;
  clock: ServerClock;
  onError: (error: unknown) => void;
}): () => Promise<void> {
  const { database, clock, onError } = needs;
  if (database.kind !== "pglite") return () => Promise.resolve();
  let closed = false;
  let tidying: Promise<void> | undefined;
  const tidy = async (): Promise<void> => {
    // One table at a time: what else is asked gets its turn between them.
    for (const table of await untidyTables(database)) {
      if (closed) return;
      await database.db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
    }
  };
  const stop = every(clock, EVERY_MS, () => (tidying = tidy().catch(onError)));
  return async () => {
    closed = true;
    stop();
    await tidying;
  };
}

/** Tables that have changed by so much as PostgreSQL's own settings wait for. */
export async function untidyTables({ db }: Database): Promise<string[]> {
  const { rows } = await db.execute<{ relname: string }>(sql`
    select s.relname from pg_stat_user_tables as s join pg_class as c on c.oid = s.relid
    where s.schemaname = 'public' and (
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0))
    order by s.relname`);
  return rows.map(({ relname }) => relname);
}
