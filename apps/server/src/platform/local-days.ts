/** Days of a time zone, as moments. */
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No place is further from UTC than this. */
const FURTHEST_MS = 15 * 3_600_000;

const dateIn = (format: Intl.DateTimeFormat, time: number): string => {
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts["year"]}-${parts["month"]}-${parts["day"]}`;
};

const formatOf = (time_zone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: time_zone, year: "numeric", month: "2-digit", day: "2-digit" });

/** The first minute of a date, such as `2026-11-20`: where clocks are put forward at midnight there is none at 0:00. */
function startOf(format: Intl.DateTimeFormat, date: string): number {
  const noon = Date.parse(`${date}T00:00:00Z`);
  let before = (noon - FURTHEST_MS) / MINUTE_MS;
  let within = (noon + FURTHEST_MS) / MINUTE_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dateIn(format, middle * MINUTE_MS) < date) before = middle;
    else within = middle;
  }
  return within * MINUTE_MS;
}

export interface LocalDays {
  /** From the oldest to today. */
  dates: readonly string[];
  /** When each begins, and when the day after the last does. Epoch milliseconds. */
  starts: readonly number[];
}

/** The last days of a time zone, of which the one of `now` is the last. */
export function lastDays(time_zone: string, count: number, now: number): LocalDays {
  const format = formatOf(time_zone);
  const today = Date.parse(`${dateIn(format, now)}T00:00:00Z`);
  const all = Array.from({ length: count + 1 }, (_, index) =>
    new Date(today + (index + 1 - count) * DAY_MS).toISOString().slice(0, 10),
  );
  return { dates: all.slice(0, count), starts: all.map((date) => startOf(format, date)) };
}
