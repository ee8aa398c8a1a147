import type { IncomingHttpHeaders } from "node:http";
import { LANGUAGE_COOKIE, UI_LANGUAGES, type UiLanguage } from "@udt/contract";
import { cookieOf } from "./caller.ts";

/** The language of the console that calls; Chinese, as the console's own, for who has chosen none. */
export function languageOf({ headers }: { headers: IncomingHttpHeaders }): UiLanguage {
  const chosen = cookieOf(headers, LANGUAGE_COOKIE);
  return UI_LANGUAGES.find((language) => language === chosen) ?? UI_LANGUAGES[0];
}
