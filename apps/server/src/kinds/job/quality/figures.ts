import type { QualityFigures, QueryOf, ENDPOINTS } from "@udt/contract";
import { lastDays } from "../../../platform/local-days.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import type { BoardScope, BoardTime } from "./scope.ts";

/** What runs came to, as they are added up. */
export type Counted = Omit<QualityFigures, "flaky">;

export const NOTHING: Readonly<Counted> = {
  runs: 0,
  success: 0,
  skipped: 0,
  failed: 0,
  device_faults: 0,
  total: 0,
  new_failures: 0,
};

export const sum = (all: readonly Counted[]): Counted =>
  all.reduce(
    (a, b) => ({
      runs: a.runs + b.runs,
      success: a.success + b.success,
      skipped: a.skipped + b.skipped,
      failed: a.failed + b.failed,
      device_faults: a.device_faults + b.device_faults,
      total: a.total + b.total,
      new_failures: a.new_failures + b.new_failures,
    }),
    NOTHING,
  );

/** The days that figures are of, and as many before them that they are compared with. */
export interface Days {
  /** Of these days alone, the oldest first. */
  dates: readonly string[];
  /** When each of all days begins, and when the last is over. */
  starts: readonly [number, ...number[]];
  time: BoardTime;
  before: BoardTime;
}

/** Those up to today, which is not over. */
export function daysOf(time_zone: string, days: number, now: number): Days {
  const { dates, starts } = lastDays(time_zone, 2 * days, now);
  const [first = 0] = starts;
  const middle = starts[days] ?? first;
  return {
    dates: dates.slice(days),
    starts: [first, ...starts.slice(1)],
    time: { from: middle, to: starts.at(-1) ?? middle },
    before: { from: first, to: middle },
  };
}

/** Whose board somebody asks for, and what it is narrowed to: of the projects that they belong to, and of no other. */
export function scopeOf(user: CallerUser, asked: QueryOf<(typeof ENDPOINTS)["qualityBoard"]>): BoardScope {
  const { project_ids, os, brand, framework, app_version } = asked;
  return { user_id: user.user_id, project_ids, os, brand, framework, app_version };
}
