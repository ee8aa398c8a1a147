import { useSyncExternalStore } from "react";
import { local } from "../storage.ts";

/** The newest entry of the release notes: what the header's dot goes by, without loading them. */
export const NEWEST_RELEASE = "0.1.0";

const KEY = "udt_release_seen";
const listeners = new Set<() => void>();

/** The notes were opened: the newest one is known. */
export function markReleasesSeen(): void {
  local.setItem(KEY, NEWEST_RELEASE);
  for (const listener of listeners) listener();
}

/** Whether there is a release that this browser has not seen the notes of. */
export const useUnseenRelease = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => local.getItem(KEY) !== NEWEST_RELEASE,
  );
