import type { Element, ElementTree } from "@udt/contract";
import type { Point } from "../../../lib/screen/geometry.ts";
import { elementAt, inDisplay, pathTo } from "../inspect/element-tree.ts";

/** Why a tap could not be repeated by its element. */
export type NoElement =
  /** The leader's elements were not read yet as they were when it was tapped. */
  | "leader_unread"
  /** The follower's were not. */
  | "unread"
  /** Nothing is there that has a name of its own. */
  | "nameless"
  /** No element of the follower has it. */
  | "none"
  /** Several have it. */
  | "many";

/** Where a tap goes on the follower, as shares of its picture. */
export type Match = { at: Point } | { no: NoElement };

/** Ways of naming an element, the surest first. What a list repeats in each row is told apart by its text. */
const WORDS = [
  ["resource_id"],
  ["description"],
  ["text"],
  ["resource_id", "description"],
  ["resource_id", "text"],
] as const satisfies readonly (readonly (keyof Element)[])[];
type Words = (typeof WORDS)[number];

/** Classes of which it matters where they are touched. */
const ALONG = /(SeekBar|RatingBar|Slider)$/;

const isNamed = (element: Element, words: Words) => words.every((word) => element[word] !== "");
const sameAs = (tree: ElementTree, element: Element, words: Words) =>
  tree.list.filter((other) => words.every((word) => other[word] === element[word]));

/** What is meant by a finger there, and what may stand for it: itself, what it is in up to what can be clicked, and what that holds. */
function meantBy(tree: ElementTree, at: number): Element[] {
  const path = pathTo(tree, at).toReversed();
  const clickable = path.findIndex((each) => tree.list[each]?.states.includes("clickable"));
  // What is no button and holds others is no place of its own: its middle may be anything.
  if (clickable === -1) return tree.list.some(({ parent }) => parent === at) ? [] : elements(tree, [at]);
  const target = path[clickable];
  const within = tree.list.flatMap((_, each) =>
    each !== target && pathTo(tree, each).includes(target ?? -1) ? [each] : [],
  );
  return elements(tree, [...path.slice(0, clickable + 1), ...within.filter((each) => !path.includes(each))]);
}

const elements = ({ list }: ElementTree, places: readonly number[]): Element[] =>
  places.flatMap((place) => list[place] ?? []);

/** How far along in the element, from 0 to 1; its middle, where that does not matter. */
function shareOf({ bounds, class_name }: Element, point: Point): Point {
  if (!ALONG.test(class_name)) return { x: 0.5, y: 0.5 };
  const along = (value: number, from: number, to: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));
  return { x: along(point.x, bounds.left, bounds.right), y: along(point.y, bounds.top, bounds.bottom) };
}

/**
 * Finds on the follower what was tapped on the leader.
 * @param tapped where, as shares of the leader's picture
 */
export function matchOf(leader: ElementTree, tapped: Point, follower: ElementTree): Match {
  const point = inDisplay(tapped, leader);
  const at = elementAt(leader, point);
  const meant = at === undefined ? [] : meantBy(leader, at);
  let no: NoElement = "nameless";
  for (const element of meant) {
    for (const words of WORDS) {
      if (!isNamed(element, words) || sameAs(leader, element, words).length !== 1) continue;
      const [found, ...others] = sameAs(follower, element, words);
      if (!found) no = no === "many" ? no : "none";
      else if (others.length > 0) no = "many";
      else {
        const share = shareOf(element, point);
        const { left, top, right, bottom } = found.bounds;
        return {
          at: {
            x: (left + share.x * (right - left)) / follower.width,
            y: (top + share.y * (bottom - top)) / follower.height,
          },
        };
      }
    }
  }
  return { no };
}
