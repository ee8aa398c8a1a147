/** Longer than anything shown; Android itself cuts labels at this length. */
const MAX_CHARACTERS = 1000;

/** Text as it may be stored and shown: one line, no control characters, whole characters, a bounded length. */
export function displayText(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}
