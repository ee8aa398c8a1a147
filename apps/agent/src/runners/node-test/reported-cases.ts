import { join } from "node:path";
import type { RunCaseTask } from "@udt/contract";
import type { Batch, JUnitCase } from "../runner.ts";

/** Of tests with one name and one suite around them, which one a key means: see `inside/names.mts`. */
const ordinalOf = ({ case_key }: RunCaseTask): number =>
  Math.max(1, ...Array.from(case_key.matchAll(/ \(#(\d+)\)(?= > |$)/g), ([, count]) => Number(count)));

/** What node:test's own files say of the cases of a batch. */
export function reportedCases(entries: readonly JUnitCase[], { cases, place }: Batch): Map<string, JUnitCase[]> {
  const fileOf = ({ file }: RunCaseTask) => join(place!.library, file);
  const placeOf = (file: string, names: readonly string[]) => `${file}\n${names.join(" > ")}`;
  // A file that is a case itself is told by its path.
  const byPlace = Map.groupBy(cases, (one) =>
    placeOf(fileOf(one), [one.case_key === one.file ? fileOf(one) : one.function]),
  );
  const seen = new Map<string, number>();
  const found = new Map<string, JUnitCase[]>();
  for (const entry of entries) {
    // Node escapes the quotes of an attribute twice.
    const names = [...entry.suites, entry.name].map((name) => name.replaceAll("&quot;", '"'));
    const file = entry.file || entry.name;
    // Tests within a test are told one by one, and are parts of that test.
    let count = names.length;
    while (count > 0 && !byPlace.has(placeOf(file, names.slice(0, count)))) count--;
    const here = placeOf(file, names.slice(0, count));
    const alike = byPlace.get(here) ?? [];
    if (count === names.length) seen.set(here, (seen.get(here) ?? 0) + 1);
    const own = alike.find((one) => ordinalOf(one) === seen.get(here)) ?? alike[0];
    // A suite that was left out as a whole is told as if it were one test: the cases in it are told by nothing else.
    const within = own ? [] : cases.filter((one) => fileOf(one) === file && isWithin(one, names));
    const [first, ...others] = own ? [own] : within;
    if (first) found.set(first.case_key, [...(found.get(first.case_key) ?? []), entry]);
    for (const { case_key } of others) found.set(case_key, found.get(case_key) ?? []);
  }
  return found;
}

const isWithin = (one: RunCaseTask, names: readonly string[]): boolean =>
  one.function.startsWith(`${names.join(" > ")} > `);
