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

const inFolder = (look: (folder: string, journeys: (...names: string[]) => void) => void) => {
  const folder = mkdtempSync(join(tmpdir(), "udt-turns-"));
  mkdirSync(join(folder, "e2e/src"), { recursive: true });
  try {
    look(folder, (...names) => {
      for (const name of names) writeFileSync(join(folder, "e2e/src", name), "");
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

it("shares the journeys out evenly", () => {
  const left = turns.map((turn) => leftOut(root, turn).length);
  expect(Math.max(...left) - Math.min(...left)).toBeLessThan(Math.min(...left) / 3);
});

it("lets a journey keep its turn when others come", () => {
  inFolder((folder, journeys) => {
    journeys("b.spec.ts", "d.spec.ts", "look.ts", "main-journey.spec.ts");
    const turnsOf = (name: string) => turns.filter((turn) => !leftOut(folder, turn).includes(`e2e/src/${name}`));
    const before = ["b.spec.ts", "d.spec.ts"].map(turnsOf);
    expect(turnsOf("main-journey.spec.ts")).toEqual(turns);
    journeys("a.spec.ts", "c.spec.ts");
    expect(["b.spec.ts", "d.spec.ts"].map(turnsOf)).toEqual(before);
    expect(before.map(({ length }) => length)).toEqual([1, 1]);
  });
});

it("counts the turn from the history, and has none without one", () => {
  expect(turns).toContain(turnOf(root) ?? 0);
  inFolder((folder) => expect(turnOf(folder)).toBeUndefined());
});
