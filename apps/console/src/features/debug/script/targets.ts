import { elementPaths, type Element, type ElementTree } from "@udt/contract";
import type { Point } from "../../../lib/screen/geometry.ts";
import { elementAt, inDisplay, pathTo } from "../inspect/element-tree.ts";
import { keyOf } from "../inspect/locators.ts";
import { rounded, type Action, type Target } from "./steps.ts";

/**
 * What names this element best: its id, its description, its text, its way in the tree.
 * @param secrets What no script is to say: an element that shows it is not named by it
 */
export function targetOf(tree: ElementTree, at: number, secrets: readonly string[] = []): Target | undefined {
  const element = tree.list[at];
  if (!element) return undefined;
  const found = keyOf(tree, element, (text) => text !== "" && !secrets.some((secret) => text.includes(secret)));
  const path = elementPaths(tree)[at];
  if (!found) return path === undefined ? undefined : { by: "xpath", value: path };
  const { key, instance, isAlone } = found;
  return { by: key.name, value: key.value, instance, ...(isAlone && { is_alone: true }) };
}

/** Its place in the tree's list; undefined when it is not on this screen. */
export function findTarget(tree: ElementTree, target: Target): number | undefined {
  if (target.by === "xpath") {
    const at = elementPaths(tree).indexOf(target.value);
    return at === -1 ? undefined : at;
  }
  const { by, value, instance } = target;
  return tree.list.flatMap((element, at) => (element[by] === value ? [at] : []))[instance];
}

/**
 * A tap as a script tells it. What has no words of its own is mostly a drawing in something that has, and that takes the
 * touch; the part of the element stays, because the middle of something large may be something else.
 */
export function tapOn(tree: ElementTree | undefined, part: Point, secrets: readonly string[] = []): Action {
  if (!tree) return { kind: "tap_at", at: rounded(part), reason: "unread" };
  const point = inDisplay(part, tree);
  const smallest = elementAt(tree, point);
  if (smallest === undefined) return { kind: "tap_at", at: rounded(part), reason: "no_element" };
  const at = namedAround(tree, smallest);
  const target = targetOf(tree, at, secrets);
  const bounds = tree.list[at]?.bounds;
  if (!target || !bounds) return { kind: "tap_at", at: rounded(part), reason: "no_element" };
  const { left, top, right, bottom } = bounds;
  const within = { x: (point.x - left + 0.5) / (right - left), y: (point.y - top + 0.5) / (bottom - top) };
  return { kind: "tap", target, within: rounded(within) };
}

/** A finger that stays for so long, told as a tap is. */
export function holdOn(
  tree: ElementTree | undefined,
  part: Point,
  ms: number,
  secrets: readonly string[] = [],
): Action {
  const tap = tapOn(tree, part, secrets);
  return tap.kind === "tap" ? { ...tap, kind: "hold", ms } : { kind: "press", at: rounded(part), ms };
}

/**
 * Whether what is typed now shows as dots, by the element that has the keyboard. Undefined where none says that it has it, or
 * only one around it, as a page in a web view.
 */
export function typesPassword(tree: ElementTree | undefined): boolean | undefined {
  const list = tree?.list ?? [];
  const focused = [...list.keys()].filter((at) => list[at]?.states.includes("focused"));
  if (focused.some((at) => list[at]?.states.includes("password"))) return true;
  const innermost = focused.at(-1);
  return innermost === undefined || list.some(({ parent }) => parent === innermost) ? undefined : false;
}

/** Whether a finger there touches what shows dots. */
export function isOnPassword(tree: ElementTree | undefined, part: Point): boolean {
  const at = tree && elementAt(tree, inDisplay(part, tree));
  return at !== undefined && tree?.list[at]?.states.includes("password") === true;
}

/** Where on the screen a part of an element is, as a part of the screen. */
export function placeWithin(tree: ElementTree, at: number, within: Point): Point | undefined {
  const bounds = tree.list[at]?.bounds;
  if (!bounds) return undefined;
  const { left, top, right, bottom } = bounds;
  return { x: (left + (right - left) * within.x) / tree.width, y: (top + (bottom - top) * within.y) / tree.height };
}

const hasWords = ({ resource_id, description, text }: Element): boolean =>
  resource_id !== "" || description !== "" || text !== "";

/** The element itself where it has words, else the nearest around it that is pressed. */
export function namedAround(tree: ElementTree, at: number): number {
  for (const each of pathTo(tree, at).toReversed()) {
    const element = tree.list[each];
    if (element && (element.states.includes("clickable") || (each === at && hasWords(element)))) return each;
  }
  return at;
}

/** Whether an app is where others are started from. No device tells; makers call theirs so. */
export const isHome = (package_name: string): boolean => /launcher|\.home$/i.test(package_name);

/** The app that the screen belongs to: the one of most elements, as the system's bars may be among them. */
export function appOf({ list }: ElementTree): string | undefined {
  const counts = new Map<string, number>();
  for (const { package_name } of list)
    if (package_name !== "") counts.set(package_name, (counts.get(package_name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
