import { useEffect, useState } from "react";
import { fitsOf, framesWith, type SearchFault } from "./search.ts";
import type { FlameNames } from "./tree.ts";

interface Search {
  /** 1 for each frame that is looked for; null while nothing is, and until that is known. */
  isFound: Uint8Array | null;
  fault?: SearchFault;
}

const NOTHING: Search = { isFound: null };

/** What a search finds; one that cannot be understood finds nothing and says why. */
export function useSearch(names: FlameNames, keyword: string): Search {
  const [last, setLast] = useState<Search & { names: FlameNames; keyword: string }>();
  useEffect(() => {
    const left = new AbortController();
    const look = async () => {
      const fits = await fitsOf(keyword);
      if (left.signal.aborted) return;
      if (!fits.ok) {
        setLast({ names, keyword, isFound: null, fault: fits.error });
        return;
      }
      const isFound = await framesWith(names, fits.value, left.signal);
      if (isFound && !left.signal.aborted) setLast({ names, keyword, isFound });
    };
    if (keyword !== "") void look();
    return () => left.abort();
  }, [names, keyword]);
  return last?.names === names && last.keyword === keyword ? last : NOTHING;
}
