import type { Locale } from "antd/es/locale";
import { activeLanguage, type Language } from "../../lib/i18n/index.ts";

// One chunk each, so that only the page's language is fetched.
const LOADERS: Record<Language, () => Promise<{ default: Locale }>> = {
  zh: () => import("antd/locale/zh_CN"),
  en: () => import("antd/locale/en_US"),
  ja: () => import("antd/locale/ja_JP"),
};

let locale: Locale | undefined;

export async function loadAntdLocale(): Promise<void> {
  locale ??= (await LOADERS[activeLanguage()]()).default;
}

/** Ant Design's own words; only after {@link loadAntdLocale}. */
export function antdLocale(): Locale {
  if (!locale) throw new Error("Ant Design's words are not loaded");
  return locale;
}
