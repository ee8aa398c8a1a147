/** Texts for people, in trees by language, and how one of them is filled in. */

/** A tree of texts. `{name}` is filled in as {@link filledIn} says; `x_one` and `x_other` are the plural forms of `x`. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** What zh and ja must have when `T` is the English tree. They have no singular, so `…_one` may be left out. */
export type TextsLike<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : TextsLike<T[K]>;
} & { readonly [K in keyof T as K extends `${string}_one` ? K : never]?: string };

type Plural<K extends string> = K extends `${infer Base}_${"one" | "other"}` ? Base : K;
/** Dotted keys of a tree: `state.idle`. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? Plural<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

export type TextValues = Record<string, string | number>;

/** `state.idle` and its text, for each text of a tree. */
export function* flatTexts(tree: TextTree, prefix = ""): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") yield [prefix + key, value];
    else yield* flatTexts(value, `${prefix}${key}.`);
  }
}

/** The text of a key in the form that its `count` asks for, else the key itself, so that a gap shows. */
export function textOf(
  texts: ReadonlyMap<string, string> | undefined,
  plurals: Intl.PluralRules,
  key: string,
  values: TextValues = {},
): string {
  const { count } = values;
  const form = typeof count === "number" ? `${key}_${plurals.select(count)}` : key;
  const text = texts?.get(form) ?? texts?.get(`${key}_other`) ?? texts?.get(key) ?? key;
  return filledIn(text, values);
}

const COUNTED = /\{(\w+)\|([^|}]*)(?:\|([^|}]*))?\}/g;
/** Several of them in a row, and what stands between each two. */
const COUNTED_ROW = /\{\w+\|[^{}]*\}(?:(, |、)\{\w+\|[^{}]*\})*/g;

/**
 * A text with its values, in the same braces as the contract's messages: `{name}` is a value, and `{name:ja-JP}` the languages
 * whose tags it has, by their names in that one. `{name|# app|# apps}` counts, in the form for one or for several, which may be
 * the same; in a row of such what there is none of is left out. What is missing stays visible.
 */
export const filledIn = (text: string, values: TextValues): string =>
  text
    .replace(COUNTED_ROW, (row: string, between = "") => counted(row, values).join(between))
    .replace(/\{(\w+)(?::([\w-]+))?\}/g, (whole, name: string, locale?: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return locale === undefined ? String(value) : languagesIn(locale, String(value));
    });

const counted = (row: string, values: TextValues): string[] =>
  [...row.matchAll(COUNTED)].flatMap(([whole, name = "", one = "", several = one]) => {
    const value = values[name];
    if (typeof value !== "number") return [whole];
    return value === 0 ? [] : [(value === 1 ? one : several).replace("#", String(value))];
  });

/** What is no tag of a language stays as it is. */
function languagesIn(locale: string, tags: string): string {
  const names = new Intl.DisplayNames(locale, { type: "language" });
  const nameOf = (tag: string): string => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
  return new Intl.ListFormat(locale).format(tags.split(", ").map(nameOf));
}
