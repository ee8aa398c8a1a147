/**
 * What may be measured of a device each second, by the name under which it is recorded (`performance.jsonl`, a sample a
 * line). A device tells those that it can; null where a number could not be had. Series of one chart share its unit.
 * What costs a device more than reading a file does is read with `every` so many samples, and null between two readings.
 */
export const SERIES = {
  /** Percent of all the device's processors together, so 100 is everything. */
  cpu_app: { chart: "cpu", unit: "%", every: 1 },
  cpu_total: { chart: "cpu", unit: "%", every: 1 },
  /** Proportional set size of the app's processes in MB of 1024². */
  mem_pss: { chart: "memory", unit: "MB", every: 3 },
  /** Parts of it, as the system sums them up; what it counts elsewhere is in the whole alone. */
  mem_java: { chart: "memory", unit: "MB", every: 3 },
  mem_native: { chart: "memory", unit: "MB", every: 3 },
  mem_graphics: { chart: "memory", unit: "MB", every: 3 },
  mem_code: { chart: "memory", unit: "MB", every: 3 },
  mem_stack: { chart: "memory", unit: "MB", every: 3 },
  /** Frames a second that the app drew; none while nothing on it moves. */
  fps: { chart: "fps", unit: "frames/s", every: 1 },
  /** Those of them, a second, that came too late by the system's own count. */
  jank: { chart: "fps", unit: "frames/s", every: 1 },
  /** KB of 1024 a second, since the reading before. */
  net_in: { chart: "traffic", unit: "KB/s", every: 2 },
  net_out: { chart: "traffic", unit: "KB/s", every: 2 },
  /** Of the battery, in degrees Celsius. */
  temperature: { chart: "temperature", unit: "°C", every: 5 },
  /** Percent. */
  battery: { chart: "battery", unit: "%", every: 5 },
} as const satisfies Record<string, { chart: string; unit: string; every: number }>;
export type Series = keyof typeof SERIES;
/** In the order in which they are shown. */
export const SERIES_NAMES = Object.keys(SERIES) as readonly Series[];

/**
 * Whose traffic was measured: the app's own; the whole device's but for what the agent itself moves over adb; or all that went
 * over the device's networks, where nothing finer is told and adb comes by cable.
 */
export const NET_OF = ["app", "device_without_adb", "device"] as const;
export type NetOf = (typeof NET_OF)[number];

/** What a device and an app on it spent since the sample before, and what that is of. */
export interface PerformanceSample {
  readonly values: { readonly [Name in Series]?: number | null };
  /** Null when traffic cannot be measured; told between two readings, too. */
  readonly net_of: NetOf | null;
  /** The device says of itself that it reckons all this and has no such hardware. */
  readonly is_simulated: boolean;
}
