export { CheckOn } from "./check-on.tsx";
export { inspectionInWords, limitInWords, scheduleInWords } from "./inspection-words.ts";
