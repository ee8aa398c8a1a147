import { LIMITS } from "@udt/contract";
import { useCallback } from "react";
import { useUrlFilters, wholeNumber } from "../../lib/list/index.ts";

/** What each list of the admin area takes from the URL. */
export function useListFilters() {
  const [search, set] = useUrlFilters();
  const onSearch = useCallback((keyword: string) => set({ keyword }, { replace: true }), [set]);
  return {
    search,
    set,
    onSearch,
    keyword: (search.get("keyword") ?? "").slice(0, LIMITS.keyword_max),
    page_num: wholeNumber(search.get("page_num"), 1, 1_000_000),
    page_size: wholeNumber(search.get("page_size"), LIMITS.page_size_default, LIMITS.page_size_max),
  };
}
