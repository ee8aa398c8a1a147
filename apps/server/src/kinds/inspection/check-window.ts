/** The hours of a day in which checks by the clock begin, as moments. */
import type { CheckWindow } from "@udt/contract";
import { Cron } from "croner";

/** Those of now may have begun so long ago: a day has 25 hours when clocks are put back. */
const LOOKED_BACK_MS = 26 * 3_600_000;
/** As many days ahead as a check may be due, one that began before, and a few that may have none. */
const DAYS = 12;

/** When the hours of one day begin and end; at the end none begins any more. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The hours of now, where it is in any, and those of the days after. A time that is left out as clocks are put forward is the
 * first one that is there, and where all of them are, that day has none; one that comes twice as they are put back is the first.
 */
export function spansFrom({ from, to, time_zone }: CheckWindow, now: number): Span[] {
  const back = new Date(now - LOOKED_BACK_MS);
  const ends = daily(to, time_zone)
    .nextRuns(DAYS + 1, back)
    .map(Number);
  return daily(from, time_zone)
    .nextRuns(DAYS, back)
    .flatMap((date) => {
      const begins = date.getTime();
      const end = ends.find((at) => at >= begins);
      return end === undefined || end <= Math.max(begins, now) ? [] : [{ from: begins, to: end }];
    });
}

/** The same for many, each hours worked out once. */
export function spansAt(now: number): (window: CheckWindow | null) => readonly Span[] | null {
  const known = new Map<string, Span[]>();
  return (window) => {
    if (window === null) return null;
    const key = Object.values(window).join(" ");
    const spans = known.get(key) ?? spansFrom(window, now);
    known.set(key, spans);
    return spans;
  };
}

function daily(time: string, time_zone: string): Cron {
  const [hour, minute] = time.split(":").map(Number);
  return new Cron(`${minute} ${hour} * * *`, { timezone: time_zone, paused: true, mode: "5-part" });
}
