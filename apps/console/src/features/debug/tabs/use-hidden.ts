import { useLayoutEffect, useState, type RefObject } from "react";

/** Where some of what a row scrolls is out of sight. */
export type Hidden = "before" | "after" | "both";

/**
 * Of a list of tabs that scrolls sideways, as it is drawn now: at which of its ends something is out of sight; undefined: at
 * none. The selected one stays in sight when the list, or what is in it, gets another size.
 */
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
    const settle = () => {
      element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
      measure();
    };
    const sizes = new ResizeObserver(settle);
    const watch = () => {
      for (const each of [element, ...element.children]) sizes.observe(each);
    };
    // Some tabs come later.
    const contents = new MutationObserver(watch);
    contents.observe(element, { childList: true });
    element.addEventListener("scroll", measure, { passive: true });
    watch();
    measure();
    return () => {
      sizes.disconnect();
      contents.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [row]);
  return hidden;
}
