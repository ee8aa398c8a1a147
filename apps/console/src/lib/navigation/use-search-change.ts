import { use, useCallback } from "react";
import { UNSAFE_DataRouterContext, useSearchParams } from "react-router";

/**
 * Changes the page's search parameters in place. A change builds on the address that the router goes to, rendered or not: it
 * renders one later, and gives up one that the next overtakes. Its hooks know the rendered one alone.
 */
export function useSearchChange() {
  const data = use(UNSAFE_DataRouterContext);
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (edit: (next: URLSearchParams) => void, options: { replace?: boolean } = {}) => {
      if (data === null) throw new Error("there is no router that knows where it goes");
      const { location, navigation } = data.router.state;
      const isHere = navigation.location?.pathname === location.pathname;
      const next = new URLSearchParams((isHere ? navigation.location : location)?.search);
      edit(next);
      setSearch(next, { replace: options.replace ?? false });
    },
    [data, setSearch],
  );
  return [search, change] as const;
}
