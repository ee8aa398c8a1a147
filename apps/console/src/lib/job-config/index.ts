export { configFacts, hasApps, type ConfigFact, type ConfigNames } from "./config-facts.ts";
export { useConfigNames } from "./use-config-names.ts";
