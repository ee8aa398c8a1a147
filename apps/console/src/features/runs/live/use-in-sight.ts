import { useEffect, useState } from "react";
import { useIsVisible } from "../../../lib/visibility/index.ts";

/** Whether an element is on the screen, and its tab in front: what nobody sees need not be fetched. */
export function useInSight<T extends Element>(): { place: (element: T | null) => void; isInSight: boolean } {
  const [element, place] = useState<T | null>(null);
  const [isOnScreen, setOnScreen] = useState(false);
  const isInFront = useIsVisible();
  useEffect(() => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { place, isInSight: isOnScreen && isInFront };
}
