import { describe, expect, it } from "vitest";
import { nextDigestTime } from "./digest.ts";

const next = (schedule: Parameters<typeof nextDigestTime>[0], now: string) =>
  new Date(nextDigestTime(schedule, Date.parse(now))).toISOString();

describe("the next digest", () => {
  it("comes at its time of day where its readers live, and not twice at the same", () => {
    const daily = { days: "daily", time: "09:30", time_zone: "Asia/Shanghai" } as const;
    expect(next(daily, "2030-01-04T01:29:59.999Z")).toBe("2030-01-04T01:30:00.000Z");
    expect(next(daily, "2030-01-04T01:30:00.000Z")).toBe("2030-01-05T01:30:00.000Z");
  });

  it("leaves out Saturday and Sunday of that place", () => {
    const weekdays = { days: "weekdays", time: "00:30", time_zone: "Asia/Tokyo" } as const;
    // Friday evening in London is Saturday in Tokyo.
    expect(next(weekdays, "2030-01-04T15:00:00Z")).toBe("2030-01-06T15:30:00.000Z");
  });

  it("keeps its hour over summer time, and has one on the day whose hour is missing", () => {
    const berlin = { days: "daily", time: "08:00", time_zone: "Europe/Berlin" } as const;
    expect(next(berlin, "2030-03-30T12:00:00Z")).toBe("2030-03-31T06:00:00.000Z");
    const missing = { days: "daily", time: "02:30", time_zone: "Europe/Berlin" } as const;
    expect(next(missing, "2030-03-31T00:00:00Z").slice(0, 10)).toBe("2030-03-31");
  });
});
