export { environmentInWords } from "./environment-words.ts";
