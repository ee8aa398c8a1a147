import type { WorkCause } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";

/** Says why the platform has a device do something: who asked for it, or on what a tag did. */
export function useCause(): (cause: Omit<WorkCause, "work">) => string {
  const t = useT("devices");
  return ({ user_name, occasion, tag_name: tag }) => {
    if (user_name !== null) return user_name;
    if (occasion === null) return tag === null ? t("check.by_a_schedule") : t("check.by_schedule", { tag });
    const why = t(`check.occasion.${occasion}`);
    return tag === null ? why : t("check.occasion_of", { why, tag });
  };
}
