import { expect, it } from "vitest";
import { durationText } from "./duration.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

it.each([
  [0, "0 ms"],
  [900, "900 ms"],
  [999.6, "1 sec"],
  [12 * SECOND, "12 secs"],
  [22 * MINUTE + 24 * SECOND, "22 mins 24 secs"],
  [HOUR - 100, "1 hr"],
  [HOUR + 4 * MINUTE + 40 * SECOND, "1 hr 5 mins"],
  [26 * HOUR, "1 day 2 hrs"],
  [-5, "0 ms"],
])("%d ms is %s", (ms, text) => expect(durationText(ms, "en-GB")).toBe(text));

it.each([
  ["ja-JP", 5 * MINUTE, "5 分"],
  ["ja-JP", 3 * MINUTE + 11 * SECOND, "3 分 11 秒"],
  ["zh-CN", 5 * MINUTE, "5 分钟"],
  ["zh-CN", 3 * MINUTE + 11 * SECOND, "3 分 11 秒"],
  ["zh-CN", HOUR + 5 * MINUTE, "1 小时 5 分钟"],
  ["zh-CN", 26 * HOUR, "1 天 2 小时"],
  ["zh-CN", 900, "900 毫秒"],
])("speaks the reader's language: %s", (locale, ms, text) => expect(durationText(ms, locale)).toBe(text));
