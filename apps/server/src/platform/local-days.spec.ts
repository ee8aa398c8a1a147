import { expect, it } from "vitest";
import { lastDays } from "./local-days.ts";

const at = (text: string) => Date.parse(text);

it.each([
  ["UTC", "2026-11-20T23:30:00Z", "2026-11-20", "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"],
  ["Asia/Shanghai", "2026-11-20T23:30:00Z", "2026-11-21", "2026-11-20T16:00:00Z", "2026-11-21T16:00:00Z"],
  ["Asia/Kathmandu", "2026-11-20T18:14:00Z", "2026-11-20", "2026-11-19T18:15:00Z", "2026-11-20T18:15:00Z"],
  ["America/Los_Angeles", "2026-11-20T23:30:00Z", "2026-11-20", "2026-11-20T08:00:00Z", "2026-11-21T08:00:00Z"],
  ["Pacific/Kiritimati", "2026-11-20T10:00:00Z", "2026-11-21", "2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z"],
  ["Pacific/Pago_Pago", "2026-11-20T10:59:00Z", "2026-11-19", "2026-11-19T11:00:00Z", "2026-11-20T11:00:00Z"],
  // Clocks are put back on this day, which has 25 hours, and forward on that one, which has 23.
  ["Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
  ["Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
  // They are put forward at midnight: the day begins at one.
  ["Africa/Cairo", "2026-04-24T12:00:00Z", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"],
])("in %s at %s it is %s, from %s to %s", (zone, now, date, from, to) => {
  const { dates, starts } = lastDays(zone, 1, at(now));
  expect(dates).toEqual([date]);
  expect(starts.map((time) => new Date(time).toISOString())).toEqual(
    [from, to].map((time) => new Date(at(time)).toISOString()),
  );
});

it("days follow one another, each a date of its own", () => {
  const { dates, starts } = lastDays("Europe/Berlin", 180, at("2026-11-20T12:00:00Z"));
  expect(new Set(dates).size).toBe(180);
  expect(dates.at(-1)).toBe("2026-11-20");
  const lengths = starts.slice(1).map((time, index) => (time - starts[index]!) / 3_600_000);
  expect([...new Set(lengths)].toSorted((a, b) => a - b)).toEqual([24, 25]);
});
