import { useLayoutEffect, useState, type RefObject } from "react";

/** Where some of what a row scrolls is out of sight. */
export type Hidden = "before" | "after" | "both";

/** Of a row that scrolls sideways, as it is drawn now: at which of its ends something is out of sight; undefined: at none. */
export function useHidden(row: RefObject<HTMLElement | null>): Hidden | undefined {
  const [hidden, setHidden] = useState<Hidden>();
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const before = scrollLeft > 1;
      const after = scrollLeft + clientWidth < scrollWidth - 1;
      setHidden(before && after ? "both" : before ? "before" : after ? "after" : undefined);
    };
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [row]);
  return hidden;
}
