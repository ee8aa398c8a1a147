/** How long something takes for a text of the size: the best of three, because others use the machine too. */
function tookMs(run: (size: number) => unknown, size: number): number {
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    run(size);
    return performance.now() - started;
  });
  return Math.min(...times);
}

/** Fails when four times the text costs much more than four times the work. What is too quick to measure passes. */
export function expectLinear(run: (size: number) => unknown): void {
  run(1_000);
  const small = tookMs(run, 30_000);
  const large = tookMs(run, 120_000);
  if (large > 100 && large > 9 * small)
    throw new Error(`30,000 characters took ${small.toFixed(1)} ms, 120,000 took ${large.toFixed(1)} ms`);
}
