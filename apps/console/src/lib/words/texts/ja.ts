export { WORDS_JA as default } from "@udt/base/words/ja";
