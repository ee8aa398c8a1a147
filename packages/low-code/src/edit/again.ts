/** Things of a file found again in what it has become meanwhile: by what they are called, for their places may be others. */
import type { Path } from "../fault.ts";
import { indexOf, listOf, type Place, same, within } from "./change.ts";
import { allSteps, type Outline, type OutlineSection, type OutlineStep } from "./outline.ts";

/** Where something is now; undefined: nowhere any more, or nobody can say where. @param path in a file as it was before */
export function pathAgain(before: Outline, path: Path, now: Outline): Path | undefined {
  if (before === now) return path;
  const section = before.sections.find((each) => within(path, each.path));
  const there = section && sectionAgain(before, section, now);
  if (!section || !there) return undefined;
  const steps = allSteps(section.steps);
  // The last of those around it is the innermost.
  const step = steps.findLast((each) => within(path, each.path));
  if (!step) return [...there.path, ...path.slice(section.path.length)];
  const there_now = stepAgain(steps, step, allSteps(there.steps));
  return there_now && [...there_now.path, ...path.slice(step.path.length)];
}

/** All of them; undefined where one is nowhere any more. */
export function pathsAgain(before: Outline, paths: readonly Path[], now: Outline): Path[] | undefined {
  const found = paths.flatMap((path) => {
    const again = pathAgain(before, path, now);
    return again ? [again] : [];
  });
  return found.length === paths.length ? found : undefined;
}

/** A place between the same steps: before the one that it was before, or else behind the one that it was behind. */
export function placeAgain(before: Outline, { list, at }: Place, now: Outline): Place | undefined {
  const steps = before.sections.flatMap((section) => allSteps(section.steps));
  const again = (index: number): Path | undefined => {
    const path = [...list, index];
    return steps.some((step) => same(step.path, path)) ? pathAgain(before, path, now) : undefined;
  };
  const next = again(at);
  if (next) return { list: listOf(next), at: indexOf(next) };
  const last = again(at - 1);
  if (last) return { list: listOf(last), at: indexOf(last) + 1 };
  const there = pathAgain(before, list, now);
  return there && { list: there, at: 0 };
}

function sectionAgain(before: Outline, section: OutlineSection, now: Outline): OutlineSection | undefined {
  const alike = (outline: Outline, { kind, name }: OutlineSection) =>
    outline.sections.filter((each) => each.kind === kind && each.name === name);
  const found = alike(now, section);
  if (found.length > 0) return found[alike(before, section).indexOf(section)];
  // One of another name in its place that says all else the same, and was not there before, is the same one renamed.
  const [{ name: _, ...says }, at] = [section.says, now.sections.find(({ path }) => same(path, section.path))];
  if (!at || alike(before, at).length > 0) return undefined;
  const { name: __, ...said } = at.says;
  return same(says, said) ? at : undefined;
}

function stepAgain(
  before: readonly OutlineStep[],
  step: OutlineStep,
  now: readonly OutlineStep[],
): OutlineStep | undefined {
  const { id, ...says } = step.step;
  const alike = (steps: readonly OutlineStep[], as: unknown) => steps.filter((each) => each.step["id"] === as);
  const found = alike(now, id);
  if (found.length > 0) return found[alike(before, id).indexOf(step)];
  const at = now.find(({ path }) => same(path, step.path));
  if (!at) return undefined;
  const { id: other, ...said } = at.step;
  return alike(before, other).length === 0 && same(says, said) ? at : undefined;
}
