import { useLayoutEffect, useState, type RefObject } from "react";

/**
 * How many buttons of one width a row has room for, measured where it is drawn. Its last child is such a button, and what
 * is no button stands between groups of them.
 */
export function useFits(row: RefObject<HTMLElement | null>): number {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = row.current;
    const button = element?.lastElementChild;
    if (!element || !button) return undefined;
    const measure = () => {
      const style = getComputedStyle(element);
      const gap = Number.parseFloat(style.columnGap) || 0;
      const each = button.getBoundingClientRect().width + gap;
      // What is not laid out says nothing of its room.
      if (each === 0) return;
      const between = [...element.children].filter((child) => !child.matches("button"));
      const taken = between.reduce((sum, child) => sum + child.getBoundingClientRect().width + gap, 0);
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      setFits(Math.floor((element.clientWidth - padding - taken + gap) / each));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [row]);
  return fits;
}
