import type { MemorySample } from "@udt/contract";

/**
 * Which samples of a trace a comparison begins with: the chosen one and what was taken before it, or after the first one; where
 * it cannot be compared itself, all that became of the trace.
 *
 * @param samples in the order in which they were taken
 */
export function comparedPair(
  samples: readonly MemorySample[],
  chosen: MemorySample | undefined,
): { before: MemorySample; after: MemorySample } | undefined {
  const read = samples.filter(({ state }) => state === "read");
  const [first, second] = read;
  const last = read.at(-1);
  if (!first || !second || !last) return undefined;
  const at = read.findIndex(({ sample_id }) => sample_id === chosen?.sample_id);
  if (at < 0) return { before: first, after: last };
  return at === 0 ? { before: first, after: second } : { before: read[at - 1] ?? first, after: read[at] ?? last };
}
