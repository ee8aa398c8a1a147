import { useCallback, useLayoutEffect, useRef, useState } from "react";

export const ROW_PX = 36;
const OVERSCAN = 8;

/** Which of a list's rows are in sight, and which of them has the keys: rows are of one height, so their places are arithmetic. */
export function useRows(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const [current, setCurrent] = useState(0);
  /** The row that takes the keys once it is drawn. */
  const wanted = useRef<number | undefined>(undefined);

  const look = useCallback(() => {
    const element = scroller.current;
    if (element) setSight({ top: element.scrollTop, height: element.clientHeight });
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [look]);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] .dbg-file-name`);
    if (!row) return;
    row.focus();
    wanted.current = undefined;
  });

  const go = (index: number) => {
    const row = Math.max(0, Math.min(count - 1, index));
    const element = scroller.current;
    wanted.current = row;
    setCurrent(row);
    if (!element) return;
    if (row * ROW_PX < element.scrollTop) element.scrollTop = row * ROW_PX;
    const end = (row + 1) * ROW_PX - element.clientHeight;
    if (end > element.scrollTop) element.scrollTop = end;
    look();
  };

  return {
    scroller,
    look,
    go,
    current: Math.min(current, count - 1),
    setCurrent,
    page: Math.max(1, Math.floor(sight.height / ROW_PX) - 1),
    from: Math.max(0, Math.floor(sight.top / ROW_PX) - OVERSCAN),
    to: Math.min(count, Math.ceil((sight.top + sight.height) / ROW_PX) + OVERSCAN),
  };
}
