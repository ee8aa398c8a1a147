import type { UiLanguage, WordTexts } from "@udt/contract";
import { WORDS } from "@udt/base/words/en";
import { WORDS_JA } from "@udt/base/words/ja";
import { WORDS_ZH } from "@udt/base/words/zh";

/** The table of words in each language that people read. */
export const WORDS_OF: Record<UiLanguage, WordTexts> = { en: WORDS, ja: WORDS_JA, zh: WORDS_ZH };
