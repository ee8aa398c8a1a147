import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OPERATIONS_SECTIONS } from "./operations-page.ts";

it("sends operators to sections that there are", () => {
  const page = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const headings = page.split("\n").filter((line) => line.startsWith("## "));
  for (const section of OPERATIONS_SECTIONS) expect(headings).toContain(`## ${section}`);
});
