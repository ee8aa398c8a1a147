import type { Element, ElementTree } from "@udt/contract";
import { pathTo, shortId } from "../inspect/element-tree.ts";

/** How a follower's screen is another one than the leader's. */
export type Divergence =
  /** Another app is in front. */
  | { kind: "app"; leader: string; follower: string }
  | { kind: "turned" }
  /** Elements that only one of them has, by their names; how many there are of each, and the first. */
  | { kind: "elements"; missing: readonly string[]; extra: readonly string[] }
  /** Something that was done on the leader did not reach it. */
  | { kind: "missed" };

/** The app whose window covers most, the last of equals because it lies above. */
function frontApp({ list }: ElementTree): string {
  let found = "";
  let largest = -1;
  for (const { parent, bounds, package_name } of list) {
    if (parent !== null) continue;
    const area = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
    if (area < largest) continue;
    largest = area;
    found = package_name;
  }
  return found;
}

/** What an element is known by on every screen, however large: its id, and without one the words of what can be clicked. */
function nameOf(element: Element): string {
  if (element.resource_id !== "") return shortId(element);
  return element.states.includes("clickable") ? element.description || element.text : "";
}

/** The names on a screen: those that are always there, and those that come and go as it is scrolled. */
function namesOf(tree: ElementTree): { fixed: Set<string>; scrolled: Set<string> } {
  const fixed = new Set<string>();
  const scrolled = new Set<string>();
  for (const [at, element] of tree.list.entries()) {
    const name = nameOf(element);
    if (name === "") continue;
    const above = pathTo(tree, at).slice(0, -1);
    const scrolls = above.some((each) => tree.list[each]?.states.includes("scrollable"));
    (scrolls ? scrolled : fixed).add(name);
  }
  return { fixed, scrolled };
}

/**
 * How the follower's screen differs from the leader's; undefined when they agree. Of what scrolls a larger screen shows
 * more, so that there only having nothing at all in common counts.
 */
export function divergenceOf(leader: ElementTree, follower: ElementTree): Divergence | undefined {
  const [app, other] = [frontApp(leader), frontApp(follower)];
  if (app !== other) return { kind: "app", leader: app, follower: other };
  if (leader.width > leader.height !== follower.width > follower.height) return { kind: "turned" };
  const [ours, theirs] = [namesOf(leader), namesOf(follower)];
  // A screen that is small enough scrolls what a larger one shows whole.
  const missing = [...ours.fixed].filter((name) => !theirs.fixed.has(name) && !theirs.scrolled.has(name));
  const extra = [...theirs.fixed].filter((name) => !ours.fixed.has(name) && !ours.scrolled.has(name));
  const scrollsApart =
    ours.scrolled.size > 0 && theirs.scrolled.size > 0 && ![...ours.scrolled].some((name) => theirs.scrolled.has(name));
  if (missing.length === 0 && extra.length === 0 && !scrollsApart) return undefined;
  if (missing.length > 0 || extra.length > 0) return { kind: "elements", missing, extra };
  return { kind: "elements", missing: [...ours.scrolled], extra: [...theirs.scrolled] };
}

export const isSameDivergence = (a: Divergence | undefined, b: Divergence | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
