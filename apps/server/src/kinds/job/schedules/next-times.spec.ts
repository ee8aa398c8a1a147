import { expect, it } from "vitest";
import { nextTimes } from "./next-times.ts";

const at = (text: string) => new Date(text).getTime();
const iso = (times: number[]) => times.map((time) => new Date(time).toISOString());
const daily = (time: string, time_zone: string) => ({
  kind: "timed" as const,
  days: ["daily" as const],
  time,
  time_zone,
});

it("fires daily at ten where its people are", () => {
  const cron = { kind: "crontab" as const, cron: "0 10 * * *", time_zone: "Asia/Shanghai" };
  expect(iso(nextTimes(cron, at("2026-03-01T03:00:00Z"), 2))).toEqual([
    "2026-03-02T02:00:00.000Z",
    "2026-03-03T02:00:00.000Z",
  ]);
});

it("fires on the chosen weekdays", () => {
  const timing = { kind: "timed" as const, days: ["1" as const, "7" as const], time: "09:30", time_zone: "Asia/Tokyo" };
  // 6 March 2026 is a Friday.
  expect(iso(nextTimes(timing, at("2026-03-06T00:00:00Z"), 3))).toEqual([
    "2026-03-08T00:30:00.000Z",
    "2026-03-09T00:30:00.000Z",
    "2026-03-15T00:30:00.000Z",
  ]);
});

it("fires once a day also when clocks are put forward or back", () => {
  const forward = nextTimes(daily("02:30", "Europe/Berlin"), at("2026-03-28T12:00:00Z"), 3);
  expect(forward).toHaveLength(3);
  expect(new Set(iso(forward).map((time) => time.slice(0, 10))).size).toBe(3);
  const back = nextTimes(daily("02:30", "Europe/Berlin"), at("2026-10-24T12:00:00Z"), 3);
  expect(new Set(iso(back).map((time) => time.slice(0, 10))).size).toBe(3);
});

it.each(["", "* * * *", "61 * * * *", "0 0 10 * * *", "every day", "0 10 * * mon-"])("refuses %j", (cron) => {
  expect(() => nextTimes({ kind: "crontab", cron, time_zone: "UTC" }, 0, 1)).toThrow("cron");
});

it("names a time zone that nobody knows", () => {
  expect(() => nextTimes(daily("10:00", "Mars/Olympus"), 0, 1)).toThrow("Mars/Olympus");
});

it("answers nothing for a day that never comes", () => {
  expect(nextTimes({ kind: "crontab", cron: "0 0 31 2 *", time_zone: "UTC" }, 0, 1)).toEqual([]);
});
