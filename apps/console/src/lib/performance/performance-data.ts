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

export const noPerformance = (): PerformanceData => ({
  times: [],
  values: bySeries(() => []),
  net_of: [],
  is_simulated: false,
});

/** Reads a recording, one sample of JSON a line; a line that is none (the last one of a recording that goes on) is left out. */
export function parsePerformance(text: string): PerformanceData {
  const data = noPerformance();
  for (const line of text.split("\n")) {
    const sample = sampleOf(line);
    if (sample) addSample(data, sample);
  }
  return data;
}

/** Where nothing was measured for so long, lines are broken off: nobody knows what was between. */
const GAP_MS = 3_000;
/** A device that takes its time for each sample has no gaps between them. */
const GAP_TIMES = 2.5;

/** Adds a sample, behind a gap where one is due; one that goes back in time is left out. */
export function addSample(data: PerformanceData, sample: { timestamp: number } & Record<string, unknown>): void {
  const { times } = data;
  const time = sample.timestamp / 1000;
  const last = times.at(-1);
  // Charts want their times in order.
  if (last !== undefined && time <= last) return;
  const since = last === undefined ? 0 : (time - last) * 1000;
  const before = (last ?? 0) - (times.at(-2) ?? -Infinity);
  const isSlow = before !== Infinity && since <= before * 1000 * GAP_TIMES;
  if (since > GAP_MS && !isSlow) addGap(data);
  times.push(time);
  data.net_of.push(NET_OF.find((one) => one === sample["net_of"]) ?? null);
  data.is_simulated ||= sample["is_simulated"] === true;
  for (const name of SERIES_NAMES) {
    const value = sample[name];
    data.values[name].push(typeof value === "number" && Number.isFinite(value) ? value : null);
  }
}

const GAP_S = 0.001;
/** Lines are broken off there, and nothing before it goes on behind it. */
export const isGap = (times: readonly number[], index: number): boolean =>
  index > 0 && (times[index] ?? 0) - (times[index - 1] ?? 0) < 2 * GAP_S;

/** Lines end here, whatever comes next. */
export function addGap(data: PerformanceData): void {
  const last = data.times.at(-1);
  if (last === undefined || SERIES_NAMES.every((name) => data.values[name].at(-1) === null)) return;
  data.times.push(last + GAP_S);
  data.net_of.push(null);
  for (const name of SERIES_NAMES) data.values[name].push(null);
}

/** The newest rows alone. */
export function newest(data: PerformanceData, count: number): PerformanceData {
  const cut = <T>(list: T[]): T[] => list.slice(-count);
  return {
    ...data,
    times: cut(data.times),
    values: bySeries((name) => cut(data.values[name])),
    net_of: cut(data.net_of),
  };
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
