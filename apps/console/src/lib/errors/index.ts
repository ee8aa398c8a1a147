export { applyPolicy } from "./apply-policy.ts";
export { closedText, errorText, privilegeText, refusalText } from "./error-text.ts";
export { onUnshown, tellUnshown, type MissingThing, type Unshown } from "./in-place.ts";
export { onNoPrivilege } from "./no-privilege.ts";
export { ruleOf } from "./rule-of.ts";
