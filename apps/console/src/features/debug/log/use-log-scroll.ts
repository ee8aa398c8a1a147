import { useLayoutEffect, useRef, useState } from "react";
import type { LogView } from "./log-view.ts";
import { flatPlaces, WrappedPlaces, type RowPlaces } from "./row-places.ts";

export const ROW_PX = 20;
const OVERSCAN = 12;
const ROWS_BEFORE = 2;
/** Nearer to the end than this, a reader is at the end. */
const AT_END_PX = ROW_PX * 1.5;
/** What stands before a message: padding, time, level, tag and the gaps between them, in signs and pixels. */
const BEFORE_SIGNS = 12 + 1 + 20;
const BEFORE_PX = 2 * 14 + 3 * 12;
const MIN_COLUMNS = 20;

interface Room {
  width: number;
  height: number;
  /** Of one sign of the log's type. */
  sign: number;
}

/** Signs of a message that fit beside what stands before it. */
export const columnsIn = ({ width, sign }: Room): number =>
  Math.max(MIN_COLUMNS, Math.floor((width - BEFORE_PX) / sign) - BEFORE_SIGNS);

/**
 * Which rows of `view` are in sight. Rows are of one height, or of as many lines as they are known to be, so their places are
 * arithmetic: 100,000 of them cost no more than 50. Follows the end, or keeps what is in sight in its place while older rows go
 * and newer come.
 */
export function useLogScroll(
  view: LogView,
  { following, onFollowing, wrap }: { following: boolean; onFollowing: (following: boolean) => void; wrap: boolean },
) {
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState<Room>({ width: 800, height: 600, sign: 7.2 });
  const columns = wrap ? columnsIn(room) : undefined;
  const [places, setPlaces] = useState<{ of: RowPlaces; columns: number | undefined; view: LogView }>(() => ({
    of: columns === undefined ? flatPlaces(view) : new WrappedPlaces(view, columns),
    columns,
    view,
  }));
  if (places.columns !== columns || places.view !== view) {
    setPlaces({ of: columns === undefined ? flatPlaces(view) : new WrappedPlaces(view, columns), columns, view });
  }
  const rows = places.of;
  const gone = useRef({ of: rows, lines: rows.gone });
  // Scroll events that our own scrolling causes are not the user's will.
  const expectedTop = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      // A tab that does not show has no size.
      if (element.clientWidth === 0) return;
      const signs = probe.current;
      const sign = signs ? signs.getBoundingClientRect().width / Math.max(1, signs.textContent.length) : 0;
      setRoom((before) => ({ width: element.clientWidth, height: element.clientHeight, sign: sign || before.sign }));
    };
    const observer = new ResizeObserver(measure);
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
    // Of another way of laying them out nothing has gone.
    const left = gone.current.of === rows ? rows.gone - gone.current.lines : 0;
    gone.current = { of: rows, lines: rows.gone };
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
    probe,
    onScroll,
    columns,
    /** Of all rows, and where the first that is drawn begins. */
    heightPx: rows.total * ROW_PX,
    topPx: (index: number) => rows.topOf(index) * ROW_PX,
    /** Brings a row in sight, with a little of what was before it. */
    show: (index: number) => {
      if (scroller.current) scrollTo(scroller.current, (rows.topOf(index) - ROWS_BEFORE) * ROW_PX);
    },
    /** Index of the first row that is drawn, and the one after the last. */
    from: Math.max(0, rows.rowAt(top / ROW_PX) - OVERSCAN),
    to: Math.min(view.length, rows.rowAt((top + room.height) / ROW_PX) + 1 + OVERSCAN),
  };
}
