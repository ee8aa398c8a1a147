import { config } from "../config/index.ts";
import { chooseLanguage, LOCALES, type Language } from "./language.ts";
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
        loaded.set(namespace, new Map(flat(await fileOf(namespace, language)())));
      }),
  );
}

/** Whether a namespace has been loaded. */
export const hasTexts = (namespace: Namespace): boolean => loaded.has(namespace);

/** `state.idle` and its text, for each text of a tree. */
function* flat(tree: TextTree, prefix = ""): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") yield [prefix + key, value];
    else yield* flat(value, `${prefix}${key}.`);
  }
}

/** The text of a key in the form that its `count` asks for, else the key itself, so that a gap shows. */
function textOf(namespace: Namespace, key: string, values: TextValues = {}): string {
  const texts = loaded.get(namespace);
  const { count } = values;
  const form =
    typeof count === "number" ? `${key}_${(plurals ??= new Intl.PluralRules(activeLanguage())).select(count)}` : key;
  const text = texts?.get(form) ?? texts?.get(`${key}_other`) ?? texts?.get(key) ?? key;
  // The same braces as the contract's messages. React escapes. What is missing stays visible.
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export type TextValues = Record<string, string | number>;
/** `t("state.idle")`, `t("found", {count: 3})`. The key is checked against the English texts. */
export type Translate<N extends Namespace> = (key: TextKey<Namespaces[N]>, values?: TextValues) => string;

const translators = new Map<Namespace, unknown>();

/** The texts of a namespace that has been loaded. Its identity is stable for the page's life. */
export function getT<N extends Namespace>(namespace: N): Translate<N> {
  let translate = translators.get(namespace) as Translate<N> | undefined;
  if (!translate) {
    translate = (key, values) => textOf(namespace, key, values);
    translators.set(namespace, translate);
  }
  return translate;
}

/** {@link getT} by its usual name in components. The language never changes without a reload, so nothing re-renders. */
export const useT = getT;
