export { inspectionInWords, limitInWords, scheduleInWords } from "./inspection-words.ts";
