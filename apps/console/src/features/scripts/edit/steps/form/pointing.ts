import type { TakesLocator } from "../../../../../lib/open-file.ts";

/** What a press on the phone beside is for: a locator of a form that waits for one. */
export interface Pointing {
  /** Which one waits; undefined: none. */
  at: string | undefined;
  /** There is a phone to point at. */
  isPossible: boolean;
  begin: (at: string, take: TakesLocator) => void;
  /** This one waits no longer, whatever else does. */
  end: (at: string) => void;
}
