import { mapTexts, SaidError, say } from "@udt/base";
import { LIMITS } from "@udt/contract";

/** Values by name: a file's, its case's, a row's, a block's parameters, and those that come from the run. */
export type Scope = ReadonlyMap<string, string>;

const USED = /\$\{([^${}]*)\}/g;

/** Names that no file declares: the app under test, and the fields of the run's account. */
export const isOfRun = (name: string): boolean => name === "app" || /^account\.[A-Za-z]\w*$/.test(name);

/** The names of the variables in a text. */
export const usedIn = (text: string): string[] => Array.from(text.matchAll(USED), ([, name = ""]) => name);

/**
 * The text with all values in it, which together are no longer than a text may be: blocks that pass on what they are given, several times
 * each, would fill all memory there is.
 * @param onMissing what a name is that has none
 * @throws SaidError low_code_filled_long
 */
export function fill(text: string, scope: Scope, onMissing: (name: string) => string): string {
  const most = LIMITS.text_max_chars;
  let length = text.length;
  return text.replaceAll(USED, (used, name: string) => {
    const value = scope.get(name) ?? onMissing(name);
    length += value.length - used.length;
    if (length > most) throw new SaidError(say("low_code_filled_long", { most }));
    return value;
  });
}

/** What `values` says, as texts. */
export const textsOf = (values: Readonly<Record<string, string | number | boolean>> | undefined): [string, string][] =>
  Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]);

/** Something with all texts in it filled. @throws SaidError low_code_filled_long */
export const fillAll = <T>(value: T, scope: Scope, onMissing: (name: string) => string): T =>
  mapTexts(value, (text) => fill(text, scope, onMissing));
