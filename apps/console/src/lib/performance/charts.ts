import { SERIES, SERIES_NAMES, type Series } from "@udt/contract";
import { isGap, isThere, type PerformanceData } from "./performance-data.ts";

/** What each chart shows, in the order in which charts are shown. */
export const CHARTS = [...new Set(SERIES_NAMES.map((name) => SERIES[name].chart))].map((name) => ({
  name,
  series: SERIES_NAMES.filter((one) => SERIES[one].chart === name),
}));

export interface ShownChart {
  name: (typeof CHARTS)[number]["name"];
  lines: { key: Series; values: readonly (number | null)[] }[];
}

/** The charts and lines that there is anything to show of. */
export const shownCharts = (data: PerformanceData): ShownChart[] =>
  CHARTS.filter(({ series }) => isThere(data, series)).map(({ name, series }) => ({
    name,
    lines: series.filter((one) => isThere(data, [one])).map((key) => ({ key, values: data.values[key] })),
  }));

type Values = readonly (number | null)[];

/** Where the newest value is that still holds at an index: it may be as old as its series is read. */
function standing(key: Series, times: readonly number[], values: Values, index: number): number {
  for (let at = index; at >= 0 && at > index - SERIES[key].every && !isGap(times, at); at--)
    if (values[at] !== null) return at;
  return -1;
}

/** Where a line stands at a moment: its newest value by then. */
export function valueAt(
  { key, values }: { key: Series; values: Values },
  times: readonly number[],
  moment: number | undefined,
): number | null {
  const index = moment === undefined ? times.length - 1 : times.findLastIndex((time) => time * 1000 <= moment);
  return values[standing(key, times, values, Math.max(0, index))] ?? null;
}

/** For the plot, which draws its line over what is undefined and breaks it off at null: between two readings it goes on. */
export function drawn(
  { key, values }: { key: Series; values: Values },
  times: readonly number[],
): (number | null | undefined)[] {
  const points: (number | null | undefined)[] = [...values];
  let last = -1;
  for (const [index, value] of values.entries()) {
    if (isGap(times, index)) last = -1;
    if (value === null) continue;
    if (last >= 0 && index - last <= SERIES[key].every) points.fill(undefined, last + 1, index);
    last = index;
  }
  return points;
}

/** Where a value stands alone among {@link drawn} ones: no line leads to it, and none from it. */
export function lonePoints(points: readonly (number | null | undefined)[]): number[] {
  const isJoined = (index: number, step: 1 | -1): boolean => {
    let at = index + step;
    while (at in points && points[at] === undefined) at += step;
    return typeof points[at] === "number";
  };
  return points.flatMap((value, index) =>
    typeof value === "number" && !isJoined(index, -1) && !isJoined(index, 1) ? [index] : [],
  );
}

/** Average and peak of what is known. */
export function summaryOf(values: readonly (number | null)[]): { average: number; peak: number } | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  return { average: known.reduce((sum, value) => sum + value, 0) / known.length, peak: Math.max(...known) };
}
