/** What the hardening page tells people to set is there, and its links lead to sections that are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { HEALTH_ADVICE } from "@udt/contract";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const page = read("docs/hardening.md");
const guide = read("docs/operations.md");

it("names settings that the operations guide has in a table", () => {
  const named = new Set(page.match(/UDT_[A-Z_]+/g));
  expect(named.size).toBeGreaterThan(6);
  for (const name of named) expect(guide).toMatch(new RegExp(`^\\|[^|]*\`${name}\``, "m"));
  const runtime = read("packages/contract/src/runtime-settings.ts");
  const settings = [...page.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name!);
  expect(settings.length).toBeGreaterThan(4);
  for (const name of settings) expect(runtime).toContain(`  ${name}: `);
});

it("has all that the console's health page advises, and how to bound what programs act by", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  const done = rows.map((row) => row.split("|")[2]!);
  for (const name of HEALTH_ADVICE)
    expect(
      done.some((by) => by.includes(`\`${name}\` on`)),
      name,
    ).toBe(true);
  expect(done.some((by) => by.includes("operations.md#programs"))).toBe(true);
});

it("leads to sections that are there", () => {
  const headings = [...guide.matchAll(/^## (.+)$/gm)].map(([, words]) =>
    words!
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, "")
      .replaceAll(" ", "-"),
  );
  const anchors = [...page.matchAll(/operations\.md#([a-z-]+)/g)].map(([, anchor]) => anchor!);
  expect(anchors.length).toBeGreaterThan(4);
  for (const anchor of anchors) expect(headings).toContain(anchor);
});
