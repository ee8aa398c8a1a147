import { expect, it } from "vitest";
import { cut, cutStack, partsOf } from "./sample-report.ts";

const none = { list: [], left_out: 0 };

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

it("tells what was kept before leaks and Java's heap were read", () => {
  const parts = { regions: none, zones: none, malloc: null, vm: null };
  const row = { name: "Image", type: "Swift", image: "Shop", bytes: 9, count: 1 };
  const kept = { ...parts, classes: { list: [row], left_out: 0 } };
  const now = { ...parts, leaks: null, java: null, classes: { list: [{ ...row, retained: null }], left_out: 0 } };
  expect(partsOf(kept)).toEqual(now);
});
