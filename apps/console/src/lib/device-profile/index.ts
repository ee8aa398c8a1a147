export { profileInWords, valuesInWords } from "./profile-words.ts";
