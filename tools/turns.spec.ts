import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leftOut, TURNS, turnOf } from "./turns.ts";

const root = join(import.meta.dirname, "..");
const turns = Array.from({ length: TURNS }, (_, turn) => turn);

it("gives each journey its turn, and the first day's to all of them", () => {
  const journeys = readdirSync(join(root, "e2e/src")).filter((name) => name.endsWith(".spec.ts"));
  const left = turns.map((turn) => new Set(leftOut(root, turn)));
  const runs = (name: string) => left.filter((paths) => !paths.has(`e2e/src/${name}`)).length;
  const always = journeys.filter((name) => runs(name) === TURNS);
  expect(always).toEqual(expect.arrayContaining(["main-journey.spec.ts", "debug-page.spec.ts"]));
  expect(always.length).toBeLessThan(6);
  expect(journeys.filter((name) => !always.includes(name)).map(runs)).toEqual(
    journeys.slice(always.length).map(() => 1),
  );
  for (const path of left.flatMap((paths) => [...paths])) expect(existsSync(join(root, path)), path).toBe(true);
});

it("counts the turn from the history, and has none without one", () => {
  expect(turns).toContain(turnOf(root) ?? 0);
  const folder = mkdtempSync(join(tmpdir(), "udt-turns-"));
  try {
    mkdirSync(join(folder, "e2e/src"), { recursive: true });
    for (const name of ["a.spec.ts", "b.spec.ts", "c.spec.ts", "look.ts", "main-journey.spec.ts"])
      writeFileSync(join(folder, "e2e/src", name), "");
    expect(turnOf(folder)).toBeUndefined();
    expect(leftOut(folder, 1)).toEqual(["e2e/src/a.spec.ts", "e2e/src/c.spec.ts"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
