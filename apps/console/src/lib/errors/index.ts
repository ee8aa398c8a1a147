export { applyPolicy } from "./apply-policy.ts";
export { errorText } from "./error-text.ts";
export { ruleOf } from "./rule-of.ts";
