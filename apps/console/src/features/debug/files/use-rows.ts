import { useLayoutEffect, useRef, useState } from "react";
import { useRowWindow } from "../../../lib/list/use-row-window.ts";

/** `.dbg-file-row`. One that is being renamed may be higher and lies over the next: places stay arithmetic. */
export const ROW_PX = 36;

/** Which of a folder's rows are drawn, and which of them has the keys. */
export function useRows(rows: readonly unknown[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const { body, from, to } = useRowWindow<HTMLDivElement>(rows, ROW_PX);
  const [current, setCurrent] = useState(0);
  /** The row that takes the keys once it is drawn. */
  const wanted = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] .dbg-file-name`);
    if (!row) return;
    row.focus();
    wanted.current = undefined;
  });

  const go = (index: number) => {
    const row = Math.max(0, Math.min(rows.length - 1, index));
    const element = scroller.current;
    wanted.current = row;
    setCurrent(row);
    if (!element) return;
    if (row * ROW_PX < element.scrollTop) element.scrollTop = row * ROW_PX;
    const end = (row + 1) * ROW_PX - element.clientHeight;
    if (end > element.scrollTop) element.scrollTop = end;
  };
  /** A screenful further, or back. */
  const turn = (by: 1 | -1) => {
    const height = scroller.current?.clientHeight ?? 0;
    go(current + by * Math.max(1, Math.floor(height / ROW_PX) - 1));
  };

  return { scroller, body, go, turn, current: Math.min(current, rows.length - 1), setCurrent, from, to };
}
