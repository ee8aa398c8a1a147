import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkImports } from "./check-imports.ts";

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "udt-imports-"));
  for (const place of ["packages/base", "apps/agent", "apps/server", "apps/console"])
    write(`${place}/package.json`, "{}");
  for (const place of ["bench", "e2e", "tools"]) mkdirSync(join(root, place));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("passes what the table allows and lets specs import anything", () => {
  write("apps/server/src/a.ts", 'import { ok } from "@udt/base";\nimport "./b.ts";');
  write("apps/server/src/a.spec.ts", 'import "@udt/phone";');
  expect(checkImports(root)).toEqual([]);
});

it("finds a type import against the table, a folder not listed, and an escape from the workspace", () => {
  write("apps/server/src/a.ts", 'import type { X } from "@udt/agent";\nexport * from "../../console/src/x.ts";');
  write("packages/extra/package.json", "{}");
  expect(checkImports(root)).toEqual([
    "packages/extra: not in the import table",
    "apps/server/src/a.ts: may not import @udt/agent",
    "apps/server/src/a.ts: reaches outside its workspace: ../../console/src/x.ts",
  ]);
});

it("keeps features apart and modules behind their service", () => {
  write("apps/console/src/features/a/x.tsx", 'import "../b/y.tsx";');
  write("apps/server/src/core/a/a.service.ts", 'import "../b/b.service.ts";\nimport "../b/b.repository.ts";');
  expect(checkImports(root)).toEqual([
    "apps/console/src/features/a/x.tsx: a feature may not import feature b",
    "apps/server/src/core/a/a.service.ts: reaches module b past its service: apps/server/src/core/b/b.repository.ts",
  ]);
});

it("keeps the whole API out of the console's pages", () => {
  write("apps/console/src/a.ts", 'import { LIMITS, ENDPOINTS as all } from "@udt/contract";');
  write("apps/console/src/b.ts", 'import * as contract from "@udt/contract";\ncontract.openapiDocument("1");');
  write("apps/console/src/c.ts", 'import { userEndpoints } from "@udt/contract/endpoints/users";');
  write("apps/console/src/a.spec.ts", 'import { ENDPOINTS } from "@udt/contract";');
  write("apps/server/src/a.ts", 'import { ENDPOINTS } from "@udt/contract";');
  const advice = "brings the whole API to the page: import the group from @udt/contract/endpoints";
  expect(checkImports(root)).toEqual([
    `apps/console/src/a.ts: ENDPOINTS ${advice}`,
    `apps/console/src/b.ts: openapiDocument ${advice}`,
  ]);
});

it("keeps an agent's kinds apart", () => {
  write("apps/agent/src/kinds/x/x.ts", 'import "../../sessions/a.ts";\nimport "../y/y.ts";');
  write("apps/agent/src/kinds/kinds.ts", 'import "./x/x.ts";');
  expect(checkImports(root)).toEqual(["apps/agent/src/kinds/x/x.ts: kind x may not know kind y"]);
});

it("keeps the layers of the agent in their order", () => {
  write("apps/agent/src/screen/a.ts", 'import "../runners/b.ts";\nimport "../logger.ts";');
  write("apps/agent/src/runners/b.ts", 'import "../screen/a.ts";');
  write("apps/agent/src/elsewhere/c.ts", 'import "../screen/a.ts";');
  expect(checkImports(root)).toEqual([
    "apps/agent/src/elsewhere/c.ts: layer elsewhere is not in the table of layers",
    "apps/agent/src/screen/a.ts: screen may not import runners: apps/agent/src/runners/b.ts",
  ]);
});

it("keeps the layers of the server in their order, and what composes it above them", () => {
  write("apps/server/src/people/a/a.service.ts", 'import "../../core/b/b.service.ts";\nimport "../../compose.ts";');
  write("apps/server/src/core/b/b.service.ts", 'import "../../people/a/a.service.ts";');
  write("apps/server/src/kinds/x/x.service.ts", 'import "./z/z.repository.ts";');
  write("apps/server/src/kinds/w/w.service.ts", 'import "../x/x.service.ts";');
  write("apps/server/src/kinds/kinds.ts", 'import "./x/x.service.ts";');
  write("apps/server/src/elsewhere/c.ts", 'import "../core/b/b.service.ts";');
  expect(checkImports(root)).toEqual([
    "apps/server/src/elsewhere/c.ts: layer elsewhere is not in the table of layers",
    "apps/server/src/kinds/w/w.service.ts: kind w may not know kind x",
    "apps/server/src/kinds/x/x.service.ts: reaches module x/z past its service: apps/server/src/kinds/x/z/z.repository.ts",
    "apps/server/src/people/a/a.service.ts: people may not import core: apps/server/src/core/b/b.service.ts",
    "apps/server/src/people/a/a.service.ts: reaches up to what composes the server: apps/server/src/compose.ts",
  ]);
});
