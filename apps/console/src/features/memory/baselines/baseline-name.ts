import type { MemoryBaseline } from "@udt/contract";
import { useT } from "../../../lib/i18n/index.ts";

/** What a baseline's sample is called among all traces. */
export function useBaselineName(): (baseline: MemoryBaseline) => string {
  const t = useT("memory");
  return ({ trace_name, app_version, label, number }) =>
    [trace_name, app_version, label === "" ? t("sample_number", { number }) : label]
      .filter((part) => part !== "")
      .join(" · ");
}
