import { LANGUAGE_COOKIE, UI_LANGUAGES, type UiLanguage } from "@udt/contract";

export const LANGUAGES = UI_LANGUAGES;
export type Language = UiLanguage;
/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { zh: "中文", en: "English", ja: "日本語" };
/** The `lang` attribute and the locale of dates and numbers. */
export const LOCALES: Record<Language, string> = { zh: "zh-CN", en: "en-GB", ja: "ja-JP" };

const DEFAULT_LANGUAGE: Language = "zh";
const isLanguage = (value: string | undefined): value is Language => LANGUAGES.includes(value as Language);

export interface LanguageFacts {
  cookies: string;
  /** The page's host name. */
  host: string;
  /** Languages of the browser's user, the best first. */
  browser: readonly string[];
  /** From the config: what there is to choose from, and hosts with a language of their own. */
  offered: readonly Language[];
  byHost: Readonly<Record<string, Language>>;
}

/** The cookie's language, else the host's, else the first of the browser's that is offered, else Chinese (document 1 §4). */
export function chooseLanguage({ cookies, host, browser, offered, byHost }: LanguageFacts): Language {
  const stored = /(?:^|;\s*)udt_lang=(\w+)/.exec(cookies)?.[1];
  const wishes = [stored, byHost[host.toLowerCase()], ...browser.map((tag) => tag.slice(0, 2).toLowerCase())];
  const isOffered = (value: string | undefined) => isLanguage(value) && offered.includes(value);
  const last = offered.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : offered[0]!;
  return wishes.filter(isLanguage).find(isOffered) ?? last;
}

/** Remembers the language for a year and reloads the page in it. */
export function changeLanguage(language: Language): void {
  const path = new URL(document.baseURI).pathname;
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=${path}; max-age=31536000; samesite=lax`;
  window.location.reload();
}
