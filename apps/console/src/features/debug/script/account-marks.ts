/**
 * What was typed for the run's account shows on the screen as well, and may be what an element is found by. In files it is a
 * mark wherever it stands, which each language writes as the account's field.
 */
import { mapTexts } from "@udt/base";
import type { AccountField, Script, Step } from "./steps.ts";

/** Shorter texts are in words that have nothing to do with the account. */
const LEAST = 4;
/** Signs for private use, which no text of a screen has. */
const MARK = /\uE000(account|password)\uE001/g;
const markOf = (field: AccountField): string => `\uE000${field}\uE001`;
const SHOWN = "•••";

/** What a script types for its account, the longest first. */
export const accountTexts = (steps: readonly Step[]): { field: AccountField; text: string }[] =>
  steps
    .flatMap(({ action }) =>
      action.kind === "text" && action.field ? [{ field: action.field, text: action.text }] : [],
    )
    .filter(({ text }) => text.length >= LEAST)
    .toSorted((a, b) => b.text.length - a.text.length);

/** The steps with marks in the place of what is the account's. */
export function marked(steps: readonly Step[]): Step[] {
  const own = accountTexts(steps);
  const mark = (raw: string): string =>
    own.reduce((text, { field, text: value }) => text.replaceAll(value, markOf(field)), raw);
  return steps.map((step) => {
    const { action } = step;
    const isField = action.kind === "text" && action.field;
    return { ...step, note: mark(step.note), action: isField ? { ...action, text: "" } : mapTexts(action, mark) };
  });
}

/** A text for people. */
export const unmarked = (text: string): string => text.replaceAll(MARK, SHOWN);

/** A text with each mark as `write` says, and what stands between as `between` says. */
export const writeMarks = (
  text: string,
  write: (field: string) => string,
  between: (text: string) => string = (part) => part,
): string[] =>
  // Every second part is what the expression found.
  text
    .split(MARK)
    .map((part, at) => (at % 2 === 1 ? write(part) : part === "" ? "" : between(part)))
    .filter((part) => part !== "");

/** The script for whoever may read it. */
export const withoutAccount = (script: Script): Script => ({
  ...script,
  steps: mapTexts(marked(script.steps), unmarked),
});
