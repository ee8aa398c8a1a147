import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OPERATIONS_SECTIONS, sectionOf, wrongSetting } from "./operations-page.ts";
import { signInVariables, webVariables } from "./settings-web.ts";

const PAGE = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");

it("sends operators to sections that there are", () => {
  const headings = PAGE.split("\n").filter((line) => line.startsWith("## "));
  for (const section of OPERATIONS_SECTIONS) expect(headings).toContain(`## ${section}`);
});

it("sends who has set something wrong to the table that has it", () => {
  const names = ["UDT_PORT", "UDT_BLOB_URL", ...Object.keys(webVariables), ...Object.keys(signInVariables)];
  for (const name of names) {
    const [, rest] = PAGE.split(`\n## ${sectionOf(name)}\n`);
    const rows = rest!
      .split("\n## ")[0]!
      .split("\n")
      .map((line) => (line.startsWith("|") ? line.split("|")[1]! : ""));
    expect(
      rows.some((row) => row.includes(`\`${name}\``)),
      name,
    ).toBe(true);
  }
  expect(wrongSetting("UDT_PORT must be a whole number.")).toBe(
    'UDT_PORT must be a whole number. See "Settings" in docs/operations.md.',
  );
});
