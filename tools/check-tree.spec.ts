import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { checkTree } from "./check-tree.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function faultsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "udt-tree-"));
  roots.push(root);
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkTree(root);
}

it("keeps the names of kinds out of the core of server and agent", () => {
  expect(
    faultsOf({
      "apps/server/src/core/sessions/a.ts": 'export const is = (kind: string) => kind === "job";',
      "apps/agent/src/sessions/b.ts": 'log("debug", "the level of a line is no kind");\nexport const KIND = "debug";',
      "apps/server/src/kinds/job/c.ts": 'export const KIND = "job";',
      "apps/server/src/core/sessions/a.spec.ts": 'export const KIND = "job";',
    }).toSorted(),
  ).toEqual([
    'apps/agent/src/sessions/b.ts: the core names a kind of test: "debug"',
    'apps/server/src/core/sessions/a.ts: the core names a kind of test: "job"',
  ]);
});

it("finds what is too long, a table or a dialog of a page's own and a link to nothing", () => {
  expect(
    faultsOf({
      "apps/one/a.ts": "\n".repeat(500),
      "apps/console/src/features/x/page.tsx": "<table />",
      "apps/console/src/lib/list/table.tsx": "<table />",
      "apps/console/src/features/x/dialog.tsx": "<Modal open />",
      "apps/console/src/lib/form/dialog.tsx": "<Modal open />",
      "README.md": "[there](docs/there.md) [here](README.md)",
    }).toSorted(),
  ).toEqual([
    "README.md: link to docs/there.md, which does not exist",
    "apps/console/src/features/x/dialog.tsx: a dialog of its own, not the one of lib/form",
    "apps/console/src/features/x/page.tsx: a table of its own, not one of lib/list",
    "apps/one/a.ts: 501 lines, at most 500",
  ]);
});
