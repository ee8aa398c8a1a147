export { RuleRows } from "./rule-rows.tsx";
export { useSettled } from "./use-settled.ts";
