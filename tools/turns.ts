/**
 * All journeys together keep two cores busy for the better part of an hour. So `npm test` runs the ones that everything
 * else stands on, and of the others a third: three commits in a row run all of them, and one commit always the same.
 * `npm test -- --whole` runs all, and so does whoever names files or `--changed`.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const TURNS = 3;
/** Which turn vitest's configuration leaves others out for; all journeys run without it. */
export const TURN_OF_JOURNEYS = "UDT_JOURNEY_TURN";
const FOLDER = "e2e/src";
/** Under which of some thousand words the turns took about the same time. */
const SHUFFLED_BY = "512";

/** What a user does on the first day. */
const EVERY_TURN: ReadonlySet<string> = new Set([
  "automation.spec.ts",
  "debug-page.spec.ts",
  "main-journey.spec.ts",
  "sign-in.spec.ts",
]);

/** @returns The turn of the commit that is checked out, counted from the first one; undefined where there is no history. */
export function turnOf(root: string): number | undefined {
  const { status, stdout } = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" });
  return status === 0 ? Number(stdout) % TURNS : undefined;
}

/** A journey keeps its turn when others come and go; else one could miss all three. */
const turnOfJourney = (name: string): number =>
  (createHash("sha256").update(`${SHUFFLED_BY} ${name}`).digest()[0] ?? 0) % TURNS;

/** @returns The journeys of other turns, as paths below the root. */
export function leftOut(root: string, turn: number): string[] {
  const others = readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith(".spec.ts") && !EVERY_TURN.has(name))
    .toSorted();
  return others.filter((name) => turnOfJourney(name) !== turn).map((name) => `${FOLDER}/${name}`);
}
