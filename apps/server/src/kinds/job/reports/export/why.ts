import { type CaseRun, type Said, saidInEnglish, saidText, type WordTexts } from "@udt/contract";
import { WORDS_OF } from "../../../../platform/words.ts";

/** Why something went wrong, in the reader's language, and in the raw words of who made it known. */
export function whyIn(locale: string, said: Said): string {
  const texts = (WORDS_OF as Record<string, WordTexts>)[locale.slice(0, 2)];
  const text = saidText(said, texts);
  const parts = said.more?.map((part) => `${part.of} · ${saidText(part, texts)}`);
  if (parts) return `${text} (${parts.join("; ")})`;
  return said.evidence === "" ? text : `${text} (${said.evidence})`;
}

/** The same for programs. */
export const whyForPrograms = (said: Said): string => whyIn("en", said);

type Why = Pick<CaseRun, "error" | "reason" | "taken_over_by">;
const joined = (said: string, { error, taken_over_by }: Why): string =>
  [said, error].filter(Boolean).join(": ") || taken_over_by;

/** One line of why a case came out so, in the reader's language. */
export const caseWhyIn = (locale: string, one: Why): string =>
  joined(one.reason === null ? "" : whyIn(locale, one.reason), one);

/** The same for programs. */
export const caseWhy = (one: Why): string => joined(one.reason === null ? "" : saidInEnglish(one.reason), one);
