import { LIMITS } from "@udt/contract";
import { useState } from "react";
import type { Page } from "./list-view.ts";

/** The page of a list that is one of several on its screen: it is not in the URL. */
export function useLocalPage() {
  const [page, setPage] = useState<Page>({ page_num: 1, page_size: LIMITS.page_size_default });
  const onChange = (change: { page_num?: string; page_size?: string }) =>
    setPage((before) => ({
      page_num: Number(change.page_num ?? 1),
      page_size: Number(change.page_size ?? before.page_size),
    }));
  return { page, onChange };
}
