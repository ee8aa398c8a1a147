import { useLayoutEffect, useRef, useState } from "react";
import type { LogView } from "./log-view.ts";

export const ROW_PX = 20;
const OVERSCAN = 12;
/** Nearer to the end than this, a reader is at the end. */
const AT_END_PX = ROW_PX * 1.5;

/**
 * Which rows of `view` are in sight. Rows are of one height, so their places are arithmetic: 100,000 of them cost no more
 * than 50. Follows the end, or keeps what is in sight in its place while older rows go and newer come.
 */
export function useLogScroll(view: LogView, following: boolean, onFollowing: (following: boolean) => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const gone = useRef(view.gone);
  // Scroll events that our own scrolling causes are not the user's will.
  const expectedTop = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const scrollTo = (element: HTMLElement, wanted: number) => {
    const bounded = Math.max(0, Math.min(wanted, element.scrollHeight - element.clientHeight));
    if (Math.abs(bounded - element.scrollTop) < 1) return;
    element.scrollTop = bounded;
    expectedTop.current = element.scrollTop;
    setTop(element.scrollTop);
  };
  useLayoutEffect(() => {
    const left = view.gone - gone.current;
    gone.current = view.gone;
    const element = scroller.current;
    if (!element) return;
    if (following) scrollTo(element, element.scrollHeight);
    else if (left > 0) scrollTo(element, element.scrollTop - left * ROW_PX);
  });

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const ours = expectedTop.current === element.scrollTop;
    expectedTop.current = undefined;
    if (!ours) {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
      const movedUp = element.scrollTop < top;
      if (following && movedUp && !atEnd) onFollowing(false);
      else if (!following && !movedUp && atEnd) onFollowing(true);
    }
    setTop(element.scrollTop);
  };

  return {
    scroller,
    onScroll,
    /** Index of the first row that is drawn, and the one after the last. */
    from: Math.max(0, Math.floor(top / ROW_PX) - OVERSCAN),
    to: Math.min(view.length, Math.ceil((top + height) / ROW_PX) + OVERSCAN),
  };
}
