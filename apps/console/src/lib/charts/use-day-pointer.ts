import { useState, type KeyboardEvent } from "react";
import type { ChartDay } from "./chart-frame.tsx";
import { nearest, placesOf } from "./places.ts";

interface Pointed {
  clientX: number;
  clientY: number;
  currentTarget: HTMLElement;
}

/**
 * The day of a chart that is pointed at, and what its plot is to who goes to days by the keys: the arrows go from day to day,
 * Home and End to the first and the last, and Enter takes the one that is pointed at, as a click does.
 * @param heights from 0 to 1, where several may stand at one place
 */
export function useDayPointer(
  title: string,
  days: readonly ChartDay[],
  onPick: ((key: string) => void) | undefined,
  heights?: readonly (number | null)[],
) {
  const [at, setAt] = useState<number>();
  const last = days.length - 1;
  const pick = (index: number | undefined) => {
    const day = index === undefined ? undefined : days[index];
    if (day && onPick) onPick(day.key);
  };
  const pointedAt = ({ clientX, clientY, currentTarget }: Pointed) => {
    const { left, width, bottom, height } = currentTarget.getBoundingClientRect();
    const points = placesOf(days).map((place, index) => ({ place, height: heights?.[index] ?? null }));
    return nearest(points, { place: (clientX - left) / width, height: (bottom - clientY) / height });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && onPick) return pick(at);
    const to = nextDay(event.key, at ?? last, last);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  };
  const slider = {
    role: "slider",
    tabIndex: 0,
    "aria-label": title,
    "aria-valuemin": 0,
    "aria-valuemax": last,
    "aria-valuenow": at ?? last,
    "aria-valuetext": days[at ?? last]?.text,
    "data-picks": onPick ? true : undefined,
    onFocus: (event: { currentTarget: HTMLElement }) => event.currentTarget.matches(":focus-visible") && setAt(last),
    onBlur: () => setAt(undefined),
    onKeyDown,
    // By where it is, for a finger has not moved there; what does not point, such as a screen reader, has no place and no count.
    onClick: (event: Pointed & { detail: number }) => pick(event.detail === 0 ? at : pointedAt(event)),
    onPointerLeave: () => setAt(undefined),
    onPointerMove: (event: Pointed) => setAt(pointedAt(event)),
  } as const;
  return { at, slider };
}

/** Where a key leads from a day; undefined for one that leads nowhere. */
function nextDay(key: string, at: number, last: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, at - 1);
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(last, at + 1);
  return undefined;
}
