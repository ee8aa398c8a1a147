import { expectLinear } from "@udt/testkit/work";
import { describe, expect, it } from "vitest";
import { lineAt, parseLog, readLog } from "./log-data.ts";

const BEGIN = 1_767_225_600_000;
const line = (ms: number, text: string) => `${((BEGIN + ms) / 1000).toFixed(3)} 1234 5678 I Shop: ${text}\n`;

describe("a recorded log", () => {
  it("is read line by line", () => {
    expect(parseLog(line(123, "a: b") + line(456, ""))).toEqual([
      { time: BEGIN + 123, level: "I", tag: "Shop", message: "a: b" },
      { time: BEGIN + 456, level: "I", tag: "Shop", message: "" },
    ]);
  });

  it("has no half lines", () => {
    expect(parseLog(`56 I Shop: cut\n${line(5, "whole")}1767225600.1`).map(({ message }) => message)).toEqual([
      "whole",
    ]);
    expect(parseLog("")).toEqual([]);
  });

  it("gives a part of a long one without reading all of it", async () => {
    const text = Array.from({ length: 200_000 }, (_, index) => line(index * 10, `line ${index}`)).join("");
    const bytes = Buffer.from(text);
    let asked = 0;
    const read = async (start: number, end: number) => {
      asked += end - start;
      return bytes.subarray(start, end).toString();
    };
    const lines = await readLog(read, bytes.length, BEGIN + 1_000_000, BEGIN + 1_000_100);
    expect(lines.map(({ message }) => message)).toEqual(
      Array.from({ length: 11 }, (_, index) => `line ${100_000 + index}`),
    );
    expect(asked).toBeLessThan(bytes.length / 4);
    expect(await readLog(read, bytes.length, BEGIN - 5_000, BEGIN - 1)).toEqual([]);
    expect((await readLog(read, bytes.length, BEGIN + 1_999_990, BEGIN + 9_999_999)).length).toBe(1);
    expect(await readLog(async () => "", 0, 0, Infinity)).toEqual([]);
  });

  it("reads a line of colons in time", () => {
    expectLinear((size) => parseLog(`0.000 0 0 I ${":".repeat(size)}\u2028`));
  });

  it("says which line was the last at a time", () => {
    const lines = parseLog(line(0, "a") + line(10, "b") + line(10, "c") + line(20, "d"));
    expect([-1, 0, 9, 10, 19, 20, 99].map((ms) => lineAt(lines, BEGIN + ms))).toEqual([-1, 0, 0, 2, 2, 3, 3]);
  });
});
