/** When a tag's next check of a device is due. */
import { CHECK_OCCASIONS, LIMITS, type CheckCause, type InspectionConfig, type NextCheckReason } from "@udt/contract";
import type { Occasions } from "../../core/tags/tags.service.ts";
import type { Span } from "./check-window.ts";

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** When a tag's checks of a device ended last: those that came to their end, those that did not, and any but those that come again. */
export interface CheckHistory {
  finished_at: number | null;
  unfinished_at: number | null;
  settled_at: number | null;
}

/** What a check is due by besides its tag's words and what was checked before. */
export interface DueNow {
  now: number;
  /** What is noted of the device. */
  occasions: Occasions | undefined;
  /** In which hours checks by the clock begin, those of now first; null: in all. */
  spans: readonly Span[] | null;
}

/** Since when a check is due, or when it will be and may begin, and for what it comes; null: for nothing but by the clock. */
export interface Due {
  at: number;
  occasion: CheckCause | null;
  why: NextCheckReason;
}

type Asked = Pick<InspectionConfig, "check_every_hours" | "check_on">;

/**
 * Undefined: none comes by itself. By the clock a device that has not been checked is due at once, and what did not come to
 * its end is not at once repeated; on an occasion it is checked once, however that goes.
 */
export function dueOf(asked: Asked, history: CheckHistory, { now, occasions = {}, spans }: DueNow): Due | undefined {
  const { check_every_hours, check_on } = asked;
  const { finished_at, unfinished_at, settled_at } = history;
  for (const occasion of CHECK_OCCASIONS) {
    const at = check_on.includes(occasion) ? occasions[occasion] : undefined;
    if (at !== undefined && (settled_at === null || settled_at < at)) return { at, occasion, why: occasion };
  }
  if (check_every_hours === null) return undefined;
  const next: Due =
    finished_at === null
      ? { at: 0, occasion: null, why: "first_check" }
      : { at: finished_at + check_every_hours * HOUR_MS, occasion: null, why: "interval" };
  const again = unfinished_at === null ? 0 : unfinished_at + LIMITS.scheduled_check_retry_minutes * MINUTE_MS;
  const due = spans === null ? next : fromBegin(next, finished_at, spans);
  const regular: Due = again > due.at ? { at: again, occasion: null, why: "again" } : due;
  return spans === null ? regular : within(regular, now, spans);
}

/** One whose time comes within the hours of a day is due as these begin: else each would be a little later than the one of the day before, and one day too late. */
function fromBegin(due: Due, finished_at: number | null, spans: readonly Span[]): Due {
  const span = spans.find(({ from, to }) => from <= due.at && due.at < to);
  return span && finished_at !== null && finished_at < span.from ? { ...due, at: span.from, why: "window" } : due;
}

/** One whose time comes, or came, outside of the hours waits for the next ones. */
export function within(due: Due, now: number, spans: readonly Span[]): Due {
  const earliest = Math.max(due.at, now);
  const span = spans.find(({ to }) => earliest < to);
  return span === undefined || span.from <= earliest ? due : { ...due, at: span.from, why: "window" };
}
