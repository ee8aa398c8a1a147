import { mapTexts } from "@udt/base";

/** Values by name: a file's, its case's, a row's, a block's parameters, and those that come from the run. */
export type Scope = ReadonlyMap<string, string>;

const USED = /\$\{([^${}]*)\}/g;

/** Names that no file declares: the app under test, and the fields of the run's account. */
export const isOfRun = (name: string): boolean => name === "app" || /^account\.[A-Za-z]\w*$/.test(name);

/** The names of the variables in a text. */
export const usedIn = (text: string): string[] => Array.from(text.matchAll(USED), ([, name = ""]) => name);

/** The text with all values in it. @param onMissing what a name is that has none */
export const fill = (text: string, scope: Scope, onMissing: (name: string) => string): string =>
  text.replaceAll(USED, (_, name: string) => scope.get(name) ?? onMissing(name));

/** What `values` says, as texts. */
export const textsOf = (values: Readonly<Record<string, string | number | boolean>> | undefined): [string, string][] =>
  Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]);

/** Something with all texts in it filled. */
export const fillAll = <T>(value: T, scope: Scope, onMissing: (name: string) => string): T =>
  mapTexts(value, (text) => fill(text, scope, onMissing));
