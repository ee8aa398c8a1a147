export type { TextValues } from "@udt/base";
export { activeLanguage, getT, hasText, hasTexts, loadTexts, useT, type Translate } from "./i18n.ts";
export { changeLanguage, LANGUAGE_NAMES, LANGUAGES, LOCALES, type Language } from "./language.ts";
export type { Namespace, Namespaces, TextKey, TextsLike, TextTree } from "./namespaces.ts";
