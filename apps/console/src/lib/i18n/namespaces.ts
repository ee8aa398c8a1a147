/**
 * Every namespace of texts, by name. A folder with `texts/{en,zh,ja}.ts` is a namespace called as the folder; its
 * `en.ts` adds itself here by declaration merging, so that nothing in `lib` imports a feature.
 */
// eslint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Namespaces {}
export type Namespace = keyof Namespaces & string;

export type { TextKey, TextsLike, TextTree } from "@udt/base";
