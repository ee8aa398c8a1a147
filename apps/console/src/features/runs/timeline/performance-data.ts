import { NET_OF, SERIES_NAMES, type NetOf, type Series } from "@udt/contract";

/** What is measured, as columns: charts take them as they are. A number that could not be had is null. */
export interface PerformanceData {
  /** Epoch seconds. */
  times: number[];
  values: Record<Series, (number | null)[]>;
  net_of: (NetOf | null)[];
  /** The device says of itself that it reckons its figures. */
  is_simulated: boolean;
}

/** Reads a recording, one sample of JSON a line; a line that is none (the last one of a recording that goes on) is left out. */
export function parsePerformance(text: string): PerformanceData {
  const data: PerformanceData = {
    times: [],
    values: bySeries(() => []),
    net_of: [],
    is_simulated: false,
  };
  for (const line of text.split("\n")) {
    const sample = sampleOf(line);
    const last = data.times.at(-1);
    // Charts want their times in order.
    if (sample === undefined || (last !== undefined && sample.timestamp / 1000 <= last)) continue;
    data.times.push(sample.timestamp / 1000);
    data.net_of.push(NET_OF.find((one) => one === sample["net_of"]) ?? null);
    data.is_simulated ||= sample["is_simulated"] === true;
    for (const name of SERIES_NAMES) {
      const value = sample[name];
      data.values[name].push(typeof value === "number" && Number.isFinite(value) ? value : null);
    }
  }
  return data;
}

const bySeries = (columnOf: (name: Series) => (number | null)[]): PerformanceData["values"] =>
  Object.fromEntries(SERIES_NAMES.map((name) => [name, columnOf(name)])) as PerformanceData["values"];

function sampleOf(line: string): ({ timestamp: number } & Record<string, unknown>) | undefined {
  try {
    const read: unknown = JSON.parse(line);
    if (typeof read !== "object" || read === null || !("timestamp" in read)) return undefined;
    const { timestamp } = read;
    return typeof timestamp === "number" ? { ...read, timestamp } : undefined;
  } catch {
    return undefined;
  }
}

/** The part between two times, epoch milliseconds, with one sample more on either side so that lines reach the edges. */
export function between(data: PerformanceData, from: number, to: number): PerformanceData {
  const first = data.times.findIndex((time) => time * 1000 >= from);
  const last = data.times.findLastIndex((time) => time * 1000 <= to);
  const cut = <T>(list: T[]): T[] => (first === -1 || last === -1 ? [] : list.slice(Math.max(0, first - 1), last + 2));
  return {
    times: cut(data.times),
    values: bySeries((name) => cut(data.values[name])),
    net_of: cut(data.net_of),
    is_simulated: data.is_simulated,
  };
}

export const isThere = (data: PerformanceData, series: readonly Series[]): boolean =>
  series.some((name) => data.values[name].some((value) => value !== null));
