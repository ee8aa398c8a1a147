/** What a press on an element writes into a file, in the file's language. */
import type { OpenFile, TextEdit } from "../../../lib/open-file.ts";
import { calledAs, wordsOf, type ExportLanguage } from "../script/export.ts";
import { lowCodeLocator, lowCodeStep } from "../script/low-code.ts";
import type { Action, Target } from "../script/steps.ts";
import type { Naming } from "./namings.ts";
import { placeCode, placeStep } from "./places.ts";

export type FileLanguage = "low_code" | ExportLanguage;

const ENDS: readonly (readonly [RegExp, FileLanguage])[] = [
  [/\.ya?ml$/, "low_code"],
  [/\.[cm]?ts$/, "typescript"],
  [/\.py$/, "python"],
];

/** What a file is written in, by its name; undefined for what takes no locators. */
export const languageOf = (path: string): FileLanguage | undefined => ENDS.find(([end]) => end.test(path))?.[1];

/** What is written: a step that touches the element, one that looks whether it shows, or what names it alone. */
export const WISHES = ["tap", "check", "locator"] as const;
export type Wish = (typeof WISHES)[number];

/** To low-code this begins a variable, which a text on a screen is none of. */
const VARIABLE = "${";
/** So many may be tried. */
const FALLBACK_MAX = 5;

/** Those that can be said in a language. */
export const sayable = (language: FileLanguage, namings: readonly Naming[]): Naming[] =>
  namings.filter(({ target }) => language !== "low_code" || !target.value.includes(VARIABLE));

/** What names an element, as the language writes it. */
export const locatorIn = (language: FileLanguage, target: Target): string =>
  language === "low_code" ? lowCodeLocator(target) : wordsOf(language, target);

export interface Insertion {
  language: FileLanguage;
  wish: Wish;
  target: Target;
  /** Whatever else names the same element. */
  others: readonly Naming[];
}

const MIDDLE = { x: 0.5, y: 0.5 };
const actionOf = (wish: "tap" | "check", target: Target): Action =>
  wish === "tap" ? { kind: "tap", target, within: MIDDLE } : { kind: "check", target, text: "" };

/**
 * What is to be done to a file.
 * @param nameOf what a step is called in a run's report
 * @returns undefined where the file has no place for it
 */
export function insertionInto(
  { text, start, end }: ReturnType<OpenFile["read"]>,
  { language, wish, target, others }: Insertion,
  nameOf: (action: Action) => string,
): TextEdit | undefined {
  if (wish === "locator") return { start, end, text: locatorIn(language, target) };
  const action = actionOf(wish, target);
  if (language !== "low_code") return placeCode(text, end, calledAs(language, action), UNITS[language]);
  return placeStep(text, end, lowCodeStep(freeId(text), nameOf(action), action, fallbacksOf(others)));
}

/** What stands in for an element: what means it alone, and no way in the tree, which would find another one. */
export const fallbacksOf = (others: readonly Naming[]): Target[] =>
  others
    .flatMap((other) => (other.matches === 1 && other.target.by !== "xpath" ? other.target : []))
    .slice(0, FALLBACK_MAX);

const UNITS: Record<ExportLanguage, string> = { python: "    ", typescript: "  " };

/** The next of the ids that recordings have, too. */
function freeId(text: string): string {
  const taken = Array.from(text.matchAll(/\bid:\s*["']?step-(\d+)\b/g), ([, number]) => Number(number));
  return `step-${Math.max(0, ...taken) + 1}`;
}
