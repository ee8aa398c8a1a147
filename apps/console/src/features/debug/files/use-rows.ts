import { useLayoutEffect, useRef, useState } from "react";
import { useRowWindow } from "../../../lib/list/use-row-window.ts";

/** `.dbg-file-row`. One that is being renamed may be higher and lies over the next: places stay arithmetic. */
export const ROW_PX = 36;

const nameAt = (index: number) => `[data-row="${index}"] .dbg-file-name`;

/** Which of a list's rows are drawn, and which of them has the keys: what `focused` selects of it. */
export function useRows(rows: readonly unknown[], { rowPx = ROW_PX, focused = nameAt } = {}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { body, from, to } = useRowWindow<HTMLDivElement>(rows, rowPx);
  const [current, setCurrent] = useState(0);
  /** The row that takes the keys once it is drawn. */
  const wanted = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(focused(wanted.current));
    if (!row) return;
    row.focus();
    wanted.current = undefined;
  });

  /** Into sight, and the next to have the keys, which it does not take. */
  const show = (index: number): number => {
    const row = Math.max(0, Math.min(rows.length - 1, index));
    const element = scroller.current;
    setCurrent(row);
    if (!element) return row;
    if (row * rowPx < element.scrollTop) element.scrollTop = row * rowPx;
    const end = (row + 1) * rowPx - element.clientHeight;
    if (end > element.scrollTop) element.scrollTop = end;
    return row;
  };
  const go = (index: number) => {
    wanted.current = show(index);
  };
  /** A screenful further, or back. */
  const turn = (by: 1 | -1) => {
    const height = scroller.current?.clientHeight ?? 0;
    go(current + by * Math.max(1, Math.floor(height / rowPx) - 1));
  };

  return { scroller, body, go, show, turn, current: Math.min(current, rows.length - 1), setCurrent, from, to };
}
