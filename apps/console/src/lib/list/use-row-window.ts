import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { rowWindow } from "./row-window.ts";

/** What a row takes before it has been drawn: `.udt-table td`. */
const ROW_PX = 52;

const heightOf = (element: unknown): number => (element instanceof HTMLElement ? element.offsetHeight : 0);

/** What scrolls the rows: the nearest element around them that does, or the page. */
function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}

/**
 * Which rows of a long list are drawn as it is scrolled; `body` is theirs. Rows may be of different heights: each is measured
 * once it is drawn.
 * @param rowPx What a row takes before that.
 */
export function useRowWindow<Body extends HTMLElement = HTMLTableSectionElement>(
  rows: readonly unknown[],
  rowPx = ROW_PX,
) {
  const count = rows.length;
  const body = useRef<Body>(null);
  const [seen, setSeen] = useState({ top: 0, height: 0 });
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const windowAt = useCallback(
    ({ top, height }: typeof seen) => rowWindow(count, (index) => heights.get(index) ?? rowPx, top, height),
    [count, heights, rowPx],
  );
  const drawn = windowAt(seen);
  const { from, to } = drawn;

  useLayoutEffect(() => {
    const measured = rows.slice(from, to).map((_, at) => [from + at, heightOf(body.current?.children[at])] as const);
    // A table that is not in sight has no heights.
    const changed = measured.filter(([index, height]) => height > 0 && height !== (heights.get(index) ?? rowPx));
    if (changed.length > 0) setHeights(new Map([...heights, ...changed]));
  }, [rows, from, to, heights, rowPx]);

  useLayoutEffect(() => {
    if (!body.current) return undefined;
    // The room before the rows that are drawn is a body of its own in a table.
    const list = body.current.closest("table") ?? body.current;
    const scroller = scrollerOf(list);
    const isPage = scroller === document.documentElement;
    const look = () => {
      const start = list.getBoundingClientRect().top + heightOf(list.querySelector("thead"));
      const top = (isPage ? 0 : scroller.getBoundingClientRect().top) - start;
      const now = { top: Math.max(0, top), height: scroller.clientHeight + Math.min(0, top) };
      // Nothing is drawn anew while the same rows are in sight.
      setSeen((before) => {
        const [one, other] = [windowAt(before), windowAt(now)];
        return one.from === other.from && one.to === other.to ? before : now;
      });
    };
    look();
    const target = isPage ? document : scroller;
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    target.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      target.removeEventListener("scroll", look);
    };
  }, [windowAt]);

  return { body, ...drawn };
}
