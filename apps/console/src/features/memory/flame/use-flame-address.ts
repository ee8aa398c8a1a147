import { MEMORY_TREES } from "@udt/contract";
import { useMemo } from "react";
import { oneOf, useUrlFilters } from "../../../lib/list/index.ts";
import { ORDERS } from "./layout.ts";
import { COLORS, VIEWS } from "./use-flame.ts";

export const GROWS = ["down", "up"] as const;

/** All that a flame graph shows stands in the address; what is not there is as it is at first. */
export function useFlameAddress() {
  const [search, set] = useUrlFilters();
  const told = useMemo(
    () => ({
      sample: search.get("sample") ?? undefined,
      before: search.get("before") ?? undefined,
      /** Of the sample before, where that is of another trace. */
      before_trace: search.get("before_trace") ?? undefined,
      tree: oneOf(search.get("tree"), MEMORY_TREES),
      view: oneOf(search.get("view"), VIEWS) ?? "calls",
      grows: oneOf(search.get("grows"), GROWS) ?? "down",
      order: oneOf(search.get("order"), ORDERS) ?? "heavy",
      color: oneOf(search.get("color"), COLORS) ?? "image",
      isFolded: search.get("fold") === "1",
      isAppOnly: search.get("system") === "0",
      keyword: search.get("keyword") ?? "",
      frame: search.get("frame") ?? undefined,
      /** The call that is as wide as the graph, and what is looked at by hand; in a sandwich those of its callers, too. */
      at: search.get("at") ?? undefined,
      range: search.get("range") ?? "",
      callers_at: search.get("callers_at") ?? undefined,
      callers_range: search.get("callers_range") ?? "",
    }),
    [search],
  );
  return [told, set] as const;
}
export type FlameAddress = ReturnType<typeof useFlameAddress>[0];
/** What of an address holds for one graph alone. */
export const NOWHERE = { at: undefined, range: undefined, callers_at: undefined, callers_range: undefined };
