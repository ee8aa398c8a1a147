import { LIMITS } from "@udt/contract";
import { useState } from "react";
import type { Page } from "./list-view.ts";

const NOTHING = () => {};

/** The state of a list that is one of several on its screen: it is not in the URL, and nothing narrows the list but its pages. */
export function useLocalView() {
  const [page, setPage] = useState<Page>({ page_num: 1, page_size: LIMITS.page_size_default });
  const set = (change: { page_num?: string; page_size?: string }) =>
    setPage((before) => ({
      page_num: Number(change.page_num || 1),
      page_size: Number((change.page_size ?? before.page_size) || LIMITS.page_size_default),
    }));
  return { keyword: "", chosen: {}, page, isNarrowed: false, set, onSearch: NOTHING, clear: () => set({}) };
}
