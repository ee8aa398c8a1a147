export { configFacts } from "./config-facts.ts";
export { useConfigNames } from "./use-config-names.ts";
