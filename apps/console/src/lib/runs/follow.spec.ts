import { expect, it } from "vitest";
import { whileTesting } from "./follow.ts";

const listOf = (...executions: string[]) => ({
  state: { data: { list: executions.map((execution) => ({ execution })) } },
});

it("reads a list again while one of its runs goes on", () => {
  expect(whileTesting(listOf("finished", "testing"))).toBe(3_000);
  expect(whileTesting(listOf("finished", "waiting"))).toBe(false);
  expect(whileTesting({ state: { data: undefined } })).toBe(false);
});
