import { expect, it } from "vitest";
import { cut, cutStack } from "./sample-report.ts";

it("tells the innermost calls of a stack, and no more of them than have room together", () => {
  const calls = Array.from({ length: 100 }, (_, index) => `call ${index}`);
  expect(cutStack(calls)).toEqual(calls.slice(-64));
  const long = calls.map((call) => call.padEnd(10_000, "\u0001"));
  const told = cutStack(long);
  expect(told.join("").length).toBeLessThanOrEqual(4_000);
  expect(told.at(-1)).toBe(`${long.at(-1)?.slice(0, 500)}…`);
  expect(told.length).toBeGreaterThan(4);
});

it("tells of names what a database keeps", () => {
  expect(cut(`${"x".repeat(499)}😀`)).toBe(`${"x".repeat(499)}\uFFFD…`);
  expect(cut("a\0b")).toBe("a\uFFFDb");
});
