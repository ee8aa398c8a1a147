import { expect, it } from "vitest";
import { compareVersions } from "./index.ts";

it("compares versions by their numbers", () => {
  expect(compareVersions("10", "9")).toBeGreaterThan(0);
  expect(compareVersions("0.9.3", "0.10.0")).toBeLessThan(0);
  expect(compareVersions("8.1.0", "8.1")).toBe(0);
});
