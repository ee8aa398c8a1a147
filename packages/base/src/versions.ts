/** Part by part as numbers: 9 is below 10, and 12 equals 12.0. */
export function compareVersions(left: string, right: string): number {
  const [a = [], b = []] = [left, right].map((version) =>
    version
      .split(/\D+/)
      .filter((part) => part !== "")
      .map(Number),
  );
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
