/** One figure of one role at a time of the session, in hours of the eight. */
export interface Sample {
  hour: number;
  value: number;
}
export interface Verdict {
  /** When the samples that are judged begin and end, each the median of a quarter of them. */
  before: number;
  after: number;
  /** By the samples that are judged, an hour of the session: the slope, and between what it lies with 95 % certainty. */
  per_hour: number;
  from: number;
  to: number;
  /** `unclear` when the bound lies within the slope's error: these samples do not tell. */
  said: "flat" | "grows" | "unclear";
}

/**
 * Until then whatever is bounded has filled, which was measured: the page's log, with 100,000 lines the largest, after 17 rounds
 * (1.4 hours), lists of the page after 12, the agent's last minute of picture and the database's files after 10.
 */
export const FILLED_HOURS = 1.5;
export const SAMPLES_MIN = 8;
/** Of the normal distribution, for 95 %. */
const Z = 1.96;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
};

/**
 * Whether a figure has stopped growing. The first half, and at least `FILLED_HOURS`, is there to fill what is bounded. Of the rest
 * the slope counts, as the median of the slopes between all pairs (Theil and Sen), which a few samples taken in the midst of
 * work do not move; its limits are Sen's, by the variance of Kendall's S (https://doi.org/10.1080/01621459.1968.10480934).
 */
export function judge(samples: readonly Sample[], bound_per_hour: number): Verdict {
  const judged = samples.slice(Math.floor(samples.length / 2)).filter(({ hour }) => hour >= FILLED_HOURS);
  const count = judged.length;
  if (count < SAMPLES_MIN) throw new Error(`${count} samples after the warm-up are too few to tell a slope`);
  const slopes = judged
    .flatMap((from, index) => judged.slice(index + 1).map((to) => (to.value - from.value) / (to.hour - from.hour)))
    .toSorted((a, b) => a - b);
  const spread = (Z * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)) / 2;
  const from = slopes[Math.max(0, Math.floor(slopes.length / 2 - spread))]!;
  const to = slopes[Math.min(slopes.length - 1, Math.ceil(slopes.length / 2 + spread))]!;
  const values = judged.map(({ value }) => value);
  const quarter = Math.ceil(count / 4);
  return {
    before: median(values.slice(0, quarter)),
    after: median(values.slice(-quarter)),
    per_hour: median(slopes),
    from,
    to,
    said: to <= bound_per_hour ? "flat" : from > bound_per_hour ? "grows" : "unclear",
  };
}
