import { WORDS } from "@udt/base/words/en";

export default WORDS;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    words: typeof WORDS;
  }
}
