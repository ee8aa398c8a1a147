/** Whether a check restarts its device where that may mend what it found. */
import { say, type Said } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { isFirstLook } from "./first-look.ts";
import { isRestartedSince, type SelfCheckRow } from "./self-checks.repository.ts";

/** So often at most: one that no restart mends is not restarted by each check. */
const EVERY_HOURS = 6;

/** Whether it may and, where it may not though it changes the device, why. */
export async function restartsOf(
  db: Queries,
  check: SelfCheckRow,
  now: number,
): Promise<{ may_restart: boolean; not_restarted?: Said }> {
  if (isFirstLook(check)) return { may_restart: false };
  if (!(await isRestartedSince(db, check.device_id, now - EVERY_HOURS * 3_600_000))) return { may_restart: true };
  return { may_restart: false, not_restarted: say("check_restart_again", { hours: EVERY_HOURS }) };
}
