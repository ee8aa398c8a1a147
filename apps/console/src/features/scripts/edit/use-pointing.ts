import { useState } from "react";
import type { TakesLocator } from "../../../lib/open-file.ts";
import type { Pointing } from "./steps/form/pointing.ts";

/**
 * Which field of a form waits for an element of the phone beside.
 * @param phone whether there can be one, and is
 */
export function usePointing(phone: { isOffered: boolean; isOpen: boolean; turn: () => void }) {
  const [wanted, want] = useState<{ at: string; take: TakesLocator }>();
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
    ((...said: Parameters<TakesLocator>) => {
      want(undefined);
      wanted.take(...said);
    });
  return { pointing, take };
}
