export { failureLine, saidLine, saidText } from "./said-text.ts";
export { Said } from "./said.tsx";
