import { expect, it } from "vitest";
import { noteLine, saidText, say, withNotesTold } from "../index.ts";
import { WORDS_ZH } from "./zh.ts";

const at = new Date("2026-01-31T12:00:00.000Z");
const inChinese = (log: string) => withNotesTold(log, (said) => saidText(said, WORDS_ZH));

it("says a note in English for who reads the file as it is, and in the reader's language", () => {
  const line = noteLine(at, say("app_started", { package_name: "a {b} #udt {}" }, "raw\nwords"));
  expect(line).toMatch(/^\[2026-01-31T12:00:00\.000Z\] a \{b\} #udt \{\} was started: words #udt \{/);
  expect(line).not.toContain("\n");
  expect(inChinese(line)).toBe("[2026-01-31T12:00:00.000Z] 已启动 a {b} #udt {}");
  const log = `first\n${noteLine(at, say("phase_run"))}\nlast`;
  expect(inChinese(log)).toBe("first\n[2026-01-31T12:00:00.000Z] 正在执行用例\nlast");
});

it("leaves what scripts printed as it is, also where it looks like a note", () => {
  const note = noteLine(at, say("phase_run"));
  const printed = [
    "",
    " #udt {}",
    "[x] #udt {",
    `[x] #udt null\r`,
    note.replace("cases are run", "cases were run"),
    note.replace("phase_run", "phase_none"),
    note.replace("phase_run", "constructor"),
    ` ${note}`,
    `${note}\r`,
    note.replace('"args":{}', '"args":null'),
    note.replace('"args":{}', '"args":{"a":{"toString":1}}'),
    note.replace("phase_run", "environment_no_program").replace('"args":{}', '"args":{"program":{"toString":1}}'),
    note.replace('"args":{}', `"args":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
    note.replace("2026-01-31", "2026-99-99"),
    "🙂\u2028\0",
  ].join("\n");
  expect(inChinese(printed)).toBe(printed);
});

it.each(["[ #udt {", "[".repeat(100), " #udt "])(
  "takes a log of nothing but %j for what it is, and not long",
  (piece) => {
    const log = `${piece}\n`.repeat((8 * 1024 ** 2) / piece.length);
    const started = performance.now();
    expect(inChinese(log) === log).toBe(true);
    expect(performance.now() - started).toBeLessThan(4_000);
  },
);
