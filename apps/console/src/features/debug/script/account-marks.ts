/**
 * What was typed for the run's account shows on the screen as well, and may be what an element is found by. In files it is a
 * mark wherever it stands, which each language writes as the account's field.
 */
import { mapTexts } from "@udt/base";
import { shownAs, type AccountField, type Action, type Script, type Step } from "./steps.ts";

/** Shorter texts are in words that have nothing to do with the account. */
const LEAST = 4;
/** Signs for private use, which no text of a screen has: each is one sign, so that nothing is found in it, nor is it cut. */
const MARKS = { account: "\uE000", password: "\uE001" } as const satisfies Record<AccountField, string>;
const MARK = /[\uE000\uE001]/g;
const SHOWN = "•••";

/** What a script types for its account, the longest first. @param least signs of one that counts */
export const accountTexts = (steps: readonly Step[], least = LEAST): { field: AccountField; text: string }[] =>
  steps
    .flatMap(({ action }) =>
      action.kind === "text" && action.field ? [{ field: action.field, text: action.text }] : [],
    )
    .filter(({ text }) => text.length >= least)
    .toSorted((a, b) => b.text.length - a.text.length);

/** The steps with marks in the place of what is the account's. */
export function marked(steps: readonly Step[]): Step[] {
  const own = accountTexts(steps);
  const mark = (raw: string): string =>
    own.reduce((text, { field, text: value }) => text.replaceAll(value, MARKS[field]), raw);
  return steps.map((step) => ({ ...step, note: mark(step.note), action: told(step.action, mark) }));
}

/** An action with what it types, finds and expects as `mark` says; its other words are the script's own. */
function told(action: Action, mark: (text: string) => string): Action {
  if (action.kind === "text") return { ...action, text: action.field ? MARKS[action.field] : mark(action.text) };
  if (!("target" in action)) return action;
  const target = { ...action.target, value: mark(action.target.value) };
  return action.kind === "check" ? { ...action, target, text: mark(action.text) } : { ...action, target };
}

/** A text for people. */
export const unmarked = (text: string): string => text.replaceAll(MARK, SHOWN);

/** A text with each mark as `write` says, and what stands between as `between` says. */
export const writeMarks = (
  text: string,
  write: (field: AccountField) => string,
  between: (text: string) => string = (part) => part,
): string[] =>
  text
    .split(/([\uE000\uE001])/)
    .filter((part) => part !== "")
    .map((part) =>
      part === MARKS.account ? write("account") : part === MARKS.password ? write("password") : between(part),
    );

/** The script for whoever may read it, which is its words alone. */
export const withoutAccount = (script: Script): Script => ({
  ...script,
  steps: mapTexts(marked(script.steps).map(withoutPicture), unmarked),
});

function withoutPicture(step: Step): Step {
  if (!("picture" in step.action)) return step;
  if (step.action.kind === "look") return { ...step, action: shownAs(step.action) };
  const { picture: _, ...action } = step.action;
  return { ...step, action };
}
