import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkTables } from "./check-tables.ts";

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const SCHEMA = "apps/server/src/platform/database/x.schema.ts";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "udt-tables-"));
  write(
    "tools/layers.json",
    JSON.stringify({ "apps/server/src": { people: [], assets: ["people"], kinds: ["people", "assets"] } }),
  );
  write("tools/tables.json", JSON.stringify({ people: ["users"], assets: ["apps"], "kinds/job": ["jobs"] }));
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  write(
    SCHEMA,
    'const users = pgTable("users", {});\nconst jobs = pgTable(\n  "all_jobs", {});\nconst apps = pgTable("apps", {});',
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("lets a layer name its own tables and those below it", () => {
  write(
    "apps/server/src/assets/a/a.repository.ts",
    'import { apps } from "../../platform/database/x.schema.ts";\nconst q = `select 1 from users join apps on true`;',
  );
  write("apps/server/src/kinds/job/a.ts", "const q = `update all_jobs set a = 1`; // and apps\n");
  write("apps/server/src/compose/a.ts", 'import { jobs } from "../platform/database/x.schema.ts";');
  write("apps/server/src/people/a/a.spec.ts", 'import { jobs } from "../../platform/database/x.schema.ts";');
  // No SQL: a comment, and what people read.
  write("apps/server/src/people/a/b.ts", '/** Comes from apps. */\nconst help = "Messages from jobs";');
  expect(checkTables(root)).toEqual([]);
});

it("finds who names another's table, by its schema or in SQL", () => {
  const schema = 'from "../../platform/database/x.schema.ts";';
  write("apps/server/src/people/a/a.ts", 'const q = `select count(*) from apps where apps.x = "users"."x"`;');
  write("apps/server/src/assets/a/a.ts", `import { users } ${schema}\nimport {\n  jobs as work,\n} ${schema}`);
  write("apps/server/src/kinds/debug/a.ts", "const q = `select 1 from users join all_jobs on true`;");
  expect(checkTables(root).toSorted()).toEqual([
    "apps/server/src/assets/a/a.ts: table jobs is of kinds/job",
    "apps/server/src/kinds/debug/a.ts: table jobs is of kinds/job",
    "apps/server/src/people/a/a.ts: table apps is of assets",
  ]);
});

it("finds a table that belongs to nobody", () => {
  write(SCHEMA, 'const strays = pgTable("strays", {});');
  expect(checkTables(root)).toEqual(["strays: belongs to nobody in the table of tables"]);
});
