const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * How long something may still take, as coarse as an estimate is: in steps of five seconds, of a minute from two minutes on.
 * Undefined when it should be over by now.
 */
export function timeLeft(expected_end: number, now: number): number | undefined {
  const left = expected_end - now;
  if (left <= 0) return undefined;
  const step = left > 2 * MINUTE ? MINUTE : 5 * SECOND;
  return Math.ceil(left / step) * step;
}
