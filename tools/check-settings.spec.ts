/** Every variable that a role reads has its row in docs/operations.md. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;
const SOURCES = globSync(["apps/server/src/platform/settings*.ts", "apps/agent/src/settings.ts", "apps/cli/src/*.ts"], {
  cwd: ROOT,
}).filter((file) => !file.endsWith(".spec.ts"));

/** A key of the server's table of variables, or a variable that is read by its name. */
const variablesOf = (source: string): string[] =>
  [...source.matchAll(/^\s*(UDT_[A-Z_]+):|env\["(UDT_[A-Z_]+)"\]/gm)].map(([, key, read]) => key ?? read!);

it("hands an agent each setting that it reads", () => {
  const read = variablesOf(readFileSync(`${ROOT}apps/agent/src/settings.ts`, "utf8"));
  expect(read.length).toBeGreaterThan(5);
  const handed = new Set<string>(readFileSync(`${ROOT}apps/cli/src/role-env.ts`, "utf8").match(/UDT_[A-Z_]+/g));
  expect(read.filter((name) => !handed.has(name))).toEqual([]);
});

it("names each setting in a table of the operations guide", () => {
  const variables = new Set(SOURCES.flatMap((file) => variablesOf(readFileSync(ROOT + file, "utf8"))));
  expect(variables.size).toBeGreaterThan(60);
  const rows = readFileSync(`${ROOT}docs/operations.md`, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    // What stands in a row's first column; elsewhere they are only spoken of.
    .map((line) => line.split("|")[1]!);
  const told = new Set(rows.flatMap((row) => row.match(/UDT_[A-Z_]+/g) ?? []));
  expect([...variables].filter((name) => !told.has(name))).toEqual([]);
});
