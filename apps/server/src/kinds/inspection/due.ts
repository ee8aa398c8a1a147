/** When a tag's next check of a device is due. */
import { LIMITS, type InspectionConfig } from "@udt/contract";

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** When a tag's checks of a device ended last: those that came to their end, and those that did not. */
export interface CheckHistory {
  finished_at: number | null;
  unfinished_at: number | null;
}

/** Null: none comes by itself. A device that has not been checked is due at once; what did not come to its end is not at once repeated. */
export function dueAt(
  { check_every_hours }: Pick<InspectionConfig, "check_every_hours">,
  { finished_at, unfinished_at }: CheckHistory,
): number | null {
  if (check_every_hours === null) return null;
  const next = finished_at === null ? 0 : finished_at + check_every_hours * HOUR_MS;
  const again = unfinished_at === null ? 0 : unfinished_at + LIMITS.scheduled_check_retry_minutes * MINUTE_MS;
  return Math.max(next, again);
}
