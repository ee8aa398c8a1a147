import type { RunOutcome, Said } from "@udt/contract";
import { test_devices } from "../../../platform/database/core.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { case_runs, run_devices } from "../../../platform/database/jobs.schema.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";
import { and, asc, eq, sql } from "../../../platform/database/sql.ts";

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

/** The devices on which cases of a run ran, those that it lost among them, and why their memory is not recorded as it should be. */
export async function measuredParts(
  db: Queries,
  test_id: string,
): Promise<{ device_id: string; name: string; fault: Said | null }[]> {
  const { device_id, brand, model, serial } = test_devices;
  const rows = await db
    .select({ device_id, brand, model, serial, fault: run_devices.memory_fault })
    .from(test_devices)
    .leftJoin(slots, and(eq(slots.test_id, test_devices.test_id), eq(slots.device_id, device_id)))
    .leftJoin(run_devices, and(eq(run_devices.test_id, slots.test_id), eq(run_devices.device_seq, slots.device_seq)))
    .where(
      and(
        eq(test_devices.test_id, test_id),
        sql`exists (select 1 from ${case_runs} as c where c.test_id = ${test_id} and c.device_id = ${device_id})`,
      ),
    )
    .orderBy(asc(slots.device_seq), asc(device_id));
  return rows.map((row) => {
    const model_name = [row.brand, row.model].filter(Boolean).join(" ");
    return { device_id: row.device_id, name: `${model_name} ${row.serial}`.trim(), fault: row.fault };
  });
}
