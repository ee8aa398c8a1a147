export { ruleText, useRuleText, type RuleTexts } from "./rule-text.ts";
export { newPasswordHint, newPasswordRule } from "./password.ts";
