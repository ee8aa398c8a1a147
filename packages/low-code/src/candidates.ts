/** What on a screen may be meant by a locator that does not name its element alone any more. */
import {
  type CandidateLocator,
  type Element,
  elementPaths,
  type ElementTree,
  LIMITS,
  type PicturePart,
} from "@udt/contract";
import { alike, aroundOf, elementText, idName, isShown, liesIn, likeness, matchesOf, WORDS } from "./find.ts";
import { namingOf } from "./naming.ts";
import type { ElementWords, Locator, UiLocator } from "./schema.ts";

/** What is less like it is no candidate. */
const LIKE_MIN = 0.3;
/** What was said by one word and is by another now is not quite as like, and by chance some are a little like. */
const OTHER_WORD = 0.9;
const OTHER_WORD_MIN = 0.6;
/** What the place counts beside words. */
const PLACE_SHARE = 0.2;
const CANDIDATES_MAX = 5;

/**
 * The elements that are most like what a step looks for, the closest first, each with a locator that means it alone on this
 * screen.
 *
 * @param wanted the step's locator and what it falls back on
 * @param among places in the tree's list; without them all elements
 * @param told how an element is told, where that is not all that it says
 */
export function candidatesOf(
  tree: ElementTree,
  wanted: readonly Locator[],
  among: Iterable<number> = tree.list.keys(),
  told: (element: Element) => Element = (element) => element,
): CandidateLocator[] {
  const judges = wanted.flatMap((locator) => (locator.by === "ui" ? [judgeOf(tree, locator, wanted)] : []));
  const hasFullId = wanted.some((locator) => locator.by === "ui" && locator.id?.includes("/"));
  const scored = Array.from(among, (at) => ({ at, like: Math.max(...judges.map((judge) => judge(at))) }));
  return scored
    .filter(({ like }) => like >= LIKE_MIN)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ at, like }) => candidateOf(tree, at, like, hasFullId, told) ?? []);
}

function candidateOf(
  tree: ElementTree,
  at: number,
  like: number,
  hasFullId: boolean,
  told: (element: Element) => Element,
): CandidateLocator | undefined {
  const element = tree.list[at];
  const locator = namingOf(tree, at, hasFullId);
  if (!element || !locator) return undefined;
  const line = elementText(told(element)).slice(0, LIMITS.step_locator_max);
  return { locator, element: line, likeness: Math.round(like * 100) / 100 };
}

/** How much of an element and a place that is like a picture is the same part of the screen, at least. */
const SHARED_MIN = 0.1;

/**
 * The elements where a screen is most like a picture, in the order of these places, each with a locator that means it alone on
 * this screen.
 */
export function candidatesAt(
  tree: ElementTree,
  places: readonly PicturePart[],
  told: (element: Element) => Element = (element) => element,
): CandidateLocator[] {
  const found = places.map((place) => ({ at: elementAt(tree, place), like: place.score }));
  return found
    .filter(({ at, like }, nth) => like >= LIKE_MIN && found.findIndex((one) => one.at === at) === nth)
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ at, like }) => candidateOf(tree, at, like, false, told) ?? []);
}

/** The place in the tree's list of the element that has most of a part of the screen, and little else; -1 where none has. */
function elementAt(tree: ElementTree, place: PicturePart): number {
  const shares = tree.list.map((element) => (isShown(element, tree) ? sharedOf(tree, element, place) : 0));
  const most = Math.max(...shares);
  // Of those that lie on one another and are as large, the inner one.
  return most >= SHARED_MIN ? shares.lastIndexOf(most) : -1;
}

function sharedOf({ width, height }: ElementTree, { bounds }: Element, part: PicturePart): number {
  const [left, top, right, bottom] = [part.left * width, part.top * height, part.right * width, part.bottom * height];
  const wide = Math.min(right, bounds.right) - Math.max(left, bounds.left);
  const high = Math.min(bottom, bounds.bottom) - Math.max(top, bounds.top);
  const shared = Math.max(0, wide) * Math.max(0, high);
  const both = (right - left) * (bottom - top) + (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
  return shared / (both - shared);
}

/** How like the elements of a screen are to one locator, from 0 to 1. */
function judgeOf(tree: ElementTree, locator: UiLocator, all: readonly Locator[]): (at: number) => number {
  const placed = placeOf(tree, locator, all);
  return (at) => {
    const element = tree.list[at];
    if (!element || !isShown(element, tree)) return 0;
    const words = wordsLikeness(element, locator);
    const place = placed(at);
    if (words === undefined || place === undefined) return words ?? place ?? 0;
    // A place alone makes nothing like it.
    return words < LIKE_MIN ? 0 : words * (1 - PLACE_SHARE) + place * PLACE_SHARE;
  };
}

/** Undefined where the locator has no words. */
function wordsLikeness(element: Element, wanted: ElementWords): number | undefined {
  const asked = WORDS.filter((word) => wanted[word] !== undefined);
  if (asked.length === 0) return undefined;
  const others = [element.resource_id, element.text, element.description].map(plain);
  const best = asked.map((word) => {
    const same = likeness(element, word, wanted[word]);
    if (word === "class") return same;
    const said = plain(wanted[word] ?? "");
    const other = Math.max(...others.map((each) => alike(each, said)));
    return other < OTHER_WORD_MIN ? same : Math.max(same, OTHER_WORD * other);
  });
  return best.reduce((sum, one) => sum + one, 0) / asked.length;
}

/** `shop:id/add_to_cart` and `Add to cart` mostly mean the same. */
const plain = (word: string): string => idName(word).replaceAll(/[_-]+/g, " ").toLowerCase();

/** How near an element is to where the locator had its own: by its relations, its way through the tree, and a place of the screen. */
function placeOf(
  tree: ElementTree,
  { inside, has, path }: UiLocator,
  all: readonly Locator[],
): (at: number) => number | undefined {
  const outer = new Set(inside ? matchesOf(tree, inside) : []);
  const around = has ? aroundOf(tree, matchesOf(tree, has)) : new Set<number>();
  const paths = path === undefined ? [] : elementPaths(tree);
  const spot = all.find((each) => each.by === "position");
  return (at) => {
    const parts: number[] = [];
    // What means nothing on this screen says nothing of a place.
    if (outer.size > 0) parts.push(liesIn(tree, at, outer) ? 1 : 0);
    if (around.size > 0) parts.push(around.has(at) ? 1 : 0);
    if (path !== undefined) parts.push(pathLikeness(paths[at] ?? "", path));
    if (spot) parts.push(nearness(tree, at, spot));
    return parts.length === 0 ? undefined : parts.reduce((sum, one) => sum + one, 0) / parts.length;
  };
}

/** How much of the longer way both have from the window on. */
function pathLikeness(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  const apart = a.findIndex((step, at) => step !== b[at]);
  return (apart === -1 ? a.length : apart) / Math.max(a.length, b.length);
}

/** 1 for an element whose middle is there, 0 for one that is half of the screen away. */
function nearness({ list, width, height }: ElementTree, at: number, spot: { x: number; y: number }): number {
  const bounds = list[at]?.bounds;
  if (!bounds) return 0;
  const x = (bounds.left + bounds.right) / 2 / width - spot.x;
  const y = (bounds.top + bounds.bottom) / 2 / height - spot.y;
  return Math.max(0, 1 - 2 * Math.hypot(x, y));
}
