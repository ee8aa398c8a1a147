const pad = (value: number) => String(value).padStart(2, "0");

/** The day of a time in the browser's zone, as date inputs write it: `2026-11-20`. */
export function dayOf(time: number): string {
  const date = new Date(time);
  return `${String(date.getFullYear()).padStart(4, "0")}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The last millisecond of such a day in the browser's zone; undefined when it is none. */
export function endOfDay(day: string): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  const end = new Date(year ?? NaN, (month ?? NaN) - 1, date ?? NaN, 23, 59, 59, 999).getTime();
  return Number.isNaN(end) || end < 0 ? undefined : end;
}
