/**
 * The pause before retry number `attempt` (0 is the first retry): doubles from `baseMs` up to `capMs`, with full jitter
 * in its upper half so that many clients of a restarted server do not come back in one instant.
 */
export function backoffMs(attempt: number, baseMs = 250, capMs = 10_000, random: () => number = Math.random): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(attempt, 30));
  return ceiling / 2 + (ceiling / 2) * random();
}
