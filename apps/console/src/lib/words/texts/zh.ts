export { WORDS_ZH as default } from "@udt/base/words/zh";
