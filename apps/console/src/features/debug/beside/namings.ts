import { elementPaths, LIMITS, type Element, type ElementTree } from "@udt/contract";
import { TARGET_WORDS, type Target, type TargetWord } from "../script/steps.ts";

/** One way of naming an element, and how many elements of the screen are named so. */
export interface Naming {
  target: Target;
  matches: number;
}

/**
 * All that names an element, the most robust first: by the word that it has alone, id before description before text; then by
 * words that others have as well; at last by its way in the tree, which another layout does not have.
 */
export function namingsOf(tree: ElementTree, at: number): Naming[] {
  const element = tree.list[at];
  if (!element) return [];
  const words = TARGET_WORDS.flatMap((by): Naming[] => {
    if (!isWhole(element, by)) return [];
    const value = element[by];
    const same = tree.list.filter((other) => other[by] === value);
    const isAlone = same.length === 1;
    const target = { by, value, instance: same.indexOf(element), ...(isAlone && { is_alone: true as const }) };
    return [{ target, matches: same.length }];
  });
  const path = elementPaths(tree)[at];
  return [
    ...words.filter(({ matches }) => matches === 1),
    ...words.filter(({ matches }) => matches > 1),
    ...(path === undefined ? [] : [{ target: { by: "xpath" as const, value: path }, matches: 1 }]),
  ];
}

/** What is longer was cut when it was read, and a password shows dots: neither is found again. */
const isWhole = (element: Element, by: TargetWord): boolean =>
  element[by] !== "" &&
  element[by].length < LIMITS.element_text_max &&
  !(by === "text" && element.states.includes("password"));
