import { saidText, type Said } from "@udt/base";
import { WORDS } from "@udt/base/words/en";
import { WORDS_JA } from "@udt/base/words/ja";
import { WORDS_ZH } from "@udt/base/words/zh";

/** What is said, in one line of every language that people read: for files of text, which are of no reader in particular. */
export const saidInAll = (said: Said): string =>
  [WORDS_ZH, WORDS, WORDS_JA].map((texts) => saidText(said, texts)).join(" / ");
