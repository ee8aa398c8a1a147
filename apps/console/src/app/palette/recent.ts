import { local } from "../../lib/storage.ts";
import { SCREENS } from "../routes.ts";
import type { ScreenRoute } from "../screen-route.ts";

/** A place that somebody went to. */
export interface Visited {
  to: string;
  label: string;
  note: string;
  /** What is called so, by the key of its words; all else is as it was called then. */
  title?: ScreenRoute["title"] | undefined;
}

const KEPT = 8;
const keyOf = (user_id: string) => `udt_searched_${user_id}`;

/** The parts of a task or of a library have addresses of their own: what they are the parts of. */
const thingOf = (to: string): string => /^(\/[^/]+\/auto\/(?:job|case)\/[^/]+)\/[^/]+$/.exec(to)?.[1] ?? to;

const isTitle = (title: unknown): boolean => title === undefined || SCREENS.some((route) => route.title === title);

const isVisited = (value: unknown): value is Visited =>
  typeof value === "object" &&
  value !== null &&
  (["to", "label", "note"] as const).every((name) => typeof (value as Record<string, unknown>)[name] === "string") &&
  isTitle((value as Partial<Visited>).title) &&
  // Only ever a path of this console, whatever else has written there.
  /^\/(?![/\\])/.test((value as Visited).to);

/** Where this user was in this browser, the last first. */
export function recentPlaces(user_id: string): Visited[] {
  try {
    const kept: unknown = JSON.parse(local.getItem(keyOf(user_id)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isVisited).slice(0, KEPT) : [];
  } catch {
    // Something else wrote there: it is as if nothing had been kept.
    return [];
  }
}

export function rememberPlace(user_id: string, place: Visited): void {
  const { to, label, note, title } = place;
  // The last of the parts of one thing leads to it.
  const others = recentPlaces(user_id).filter((other) => thingOf(other.to) !== thingOf(to));
  local.setItem(keyOf(user_id), JSON.stringify([{ to, label, note, title }, ...others].slice(0, KEPT)));
}
