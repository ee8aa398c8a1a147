import { UI_LANGUAGES, type UiLanguage } from "./web-config.ts";

const DEFAULT_LANGUAGE: UiLanguage = "zh";
const isLanguage = (value: string | undefined): value is UiLanguage => UI_LANGUAGES.includes(value as UiLanguage);

export interface LanguageFacts {
  cookies: string;
  /** The page's host name. */
  host: string;
  /** Languages of the browser's user, the best first. */
  browser: readonly string[];
  /** From the config: what there is to choose from, and hosts with a language of their own. */
  offered: readonly UiLanguage[];
  byHost: Readonly<Record<string, UiLanguage>>;
}

/**
 * The language of the console and of what the server tells who calls, decided once for both: the cookie's, else the host's,
 * else the first of the browser's that is offered, else Chinese (document 1 §4).
 */
export function chooseLanguage({ cookies, host, browser, offered, byHost }: LanguageFacts): UiLanguage {
  const stored = /(?:^|;\s*)udt_lang=(\w+)/.exec(cookies)?.[1];
  const wishes = [stored, byHost[host.toLowerCase()], ...browser.map((tag) => tag.slice(0, 2).toLowerCase())];
  const isOffered = (value: string | undefined) => isLanguage(value) && offered.includes(value);
  const [first = DEFAULT_LANGUAGE] = offered;
  const last = offered.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : first;
  return wishes.filter(isLanguage).find(isOffered) ?? last;
}
