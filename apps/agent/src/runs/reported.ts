import { isDeepStrictEqual } from "node:util";
import { junitIdentity, LIMITS, type Framework, type JunitCase, type RunCaseResult } from "@udt/contract";
import type { Batch, JUnitEntry } from "../runners/runner.ts";

/**
 * What a framework's own files say of the cases that have ended, to be told after their ends. What anybody can tell of a
 * case that just passed is not told.
 */
export function reportedOf(
  framework: Framework,
  batch: Batch,
  byKey: ReadonlyMap<string, readonly JUnitEntry[]>,
  ended: ReadonlyMap<string, RunCaseResult>,
): RunCaseResult[] {
  const { place, cases } = batch;
  if (place === null) return [];
  // Where a library lies on this machine is nobody's business.
  const shown = (text: string) => text.replaceAll(`file://${place.library}/`, "").replaceAll(`${place.library}/`, "");
  return cases.flatMap((task) => {
    const [result, mine] = [ended.get(task.case_key), byKey.get(task.case_key)];
    if (!result || !mine) return [];
    // A failure that the files do not know of is told by the platform alone.
    if (result.state === "failed" && mine.length > 0 && !mine.some(({ outcome }) => outcome.state === "failed"))
      return [];
    const reported = mine.slice(0, LIMITS.case_reported_max).map(({ told }) => shownCase(told, shown));
    const { suites, classname, name } = junitIdentity(framework, task);
    const [only, second] = reported;
    const isPlain =
      only !== undefined &&
      second === undefined &&
      result.state === "success" &&
      result.cause === "none" &&
      only.children.length === 0 &&
      isDeepStrictEqual(only.suites, suites) &&
      only.attributes["classname"] === classname &&
      only.attributes["name"] === name;
    return isPlain ? [] : [{ ...result, detail: null, reported }];
  });
}

function shownCase({ suites, attributes, children }: JunitCase, shown: (text: string) => string): JunitCase {
  const all = (of: Record<string, string>) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, shown(value)]));
  return {
    suites,
    attributes: all(attributes),
    children: children.map((child) => ({ ...child, attributes: all(child.attributes), text: shown(child.text) })),
  };
}
