/** The value that a share `p` (0 to 1) of the samples does not exceed: nearest rank. Throws without samples. */
export function percentile(samples: readonly number[], p: number): number {
  if (samples.length === 0) throw new Error("no samples");
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)]!;
}

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));
