import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../system/log.ts";
import { formatLine, parseFilter, parseTime } from "./logcat-format.ts";

const entry: LogEntry = {
  sequence: 1,
  timeMs: Date.UTC(2026, 0, 31, 13, 5, 9, 7),
  pid: 1204,
  tid: 1210,
  uid: 1000,
  level: "W",
  tag: "Tag",
  message: "hello",
  buffer: "main",
};
const none = new Set<string>();

describe("formatLine", () => {
  it.each([
    ["threadtime", "01-31 13:05:09.007  1204  1210 W Tag     : hello\n"],
    ["time", "01-31 13:05:09.007 W/Tag     ( 1204): hello\n"],
    ["brief", "W/Tag     ( 1204): hello\n"],
    ["process", "W( 1204) hello\n"],
    ["thread", "W( 1204: 1210) hello\n"],
    ["tag", "W/Tag     : hello\n"],
    ["raw", "hello\n"],
    ["long", "[ 01-31 13:05:09.007  1204: 1210 W/Tag ]\nhello\n\n"],
  ])("writes %s", (format, line) => {
    expect(formatLine(entry, format, none)).toBe(line);
  });

  it("writes times by modifier", () => {
    expect(formatLine(entry, "time", new Set(["epoch"]))).toBe(" 1769864709.007 W/Tag     ( 1204): hello\n");
    expect(formatLine(entry, "time", new Set(["year", "zone"]))).toBe(
      "2026-01-31 13:05:09.007 +0000 W/Tag     ( 1204): hello\n",
    );
  });

  it("gives each line of a message its prefix", () => {
    expect(formatLine({ ...entry, message: "a\nb" }, "tag", none)).toBe("W/Tag     : a\nW/Tag     : b\n");
  });
});

describe("parseFilter", () => {
  const passes = (specs: string[], isSilent: boolean, tag: string, level: LogEntry["level"]) =>
    parseFilter(specs, isSilent)!({ ...entry, tag, level });

  it("needs each tag's own level, and the others' default", () => {
    expect(passes(["A:I", "*:S"], false, "A", "I")).toBe(true);
    expect(passes(["A:I", "*:S"], false, "A", "D")).toBe(false);
    expect(passes(["A:I", "*:S"], false, "B", "F")).toBe(false);
    expect(passes(["*:W"], false, "B", "I")).toBe(false);
    expect(passes(["A"], true, "A", "V")).toBe(true);
    expect(passes(["A"], true, "B", "E")).toBe(false);
    expect(passes([], false, "B", "V")).toBe(true);
  });

  it("refuses what is no filter", () => {
    expect(parseFilter(["A:X"], false)).toBeUndefined();
    expect(parseFilter([":I"], false)).toBeUndefined();
  });
});

describe("parseTime", () => {
  it("reads what logcat's -t and -T take", () => {
    expect(parseTime("2026-01-31 13:05:09.007")).toBe(entry.timeMs);
    expect(parseTime("1769864709.007")).toBe(entry.timeMs);
    expect(parseTime("yesterday")).toBeUndefined();
  });
});
