import { activeLanguage } from "../i18n/index.ts";

/** Some words as the language puts them into a sentence: "a, b and c", with `disjunction` "a, b or c". */
export const listOf = (words: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(activeLanguage(), { type }).format(words);

/** What stands between so many things that are listed one by one, and are more than words. */
export const betweenListed = (count: number): string[] =>
  new Intl.ListFormat(activeLanguage())
    .formatToParts(Array.from({ length: count }, () => "0"))
    .flatMap(({ type, value }) => (type === "literal" ? [value] : []));

/** Some words in a row, of which more may come: "a, b, c". What the platform calls a list of units has nothing between them in Chinese. */
export const inRow = (words: readonly string[]): string => words.join(betweenListed(3)[0]);

/** People of whom any one will do, as a sentence names them; empty where there is none. */
export const anyOf = (people: readonly { user_name: string }[]): string =>
  listOf(
    people.map(({ user_name }) => user_name),
    "disjunction",
  );
