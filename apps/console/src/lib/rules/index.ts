export { ruleText, useRuleText, type RuleTexts } from "./rule-text.ts";
