import { describe, expect, it } from "vitest";
import { dayOf, endOfDay } from "./local-date.ts";

describe("a day in the browser's zone", () => {
  it.each(["2026-11-20", "2028-02-29", "2026-01-01", "2026-12-31"])(
    "%s ends within itself, and then the next begins",
    (day) => {
      const end = endOfDay(day)!;
      expect(dayOf(end)).toBe(day);
      expect(dayOf(end + 1)).not.toBe(day);
    },
  );

  it.each(["", "x", "2026", "2026-11"])("%j is no day", (day) => expect(endOfDay(day)).toBeUndefined());
});
