import { useCallback, useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";

/** The page as it was last rendered, and what was asked for since then, the newest last. */
let rendered = "";
let asked: { address: string; search: URLSearchParams }[] = [];

function arrive(address: string) {
  if (address === rendered) return;
  rendered = address;
  // What is in none of them is a link's, or one gone back to: what was asked for of the page before is of no use here.
  const index = asked.findIndex((each) => each.address === address);
  asked = index < 0 ? [] : asked.slice(index + 1);
}

/**
 * Changes the page's search parameters in place. A change builds on the one asked for before it, rendered or not: the router renders
 * an address later, and gives up one that the next overtakes.
 */
export function useSearchChange() {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const address = `${pathname}?${search.toString()}`;
  useEffect(() => arrive(address), [address]);
  const change = useCallback(
    (edit: (next: URLSearchParams) => void, options: { replace?: boolean } = {}) => {
      const newest = asked.at(-1) ?? { address, search };
      const next = new URLSearchParams(newest.search);
      edit(next);
      const wanted = `${pathname}?${next.toString()}`;
      if (wanted !== newest.address) asked.push({ address: wanted, search: next });
      setSearch(next, { replace: options.replace ?? false });
    },
    [pathname, address, search, setSearch],
  );
  return [search, change] as const;
}
