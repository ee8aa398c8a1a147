import { useCallback } from "react";
import { useSearchChange } from "../navigation/use-search-change.ts";

/**
 * Filters that live in the URL, so that a link shows the same list. Changing any but the page goes back to the first page.
 * An empty value leaves the URL. Other parameters stay.
 */
export function useUrlFilters() {
  const [search, change] = useSearchChange();
  const set = useCallback(
    (changes: Record<string, string | undefined>, options: { replace?: boolean } = {}) => {
      change((next) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === "") next.delete(name);
          else next.set(name, value);
        }
        if (!("page_num" in changes)) next.delete("page_num");
      }, options);
    },
    [change],
  );
  return [search, set] as const;
}

/** A value of a URL parameter when it is one of `allowed`; a hand-made URL must not reach the server. */
export function oneOf<T extends string>(value: string | null, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === value);
}

/** A page number or size from the URL, whole and within bounds. */
export function wholeNumber(value: string | null, fallback: number, max: number): number {
  const number = Number(value);
  return value !== null && Number.isInteger(number) && number >= 1 && number <= max ? number : fallback;
}
