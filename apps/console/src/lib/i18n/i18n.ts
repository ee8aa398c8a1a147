import { flatTexts, textOf, type TextValues } from "@udt/base";
import { chooseLanguage } from "@udt/contract";
import { config } from "../config/index.ts";
import { LOCALES, type Language } from "./language.ts";
import type { Namespace, Namespaces, TextKey, TextTree } from "./namespaces.ts";

// One chunk for each language of each namespace; only those of the active language are ever fetched.
const files = import.meta.glob<TextTree>("../../**/texts/*.ts", { import: "default" });

/** Texts by namespace, then by dotted key. */
const loaded = new Map<Namespace, ReadonlyMap<string, string>>();
let active: Language | undefined;
let plurals: Intl.PluralRules | undefined;

function fileOf(namespace: Namespace, language: Language): () => Promise<TextTree> {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${namespace}/texts/${language}.ts`));
  if (!found) throw new Error(`no ${language} texts for ${namespace}`);
  return found[1];
}

/** The language of this page load; it changes only with a reload. */
export function activeLanguage(): Language {
  active ??= chooseLanguage({
    cookies: document.cookie,
    // Specs have no page.
    host: typeof location === "undefined" ? "" : location.hostname,
    browser: navigator.languages,
    offered: config().languages,
    byHost: config().host_languages,
  });
  return active;
}

/** Fetches the active language's texts of these namespaces; routes await it before their screen shows. */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  const language = activeLanguage();
  document.documentElement.lang = LOCALES[language];
  await Promise.all(
    namespaces
      .filter((namespace) => !loaded.has(namespace))
      .map(async (namespace) => {
        loaded.set(namespace, new Map(flatTexts(await fileOf(namespace, language)())));
      }),
  );
}

/** Whether a namespace has been loaded. */
export const hasTexts = (namespace: Namespace): boolean => loaded.has(namespace);

/** Whether this key is one of a namespace's that has been loaded. */
export const hasText = <N extends Namespace>(namespace: N, key: string): key is TextKey<Namespaces[N]> =>
  loaded.get(namespace)?.has(key) ?? false;

/** `t("state.idle")`, `t("found", {count: 3})`. The key is checked against the English texts. */
export type Translate<N extends Namespace> = (key: TextKey<Namespaces[N]>, values?: TextValues) => string;

const translators = new Map<Namespace, unknown>();

/** The texts of a namespace that has been loaded. Its identity is stable for the page's life. */
export function getT<N extends Namespace>(namespace: N): Translate<N> {
  let translate = translators.get(namespace) as Translate<N> | undefined;
  if (!translate) {
    translate = (key, values) =>
      textOf(loaded.get(namespace), (plurals ??= new Intl.PluralRules(activeLanguage())), key, values);
    translators.set(namespace, translate);
  }
  return translate;
}

/** {@link getT} by its usual name in components. The language never changes without a reload, so nothing re-renders. */
export const useT = getT;
