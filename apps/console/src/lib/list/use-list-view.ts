import { useCallback } from "react";
import { listStateIn, nothingChosen, sortIn, type Filters } from "./list-view.ts";
import type { Order } from "./table.tsx";
import { useUrlFilters } from "./use-url-filters.ts";

const NONE = {};

/**
 * A list's state, which lives in the URL: what is searched for, what is chosen of the filters that it has, and the page.
 * @param filters Each by its name in the URL, with the values that it may have.
 */
export function useListView<const F extends Filters = typeof NONE>(filters?: F) {
  const [search, set] = useUrlFilters();
  const onSearch = useCallback((keyword: string) => set({ keyword }, { replace: true }), [set]);
  const declared = filters ?? (NONE as F);
  const state = listStateIn(search, declared);
  const { keyword, chosen, page } = state;
  return {
    ...state,
    /** What the list's endpoint is asked with. */
    query: { keyword, ...chosen, ...page },
    filters: declared,
    /** What else the address says. */
    search,
    set,
    onSearch,
    clear: () => set(nothingChosen(declared)),
    /** By what the list is sorted, and what a press on a column's name does. */
    sorting: <Sort extends string>(sorts: readonly Sort[], initial: Sort, initialOrder?: Order) => ({
      ...sortIn(search, sorts, initial, initialOrder),
      onSort: (sort: Sort, order: Order) => set({ sort, order }),
    }),
    /** What of the list is opened beside it; opening and closing leave the page where it is. */
    opened: (name: string) =>
      [
        search.get(name),
        (id: string | undefined) => set({ [name]: id, page_num: search.get("page_num") ?? undefined }),
      ] as const,
  };
}

/** The part of a list's state that what shows it needs. */
export type ListView<F extends Filters = Filters> = Pick<
  ReturnType<typeof useListView<F>>,
  "keyword" | "chosen" | "page" | "isNarrowed" | "filters" | "set" | "onSearch" | "clear"
>;
