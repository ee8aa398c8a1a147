import { describe, expect, it } from "vitest";
import { createFormat } from "./format.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const en = createFormat("en-GB");

describe("bytes", () => {
  it.each([
    [0, "0 B"],
    [1023, "1,023 B"],
    [1024, "1.00 KB"],
    [1536, "1.50 KB"],
    [1024 ** 2 - 1, "1.00 MB"],
    [12 * 1024 ** 3, "12.00 GB"],
    [1024 ** 8, "1.00 YB"],
    [5000 * 1024 ** 8, "5,000.00 YB"],
  ])("%d is %s", (size, text) => expect(en.bytes(size)).toBe(text));
});

it("of a clock running up only whole seconds count", () => {
  expect(["00:11", "00:12"]).toEqual([en.elapsed(11_999), en.elapsed(12_000)]);
});

it.each([
  [1234.56, 1, "1,234.6"],
  [2, 1, "2.0"],
  [0.456, 2, "0.46"],
] as const)("%d with %d digits is %s, and as the language writes it", (value, digits, text) => {
  expect(en.decimal(value, digits)).toBe(text);
  const swapped = text.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."));
  expect(createFormat("de").decimal(value, digits)).toBe(swapped);
});

describe("countdown", () => {
  it.each([
    [24 * MINUTE + 13 * SECOND, "24:13"],
    [HOUR + 2 * MINUTE + 3 * SECOND, "1:02:03"],
    [24 * HOUR - SECOND, "23:59:59"],
    [30 * 24 * HOUR - 3 * MINUTE, "30 days"],
    [26 * HOUR, "1 day 2 hrs"],
    [1, "00:01"],
    [0, "00:00"],
    [-MINUTE, "00:00"],
  ])("%d ms is %s", (ms, text) => expect(en.countdown(ms)).toBe(text));
});

it.each([
  [0, "+0:00.0"],
  [1_449, "+0:01.4"],
  [59_960, "+1:00.0"],
  [HOUR + 100, "+60:00.1"],
  [-240, "−0:00.2"],
])("%d ms after a beginning is %s", (ms, text) => expect(en.offset(ms)).toBe(text));

describe("moment", () => {
  const now = new Date(2026, 10, 20, 14, 0).getTime();

  it("is only a time today", () => {
    expect(en.moment(new Date(2026, 10, 20, 9, 5).getTime(), now)).toBe("09:05");
  });

  it("has its date on another day, and its year in another year", () => {
    expect(en.moment(new Date(2026, 10, 19, 9, 5).getTime(), now)).toBe("19 Nov, 09:05");
    expect(en.moment(new Date(2025, 10, 19, 9, 5).getTime(), now)).toBe("19 Nov 2025, 09:05");
  });

  it("is midnight at 00, not 24", () => {
    expect(en.moment(new Date(2026, 10, 20, 0, 0).getTime(), now)).toBe("00:00");
  });
});

it("shows seconds on a clock, from 00 to 23 hours", () => {
  expect(en.clock(new Date(2026, 10, 20, 0, 5, 9).getTime())).toBe("00:05:09");
});

it("writes a ratio as percent", () => {
  expect(en.percent(0.42)).toBe("42%");
});

it("writes a day as it is, in whatever zone", () => {
  expect(en.day("2026-11-20")).toBe("20 Nov 2026");
  expect(createFormat("zh-CN").day("2026-01-01")).toBe("2026年1月1日");
  expect(en.shortDay("2026-12-31")).toBe("31 Dec");
});

it("writes a moment to the second as lists write their days", () => {
  const at = new Date(2026, 10, 27, 6, 47, 55).getTime();
  expect(en.exact(at)).toBe("27 Nov 2026, 06:47:55");
  expect(createFormat("ja-JP").exact(at)).toBe("2026年11月27日 06:47:55");
  expect(createFormat("zh-CN").exact(at)).toBe("2026年11月27日 06:47:55");
});
