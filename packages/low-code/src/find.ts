/** Elements on a screen, by locators. */
import { elementPaths, type Element, type ElementTree } from "@udt/contract";
import type { ElementWords, Locator } from "./schema.ts";

export const WORDS = ["id", "text", "text_contains", "description", "class"] as const;
type Word = (typeof WORDS)[number];

/** The places in the tree's list of all elements that a locator means, without its `which`. */
export function matchesOf(tree: ElementTree, wanted: ElementWords): number[] {
  const inside = wanted.inside && new Set(matchesOf(tree, wanted.inside));
  const around = wanted.has && aroundOf(tree, matchesOf(tree, wanted.has));
  const placed = wanted.path === undefined ? undefined : elementPaths(tree).indexOf(wanted.path);
  return tree.list.flatMap((element, at) => {
    if (placed !== undefined && placed !== at) return [];
    const isLike = isShown(element, tree) && WORDS.every((word) => fits(element, word, wanted[word]));
    if (!isLike || (inside && !liesIn(tree, at, inside)) || (around && !around.has(at))) return [];
    return [at];
  });
}

/** Those around any of these. */
export function aroundOf(tree: ElementTree, inner: readonly number[]): Set<number> {
  const around = new Set<number>();
  for (const at of inner)
    for (let up = tree.list[at]?.parent ?? null; up !== null && !around.has(up); up = tree.list[up]?.parent ?? null)
      around.add(up);
  return around;
}

export function liesIn(tree: ElementTree, at: number, outer: ReadonlySet<number>): boolean {
  for (let up = tree.list[at]?.parent ?? null; up !== null; up = tree.list[up]?.parent ?? null)
    if (outer.has(up)) return true;
  return false;
}

/** What has no room on the screen cannot be meant. */
export const isShown = ({ bounds }: Element, { width, height }: ElementTree): boolean =>
  bounds.right > Math.max(0, bounds.left) &&
  bounds.bottom > Math.max(0, bounds.top) &&
  bounds.left < width &&
  bounds.top < height;

export const idName = (id: string): string => id.slice(id.indexOf("/") + 1);
export const className = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** What an element says of a word of a locator, as far as `wanted` asks. */
function saidBy({ resource_id, text, description, class_name }: Element, word: Word, wanted: string): string {
  switch (word) {
    case "id":
      return wanted.includes("/") ? resource_id : idName(resource_id);
    case "text":
    case "text_contains":
      return text;
    case "description":
      return description;
    case "class":
      return wanted.includes(".") ? class_name : className(class_name);
  }
}

/** Whether an element fits one word of a locator, which fits where it says nothing. */
function fits(element: Element, word: Word, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const said = saidBy(element, word, wanted);
  return word === "text_contains" ? said.includes(wanted) : said === wanted;
}

/** How well an element fits one word of a locator: 1 when it does, or says nothing. */
export function likeness(element: Element, word: Word, wanted: string | undefined): number {
  if (wanted === undefined || fits(element, word, wanted)) return 1;
  return alike(saidBy(element, word, wanted), wanted) * (word === "text_contains" ? 0.9 : 1);
}

/** 1 when they are the same, else how much of their pairs of characters they share. */
export function alike(a: string, b: string): number {
  if (a === b) return 1;
  if (a === "" || b === "") return 0;
  const [one, other] = [pairsOf(a), pairsOf(b)];
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (0.95 * 2 * shared) / (one.size + other.size);
}

function pairsOf(text: string): Set<string> {
  const plain = ` ${text.toLowerCase().slice(0, 200)} `;
  return new Set(Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(at, at + 2)));
}

const TEXT_MAX = 60;
const quoted = (text: string): string => JSON.stringify(text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);

/** An element in a line, in the words by which locators name one. */
export function elementText({ class_name, resource_id, text, description, bounds }: Element): string {
  const words = [
    ...(resource_id === "" ? [] : [`id: ${idName(resource_id)}`]),
    ...(text === "" ? [] : [`text: ${quoted(text)}`]),
    ...(description === "" ? [] : [`description: ${quoted(description)}`]),
    ...(class_name === "" ? [] : [`class: ${className(class_name)}`]),
  ];
  const { left, top, right, bottom } = bounds;
  return `${words.join(", ")} [${left},${top}][${right},${bottom}]`;
}

/** A locator in a line. */
export function locatorText(locator: Locator): string {
  if (locator.by === "position")
    return `position: ${Math.round(locator.x * 1000) / 10} %, ${Math.round(locator.y * 1000) / 10} %`;
  const { which } = locator;
  const words = locator.by === "image" ? `image: ${locator.image}` : wordsText(locator);
  return `${words}${which === undefined ? "" : ` (#${which})`}`;
}

function wordsText(wanted: ElementWords): string {
  const words = WORDS.flatMap((word) => {
    const value = wanted[word];
    return value === undefined ? [] : [`${word}: ${word === "id" || word === "class" ? value : quoted(value)}`];
  });
  return [
    ...words,
    ...(wanted.path === undefined ? [] : [`path: ${wanted.path}`]),
    ...(wanted.inside ? [`inside: {${wordsText(wanted.inside)}}`] : []),
    ...(wanted.has ? [`has: {${wordsText(wanted.has)}}`] : []),
  ].join(", ");
}
