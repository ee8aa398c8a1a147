/** Locators for elements: the most robust that means an element alone. */
import { storable } from "@udt/base";
import { type CandidateLocator, type Element, elementPaths, type ElementTree, LOCATOR_LIMITS } from "@udt/contract";
import { className, idName, matchesOf } from "./find.ts";

type Naming = CandidateLocator["locator"];
type Word = "id" | "text" | "description" | "class";
type Words = Partial<Record<Word, string>>;

/** Longer texts are what is written there now, and name nothing. */
const WORD_MAX = 200;
/** Of what lies around an element, and of what lies beside it there, so much is tried. */
const AROUND_MAX = 6;
const BESIDE_MAX = 4;
/** The most robust first. */
const WAYS: readonly (readonly Word[])[] = [
  ["id"],
  ["text"],
  ["description"],
  ["id", "text"],
  ["id", "description"],
  ["text", "class"],
  ["description", "class"],
];

/**
 * A locator that means this element of the screen and no other: by its own words, by what it lies in, by its number among those
 * that are called the same, or else by its place in the tree.
 *
 * @param hasFullId whether its id is written with the package
 * @returns undefined where there is none
 */
export function namingOf(tree: ElementTree, at: number, hasFullId: boolean): Naming | undefined {
  const element = tree.list[at];
  if (!element) return undefined;
  for (const locator of namings(tree, at, wordsOf(element, hasFullId), hasFullId)) {
    const matches = matchesOf(tree, locator);
    if (locator.which === undefined ? matches.length === 1 && matches[0] === at : matches[locator.which - 1] === at)
      return locator;
  }
  return undefined;
}

function* namings(tree: ElementTree, at: number, own: Words, hasFullId: boolean): Generator<Naming> {
  const named = waysOf(own);
  yield* named.map((words): Naming => ({ by: "ui", ...words }));
  const short = named.slice(0, 2);
  for (const outer of around(tree, at)) {
    const element = tree.list[outer];
    const outerWays = element ? waysOf(wordsOf(element, hasFullId)).slice(0, 2) : [];
    for (const inside of outerWays) {
      yield* short.map((words): Naming => ({ by: "ui", ...words, inside }));
      for (const has of beside(tree, at, outer))
        yield* short.map((words): Naming => ({ by: "ui", ...words, inside: { ...inside, has } }));
    }
  }
  if (own.class !== undefined) yield { by: "ui", class: own.class };
  const [first] = named;
  const which = first ? matchesOf(tree, first).indexOf(at) + 1 : 0;
  if (first && which > 0 && which <= LOCATOR_LIMITS.which_max) yield { by: "ui", ...first, which };
  const path = elementPaths(tree)[at] ?? "";
  if (path !== "" && path.length <= LOCATOR_LIMITS.path_max) yield { by: "ui", path };
}

/** What of its words names an element. What was typed into it does not, nor what a file cannot hold or takes for a variable. */
function wordsOf({ resource_id, text, description, class_name }: Element, hasFullId: boolean): Words {
  const kind = className(class_name);
  const all: Record<Word, string> = {
    id: hasFullId ? resource_id : idName(resource_id),
    text: kind.endsWith("EditText") ? "" : text,
    description,
    class: kind,
  };
  const isName = (word: string): boolean =>
    word !== "" && word.length <= WORD_MAX && !word.includes("${") && storable(word) === word;
  return Object.fromEntries(Object.entries(all).filter(([, word]) => isName(word)));
}

const waysOf = (own: Words): Words[] =>
  WAYS.filter((way) => way.every((word) => own[word] !== undefined)).map((way) =>
    Object.fromEntries(way.map((word) => [word, own[word]])),
  );

/** What an element lies in, the nearest first. */
function* around(tree: ElementTree, at: number): Generator<number> {
  let left = AROUND_MAX;
  for (let up = tree.list[at]?.parent ?? null; up !== null && left > 0; up = tree.list[up]?.parent ?? null, left--)
    yield up;
}

/** The texts of others that lie in the same: by the name beside it one tells a button from those of other rows. */
function beside(tree: ElementTree, at: number, outer: number): Words[] {
  const found: Words[] = [];
  const within = new Set([outer]);
  // Parents come before their children.
  for (const [other, element] of tree.list.entries()) {
    if (element.parent === null || !within.has(element.parent)) continue;
    within.add(other);
    const { text } = wordsOf(element, false);
    if (other !== at && text !== undefined) found.push({ text });
    if (found.length === BESIDE_MAX) break;
  }
  return found;
}
