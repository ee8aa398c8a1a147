import { and, eq, inArray, isNotNull } from "../../../platform/database/sql.ts";
import { users } from "../../../platform/database/core.schema.ts";
import { run_devices } from "../../../platform/database/jobs.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";

/** Who took a wanted device's device from its run, and the debug session that they have there. */
export interface Takeover {
  user_id: string;
  user_name: string;
  test_id: string;
}

/** Who took which devices from these runs. */
export async function findTakeovers(
  db: Queries,
  test_ids: readonly string[],
): Promise<(test_id: string, device_seq: number | null) => Takeover | undefined> {
  const rows =
    test_ids.length === 0
      ? []
      : await db
          .select({
            run: run_devices.test_id,
            device_seq: run_devices.device_seq,
            test_id: run_devices.taken_over_test_id,
            user_id: users.user_id,
            user_name: users.user_name,
          })
          .from(run_devices)
          .innerJoin(users, eq(users.user_id, run_devices.taken_over_by))
          .where(and(inArray(run_devices.test_id, [...test_ids]), isNotNull(run_devices.taken_over_by)));
  const found = new Map(
    rows.flatMap(({ run, device_seq, test_id, ...user }) =>
      test_id === null ? [] : [[`${run}/${device_seq}`, { ...user, test_id }]],
    ),
  );
  return (test_id, device_seq) => found.get(`${test_id}/${device_seq}`);
}

/** The names of those by whom cases ended that had their devices taken from them. */
export async function takersOf(
  db: Queries,
  rows: readonly { test_id: string; device_seq: number | null; cause: string }[],
): Promise<(row: { test_id: string; device_seq: number | null; cause: string }) => string> {
  const ended = rows.filter(({ cause }) => cause === "taken_over");
  const takeover = await findTakeovers(db, [...new Set(ended.map(({ test_id }) => test_id))]);
  return (row) => (row.cause === "taken_over" ? (takeover(row.test_id, row.device_seq)?.user_name ?? "") : "");
}
