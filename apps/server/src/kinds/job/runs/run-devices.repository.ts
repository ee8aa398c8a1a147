import type { RunOutcome } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { run_devices } from "../../../platform/database/jobs.schema.ts";
import { sql } from "../../../platform/database/sql.ts";

interface Place {
  test_id: string;
  device_seq: number;
}

/** How agents said that wanted devices' parts ended. */
export async function noteOutcomes(
  db: Queries,
  rows: readonly (Place & { outcome: RunOutcome | null })[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  await db.execute(sql`
    insert into ${run_devices} (test_id, device_seq, outcome)
    select * from unnest(${column((row) => row.test_id)}::text[], ${column((row) => row.device_seq)}::int[],
      ${column((row) => row.outcome)}::text[])
    on conflict (test_id, device_seq) do update set outcome = excluded.outcome`);
}

/** A person has the device now, by a debug session of theirs. */
export async function noteTakeover(
  db: Queries,
  place: Place,
  by: { taken_over_by: string; taken_over_test_id: string },
): Promise<void> {
  await db
    .insert(run_devices)
    .values({ ...place, ...by })
    .onConflictDoUpdate({ target: [run_devices.test_id, run_devices.device_seq], set: by });
}
