import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { slowTests } from "./slow-tests.ts";

it("names files that took longer than they may, the slowest first, and budgets of files that are gone", () => {
  const root = mkdtempSync(join(tmpdir(), "udt-slow-"));
  try {
    for (const folder of ["apps", "tools"]) mkdirSync(join(root, folder));
    for (const file of ["a", "b"]) writeFileSync(join(root, "apps", `${file}.spec.ts`), "");
    const budgets = { "apps/a.spec.ts": 40, "apps/b.spec.ts": 20, "apps/gone.spec.ts": 30 };
    writeFileSync(join(root, "tools", "slow-tests.json"), JSON.stringify(budgets));
    const took = (file: string, seconds: number) => ({
      name: join(root, file),
      startTime: 1_000,
      endTime: 1_000 + seconds * 1000,
    });
    const testResults = [
      took("apps/a.spec.ts", 40),
      took("apps/b.spec.ts", 21),
      took("apps/c.spec.ts", 15),
      took("apps/d.spec.ts", 90),
    ];
    expect(slowTests(root, { testResults })).toEqual([
      "apps/d.spec.ts: 90 s, and has no budget",
      "apps/b.spec.ts: 21 s, its budget is 20 s",
      "apps/gone.spec.ts: has a budget and is gone",
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
