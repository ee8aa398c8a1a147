import type { ApiError } from "@udt/client";
import { useSyncExternalStore } from "react";

export type NoticeTone = "bad" | "warning" | "busy" | "good";

/** A message bar below the header. A `failure` brings all that a bug report needs. */
export interface Notice {
  /** Two notices with one key are one: the newer replaces the older. */
  readonly key: string;
  readonly tone: NoticeTone;
  readonly title: string;
  readonly text: string;
  /** Where something can be done about it. */
  readonly link?: { readonly to: string; readonly label: string };
  readonly failure?: { readonly error: ApiError; /** The page's address when it failed. */ readonly page: string };
}

/** Older ones give way, so that a storm of failures never covers the page. */
const MAX_NOTICES = 3;
let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

export function showNotice(notice: Notice): void {
  publish([...notices.filter(({ key }) => key !== notice.key), notice].slice(-MAX_NOTICES));
}

export function closeNotice(key: string): void {
  if (notices.some((notice) => notice.key === key)) publish(notices.filter((notice) => notice.key !== key));
}

/** The notices of this moment, oldest first. */
export const currentNotices = (): readonly Notice[] => notices;

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentNotices);
}
