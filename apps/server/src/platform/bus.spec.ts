import { join } from "node:path";
import { expect, it } from "vitest";
import { embedded } from "../../test/databases.ts";
import { until } from "../../test/harness.ts";
import { TurnableClock } from "../../test/turnable-clock.ts";
import { startBus } from "./bus.ts";
import { type Database, openDatabase } from "./database/database.ts";

it("tells what was announced also when reading it failed at first, and nobody announces more", async () => {
  const test = await embedded();
  const database = await openDatabase({ folder: join(test.settings.data_dir, "pg") });
  const clock = new TurnableClock();
  const errors: unknown[] = [];
  let isAway = false;
  // The database goes between what announces and what reads.
  const select: Database["db"]["select"] = (...columns: []) => {
    if (isAway) throw new Error("away");
    return database.db.select(...columns);
  };
  const db = new Proxy(database.db, {
    get: (target, name) => (name === "select" ? select : Reflect.get(target, name)),
  });
  const bus = await startBus({ ...database, db }, clock, (error) => errors.push(error));
  const heard: string[] = [];
  bus.subscribe(({ payload }) => heard.push(payload.type));
  isAway = true;
  await bus.transaction(async (_tx, announce) => announce(null, { type: "library.changed", library_id: "one" }));
  await until(() => expect(errors).toHaveLength(1));
  expect(heard).toEqual([]);
  isAway = false;
  clock.turn(1_000);
  await until(() => expect(heard).toEqual(["library.changed"]));
  await bus.close();
  await database.close();
  await test.dispose();
});
