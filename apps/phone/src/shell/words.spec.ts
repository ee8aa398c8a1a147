import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteWord, splitSimpleCommand } from "./words.ts";

describe("splitSimpleCommand", () => {
  it.each([
    ["input tap 1 2", ["input", "tap", "1", "2"]],
    ["  a \t b  ", ["a", "b"]],
    ["settings put system k 'a b'", ["settings", "put", "system", "k", "a b"]],
    [`a "b 'c' d"e f\\ g ''`, ["a", "b 'c' de", "f g", ""]],
    [`"a \\"b\\" \\n"`, ['a "b" \\n']],
    ["", []],
  ])("splits %j", (line, words) => {
    expect(splitSimpleCommand(line)).toEqual({ assignments: {}, words });
  });

  it("takes assignments before the command only", () => {
    expect(splitSimpleCommand("CLASSPATH=/a.jar B='x y' app_process / C=1")).toEqual({
      assignments: { CLASSPATH: "/a.jar", B: "x y" },
      words: ["app_process", "/", "C=1"],
    });
  });

  it.each([
    "a | b",
    "a; b",
    "a && b",
    "a > b",
    "echo $x",
    'echo "$x"',
    "`a`",
    "ls *",
    "a\nb",
    "'open",
    "(a)",
    "a &",
    "a\\",
  ])("leaves %j to the full shell", (line) => {
    expect(splitSimpleCommand(line)).toBeUndefined();
  });

  it("reads back whatever quoteWord quotes", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (words) => {
        const line = ["command", ...words].map(quoteWord).join(" ");
        expect(splitSimpleCommand(line)?.words).toEqual(["command", ...words]);
      }),
    );
  });
});
