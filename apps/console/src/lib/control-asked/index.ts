export { CONTROL_ANSWER_MS, controlAsked, forgetAsked, noteAsked, type ControlAsked } from "./control-asked.ts";
