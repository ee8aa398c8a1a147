import { LANGUAGE_COOKIE, UI_LANGUAGES, type UiLanguage } from "@udt/contract";

export const LANGUAGES = UI_LANGUAGES;
export type Language = UiLanguage;
/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { zh: "中文", en: "English", ja: "日本語" };
/** The `lang` attribute and the locale of dates and numbers. */
export const LOCALES: Record<Language, string> = { zh: "zh-CN", en: "en-GB", ja: "ja-JP" };

/** Remembers the language for a year and reloads the page in it. */
export function changeLanguage(language: Language): void {
  const path = new URL(document.baseURI).pathname;
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=${path}; max-age=31536000; samesite=lax`;
  window.location.reload();
}
