import { expect } from "vitest";
import { waitForDevices } from "../src/core/scheduling/scheduling.service.ts";
import type { DeviceSessionsService } from "../src/core/sessions/sessions.service.ts";
import type { Database } from "../src/platform/database/database.ts";
import { sql } from "../src/platform/database/sql.ts";
import { until } from "./harness.ts";

/** Holds rows, of PostgreSQL, while others begin to wait for them, one after the other. */
export async function inOrder<T>(
  database: Database,
  rows: ReturnType<typeof sql>,
  begin: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.transaction(async (tx) => {
    await tx.execute(rows);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  const begun: Promise<T>[] = [];
  for (const one of begin) {
    begun.push(one());
    await until(async () => {
      const waiting = await database.db.execute(
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(waiting.rows).toHaveLength(begun.length);
    });
  }
  over.resolve();
  await holding;
  return Promise.all(begun);
}

/** A test of the platform that waits for one device, which nobody asked for by hand; answers its id. */
export const waitForDevice = (
  sessions: DeviceSessionsService,
  device_id: string,
  kind: "job" | "inspection" = "job",
): Promise<string> =>
  sessions.change(async (change) => {
    const wish = { kind, duration_minutes: 5, deadline: change.now + 3_600_000, app_id: null } as const;
    const test = await sessions.enter(change, "platform", wish);
    const wanted = { kind: "devices" as const, device_ids: [device_id] };
    await waitForDevices(change, test, [{ os: "android", wanted, needs_engine: false }], 1);
    return test.test_id;
  });
