import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LogcatParser, parseLine, ResumePoint } from "./logcat.ts";

const line = (time: string, rest: string) => `         ${time}  1234  5678 ${rest}`;

test("a line of logcat -v threadtime -v epoch", () => {
  expect(parseLine(line("1767225600.123", "I ActivityManager: Start proc 4300:dev.udt.notes/u0a1"))).toEqual({
    time: 1_767_225_600_123,
    level: "I",
    tag: "ActivityManager",
    pid: 1234,
    tid: 5678,
    message: "Start proc 4300:dev.udt.notes/u0a1",
  });
});

test("tags with blanks and padding, empty messages, assert as fatal, a user id column", () => {
  expect(parseLine(line("1.001", "W my tag  : a: b"))).toMatchObject({ tag: "my tag", message: "a: b" });
  expect(parseLine(line("1.001", "D Tag     : "))).toMatchObject({ tag: "Tag", message: "" });
  expect(parseLine(line("1.001", "A DEBUG   : backtrace"))).toMatchObject({ level: "F" });
  expect(parseLine("1767225600.123 u0_a12  1234  5678 E Tag: x")).toMatchObject({ pid: 1234, tid: 5678, level: "E" });
});

test("a message with separators of lines that are none of logcat's is whole", () => {
  for (const message of ["a\u2028b", "a\u2029b", "a\rb", "a\u0085b"])
    expect(parseLine(line("1.001", `I t: ${message}`)), JSON.stringify(message)).toMatchObject({ message });
});

test("what is no log line is left out", () => {
  // A tag may hold a line feed, and so whatever looks like a line.
  const pid = "1795955600.123  99999999999999999999  5678 I Tag     : hello";
  const time = `${"9".repeat(330)}.123  1234  5678 I Tag     : hello`;
  for (const text of ["--------- beginning of main", "", "garbage", "1234", pid, time])
    expect(parseLine(text), text).toBeUndefined();
});

test("lines survive any cut of the bytes, characters of several bytes included", () => {
  const text = [
    "--------- beginning of main",
    line("5.001", "I t: héllo 你好 🎉"),
    line("5.002", "E t: second"),
    "",
  ].join("\n");
  const bytes = new TextEncoder().encode(text);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (sizes) => {
      const parser = new LogcatParser();
      const messages: string[] = [];
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        messages.push(...parser.push(bytes.subarray(at, at + size)).map((entry) => entry.message));
        at += size;
      }
      expect(messages).toEqual(["héllo 你好 🎉", "second"]);
    }),
  );
});

test("what the agent's own scrcpy server writes is not the device's to tell", () => {
  const text = `${line("1.000", "I scrcpy  : Video capture reset")}\n${line("1.001", "I scrcpyish: mine")}\n`;
  const tags = new LogcatParser().push(new TextEncoder().encode(text)).map(({ tag }) => tag);
  expect(tags).toEqual(["scrcpyish"]);
});

test("after a break nothing is told twice and nothing is left out", () => {
  const entry = (time: number, message: string) => ({ ...parseLine(line("1.000", "I t: x"))!, time, message });
  const point = new ResumePoint();
  point.resume();
  const before = [entry(10, "a"), entry(20, "b"), entry(20, "c")];
  expect(point.accept(before)).toEqual(before);
  expect(point.since).toBe("0.020");
  point.resume();
  const again = [entry(20, "b"), entry(20, "c"), entry(20, "d"), entry(30, "e")];
  expect(point.accept(again).map(({ message }) => message)).toEqual(["d", "e"]);
});
