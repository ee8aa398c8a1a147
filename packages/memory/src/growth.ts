/** What became of the footprint over the samples of a trace: how fast it grew, and how near it is to where the system ends the app. */
const MB = 1024 ** 2;
const MINUTE_MS = 60_000;

export type GrowthGrade = "normal" | "medium" | "high" | "critical";

/** What of a sample growth is reckoned from. */
export interface Moment {
  /** Epoch milliseconds. */
  taken_at: number;
  footprint_bytes: number;
  pid: number | null;
  /** How the footprint was measured. */
  footprint_measure: string | null;
}

export interface Growth<Sample extends Moment> {
  /** Those that it is reckoned from, in the order in which they were taken. */
  samples: Sample[];
  /** Of the straight line that lies the nearest to all of them; null where all are of one moment. */
  bytes_per_minute: number | null;
  /** The most samples in a row each of which is larger than the one before it, with the first of them. */
  rising: number;
  /** Null where it cannot be told: of fewer than three samples, and of growth that no three in a row bear out. */
  grade: GrowthGrade | null;
}

/** Above so many MB a minute, the worst first. */
const LEAK_MB_PER_MINUTE = [
  ["critical", 10],
  ["high", 2],
  ["medium", 0.5],
] as const;
const RISING_MIN = 3;

/** At which footprint iOS ends an app, in MB, by the GB of memory that the device has. */
const LIMIT_MB = { 2: 1_449, 3: 1_849, 4: 2_097, 6: 3_071, 8: 3_375 } as const;
export type DeviceMemory = keyof typeof LIMIT_MB;
/** @param gb of memory of the device @returns bytes */
export const footprintLimit = (gb: DeviceMemory): number => LIMIT_MB[gb] * MB;
export const isDeviceMemory = (gb: number): gb is DeviceMemory => gb in LIMIT_MB;

/**
 * The growth of one process: of the samples that are of the same process as the last one, and whose footprint is of the same measure.
 * @param samples in any order
 * @returns null for fewer than two
 */
export function growthOf<Sample extends Moment>(samples: readonly Sample[]): Growth<Sample> | null {
  const sorted = samples.toSorted((a, b) => a.taken_at - b.taken_at);
  const last = sorted.at(-1);
  const own = sorted.filter(
    ({ pid, footprint_measure }) => pid === last?.pid && footprint_measure === last.footprint_measure,
  );
  if (own.length < 2) return null;
  const bytes_per_minute = slopeOf(own);
  const rising = risingOf(own);
  return { samples: own, bytes_per_minute, rising, grade: gradeOf(own.length, bytes_per_minute, rising) };
}

/** By least squares, from the first moment on: large numbers would cost digits. */
function slopeOf(samples: readonly Moment[]): number | null {
  const first = samples[0]?.taken_at ?? 0;
  const points = samples.map(
    ({ taken_at, footprint_bytes }) => [(taken_at - first) / MINUTE_MS, footprint_bytes] as const,
  );
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [at, bytes] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x]) => sum + (x - at) ** 2, 0);
  return spread === 0 ? null : points.reduce((sum, [x, y]) => sum + (x - at) * (y - bytes), 0) / spread;
}

function risingOf(samples: readonly Moment[]): number {
  let [most, row, before] = [0, 0, Infinity];
  for (const { footprint_bytes } of samples) {
    row = footprint_bytes > before ? row + 1 : 1;
    most = Math.max(most, row);
    before = footprint_bytes;
  }
  return most;
}

function gradeOf(count: number, bytes_per_minute: number | null, rising: number): GrowthGrade | null {
  if (bytes_per_minute === null || count < RISING_MIN) return null;
  const grade = LEAK_MB_PER_MINUTE.find(([, most]) => bytes_per_minute > most * MB)?.[0];
  if (grade === undefined) return "normal";
  return rising >= RISING_MIN ? grade : null;
}
