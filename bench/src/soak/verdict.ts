/** One figure of one role at a time of the session, in hours of the eight. */
export interface Sample {
  hour: number;
  value: number;
}
export interface Verdict {
  /** When the second half began and at the end, each the median of a quarter of it. */
  before: number;
  after: number;
  /** By the second half, an hour of the session. */
  per_hour: number;
  is_flat: boolean;
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
};

/**
 * Whether a figure has stopped growing: the first half is there to fill what is bounded, and of the second the slope counts,
 * as the median of the slopes between all pairs (Theil and Sen), which a few samples taken in the midst of work do not move.
 */
export function judge(samples: readonly Sample[], bound_per_hour: number): Verdict {
  const half = samples.slice(Math.floor(samples.length / 2));
  if (half.length < 4) throw new Error(`${samples.length} samples are too few to tell a slope`);
  const slopes = half.flatMap((from, index) =>
    half.slice(index + 1).map((to) => (to.value - from.value) / (to.hour - from.hour)),
  );
  const values = half.map(({ value }) => value);
  const quarter = Math.ceil(half.length / 4);
  const per_hour = median(slopes);
  return {
    before: median(values.slice(0, quarter)),
    after: median(values.slice(-quarter)),
    per_hour,
    is_flat: per_hour <= bound_per_hour,
  };
}
