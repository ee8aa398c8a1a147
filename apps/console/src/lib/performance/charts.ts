import { SERIES, SERIES_NAMES, type Series } from "@udt/contract";
import { isThere, type PerformanceData } from "./performance-data.ts";

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

/** Where a line stands at a moment: its newest value by then. */
export function valueAt(
  times: readonly number[],
  values: readonly (number | null)[],
  moment: number | undefined,
): number | null {
  const index = moment === undefined ? times.length - 1 : times.findLastIndex((time) => time * 1000 <= moment);
  return values[Math.max(0, index)] ?? null;
}

/** Average and peak of what is known. */
export function summaryOf(values: readonly (number | null)[]): { average: number; peak: number } | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  return { average: known.reduce((sum, value) => sum + value, 0) / known.length, peak: Math.max(...known) };
}
