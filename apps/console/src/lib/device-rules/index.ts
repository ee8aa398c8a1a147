export { RuleRows } from "./rule-rows.tsx";
