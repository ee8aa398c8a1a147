import { useState } from "react";
import type { Pointing } from "./steps/form/pointing.ts";

/**
 * Which field of a form waits for an element of the phone beside.
 * @param phone whether there can be one, and is
 */
export function usePointing(phone: { isOffered: boolean; isOpen: boolean; turn: () => void }) {
  const [wanted, want] = useState<{ at: string; take: (locator: string) => void }>();
  const pointing: Pointing = {
    at: wanted?.at,
    isPossible: phone.isOffered,
    begin(at, take) {
      want({ at, take });
      if (!phone.isOpen) phone.turn();
    },
    end: (at) => want((waits) => (waits?.at === at ? undefined : waits)),
  };
  const take =
    wanted &&
    ((locator: string) => {
      want(undefined);
      wanted.take(locator);
    });
  return { pointing, take };
}
