import { FRAMEWORK_NAMES, type Framework } from "@udt/contract";
import { useT } from "../i18n/index.ts";

/** What a framework is called: names of their own, but for the one that is a word of each language. */
export function useFrameworkName(): (framework: Framework) => string {
  const t = useT("common");
  return (framework) => (framework === "low_code" ? t("low_code") : FRAMEWORK_NAMES[framework]);
}
