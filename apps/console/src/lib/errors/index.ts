export { applyPolicy } from "./apply-policy.ts";
export { closedText, errorText, privilegeText, refusalText } from "./error-text.ts";
export { onNoPrivilege } from "./no-privilege.ts";
export { ruleOf } from "./rule-of.ts";
