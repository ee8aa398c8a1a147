/**
 * Where the suite's time goes: files of tests that take long, each with what it may take on a quiet machine with two cores
 * (`slow-tests.json`, in seconds). Told after each whole run, and no failure: a busy machine is late, not wrong.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What takes longer has a budget of its own. */
const SLOW_S = 15;

/** What vitest's JSON report says of each file. */
export interface FileTimes {
  testResults: readonly { name: string; startTime: number; endTime: number }[];
}

/** @returns A sentence for each file that took longer than it may, and for each budget that no file has. */
export function slowTests(root: string, { testResults }: FileTimes): string[] {
  const budgets = new Map(
    Object.entries(JSON.parse(readFileSync(join(root, "tools", "slow-tests.json"), "utf8")) as Record<string, number>),
  );
  const took = testResults
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name).split(sep).join("/"),
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
  return [
    ...took.flatMap(({ file, seconds }) => {
      const budget = budgets.get(file);
      return seconds > (budget ?? SLOW_S)
        ? [`${file}: ${seconds} s, ${budget === undefined ? "and has no budget" : `its budget is ${budget} s`}`]
        : [];
    }),
    ...[...budgets.keys()]
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${file}: has a budget and is gone`),
  ];
}
