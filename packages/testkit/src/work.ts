/** What something costs this thread for a text of the size, whoever else uses the machine: the best of three. */
function costMs(run: (size: number) => unknown, size: number): number {
  const costs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    run(size);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}

/** Fails when four times the text costs much more than four times the work. What is too quick to measure passes. */
export function expectLinear(run: (size: number) => unknown): void {
  run(1_000);
  const small = costMs(run, 30_000);
  const large = costMs(run, 120_000);
  if (large > 100 && large > 9 * small)
    throw new Error(`30,000 characters took ${small.toFixed(1)} ms, 120,000 took ${large.toFixed(1)} ms`);
}
