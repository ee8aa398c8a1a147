import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Whether the page is in sight, and not behind another tab. */
export const useIsVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);
