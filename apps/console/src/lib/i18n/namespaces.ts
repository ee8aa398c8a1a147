/**
 * Every namespace of texts, by name. A folder with `texts/{en,zh,ja}.ts` is a namespace called as the folder; its
 * `en.ts` adds itself here by declaration merging, so that nothing in `lib` imports a feature.
 */
// eslint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Namespaces {}
export type Namespace = keyof Namespaces & string;

/** A tree of texts. `{name}` is filled in; `x_one` and `x_other` are the plural forms of `x`. */
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
