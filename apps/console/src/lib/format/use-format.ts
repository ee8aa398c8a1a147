import { activeLanguage, LOCALES } from "../i18n/index.ts";
import { createFormat, type Format } from "./format.ts";

let format: Format | undefined;

/** {@link Format} in the page's language; its identity is stable. */
export function getFormat(): Format {
  format ??= createFormat(LOCALES[activeLanguage()]);
  return format;
}

/** {@link getFormat} by its usual name in components. */
export const useFormat = getFormat;
