import { useEffect } from "react";
import { useLocation, type Location } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { placeName } from "../../lib/place-name/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { useStore } from "../../lib/streams/store.ts";
import type { ScreenRoute } from "../screen-route.ts";
import { rememberPlace } from "./recent.ts";

/** What an address names beside its path; all else is how a page is looked at. */
const IDS: ReadonlySet<string> = new Set(["test_id", "device_id", "app_id"]);

/** A page's address without how it is looked at. */
export function placeOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const ids = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => IDS.has(name))).toString();
  return ids === "" ? pathname : `${pathname}?${ids}`;
}

/** Remembers each page that is opened, by whatever way, once its heading says what it is. */
export function useRememberPlaces(screen: ScreenRoute | undefined, project: string): void {
  const t = useT("app");
  const { user_id } = useUser();
  const { pathname, search } = useLocation();
  const to = placeOf({ pathname, search });
  const title = screen && t(screen.title);
  const named = useStore(placeName);
  const name = named?.at === pathname ? named.name : undefined;
  // One thing of a list is called by the list's heading here: it is remembered, by its name, where it was chosen.
  const isOfList = screen?.menu !== undefined && to !== pathname;
  useEffect(() => {
    if (title === undefined || name === undefined || isOfList) return;
    const kind = name === title ? undefined : screen?.title;
    rememberPlace(user_id, { to, label: name, note: project, title: kind });
  }, [user_id, to, name, title, screen, project, isOfList]);
}
