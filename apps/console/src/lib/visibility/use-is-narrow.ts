import { LIMITS } from "@udt/contract";
import { useSyncExternalStore } from "react";

const QUERY = `(max-width: ${LIMITS.small_screen_px - 1}px)`;

function listen(listener: () => void): () => void {
  const query = window.matchMedia(QUERY);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the page has one column: what stands beside one another elsewhere stands below one another. */
export const useIsNarrow = (): boolean => useSyncExternalStore(listen, () => window.matchMedia(QUERY).matches);
