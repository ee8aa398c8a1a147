import { LIMITS } from "@udt/contract";
import { useCallback } from "react";
import { useUrlFilters, wholeNumber } from "./use-url-filters.ts";

/** A page beyond it has nothing in any list. */
const PAGE_MAX = 1_000_000;

/** What every list takes from the URL: what is searched for, and which page is shown. Further filters are read from `search`. */
export function useListFilters() {
  const [search, set] = useUrlFilters();
  const onSearch = useCallback((keyword: string) => set({ keyword }, { replace: true }), [set]);
  return {
    search,
    set,
    onSearch,
    keyword: (search.get("keyword") ?? "").slice(0, LIMITS.keyword_max),
    page: {
      page_num: wholeNumber(search.get("page_num"), 1, PAGE_MAX),
      page_size: wholeNumber(search.get("page_size"), LIMITS.page_size_default, LIMITS.page_size_max),
    },
  };
}
