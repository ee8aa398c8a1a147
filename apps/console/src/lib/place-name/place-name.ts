import { useEffect } from "react";
import { useLocation } from "react-router";
import { createStore, type Store } from "../streams/store.ts";

interface Named {
  /** The address whose page has the name. */
  readonly at: string;
  readonly name: string;
}

const named: Store<Named | undefined> = createStore<Named | undefined>(undefined);
/** What the page that shows is called by its own heading. */
export const placeName: Pick<Store<Named | undefined>, "get" | "subscribe"> = named;

/** Says what a page is called, for as long as its heading shows. */
export function usePlaceName(name: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const mine = { at: pathname, name };
    named.set(mine);
    return () => named.update((now) => (now === mine ? undefined : now));
  }, [pathname, name]);
}
