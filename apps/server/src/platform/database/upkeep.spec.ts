import { afterEach, describe, expect, it } from "vitest";
import { join } from "node:path";
import { embedded } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { TurnableClock } from "../../../test/turnable-clock.ts";
import { openDatabase, type Database } from "./database.ts";
import { sql } from "./sql.ts";
import { startUpkeep } from "./upkeep.ts";

const MINUTE_MS = 60_000;
const ROWS = 20_000;

describe("the upkeep of the embedded database", () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  const start = async () => {
    const made = await embedded();
    const database = await openDatabase({ folder: join(made.settings.data_dir, "pg") });
    closers.push(
      () => made.dispose(),
      () => database.close(),
    );
    return database;
  };
  /** Writes events and lets them go again, as each hour does; answers how large their table is then. */
  const fillAndEmpty = async ({ db }: Database): Promise<number> => {
    await db.execute(sql`insert into events (payload, created_at)
      select jsonb_build_object('type', repeat('x', 100)), 0 from generate_series(1, ${ROWS}::int)`);
    await db.execute(sql`delete from events`);
    const { rows } = await db.execute<{ size: string }>(sql`select pg_table_size('events') as size`);
    return Number(rows[0]!.size);
  };

  const statistics = async ({ db }: Database) => {
    const { rows } = await db.execute<{ dead: number; tidied: number }>(
      sql`select n_dead_tup::int as dead, vacuum_count::int as tidied from pg_stat_user_tables where relname = 'events'`,
    );
    return rows[0]!;
  };
  /** What a statement did is counted some time after it. */
  const counted = (database: Database) =>
    until(async () => expect((await statistics(database)).dead).toBeGreaterThanOrEqual(ROWS));
  const tidied = (database: Database, times: number) =>
    until(async () => expect(await statistics(database)).toEqual({ dead: 0, tidied: times }));

  it("gives the space of what is gone back, so that the folder does not grow for ever", async () => {
    const database = await start();
    const clock = new TurnableClock();
    const errors: unknown[] = [];
    closers.push(startUpkeep({ database, clock, onError: (error) => errors.push(error) }));
    const first = await fillAndEmpty(database);
    for (let round = 1; round <= 3; round++) {
      await counted(database);
      clock.turn(MINUTE_MS);
      await tidied(database, round);
      expect(await fillAndEmpty(database)).toBeLessThanOrEqual(first * 1.05);
    }
    expect(errors).toEqual([]);
  });

  it("leaves a table alone that has not changed", async () => {
    const database = await start();
    const clock = new TurnableClock();
    const errors: unknown[] = [];
    const stop = startUpkeep({ database, clock, onError: (error) => errors.push(error) });
    await fillAndEmpty(database);
    await counted(database);
    clock.turn(MINUTE_MS);
    await tidied(database, 1);
    clock.turn(MINUTE_MS);
    await stop();
    expect(await statistics(database)).toEqual({ dead: 0, tidied: 1 });
    expect(errors).toEqual([]);
  });
});
