/** When a tag's next check of a device is due. */
import { CHECK_OCCASIONS, LIMITS, type CheckOccasion, type InspectionConfig } from "@udt/contract";
import type { Occasions } from "../../core/tags/tags.service.ts";

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** When a tag's checks of a device ended last: those that came to their end, those that did not, and any but those that come again. */
export interface CheckHistory {
  finished_at: number | null;
  unfinished_at: number | null;
  settled_at: number | null;
}

/** Since when a check is due, or when it will be, and on what it comes; null: on none of the occasions, but by the clock. */
export interface Due {
  at: number;
  occasion: CheckOccasion | null;
}

/**
 * Undefined: none comes by itself. By the clock a device that has not been checked is due at once, and what did not come to
 * its end is not at once repeated; on an occasion it is checked once, however that goes.
 */
export function dueOf(
  { check_every_hours, check_on }: Pick<InspectionConfig, "check_every_hours" | "check_on">,
  { finished_at, unfinished_at, settled_at }: CheckHistory,
  occasions: Occasions = {},
): Due | undefined {
  for (const occasion of CHECK_OCCASIONS) {
    const at = check_on.includes(occasion) ? occasions[occasion] : undefined;
    if (at !== undefined && (settled_at === null || settled_at < at)) return { at, occasion };
  }
  if (check_every_hours === null) return undefined;
  const next = finished_at === null ? 0 : finished_at + check_every_hours * HOUR_MS;
  const again = unfinished_at === null ? 0 : unfinished_at + LIMITS.scheduled_check_retry_minutes * MINUTE_MS;
  return { at: Math.max(next, again), occasion: null };
}
