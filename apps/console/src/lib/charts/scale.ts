/** The smallest round number that is no less than `max`: 1, 2 or 5 times a power of ten; 1 for nothing. */
export function niceMax(max: number): number {
  if (!(max > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 2, 5, 10].find((each) => each * power >= max) ?? 10;
  return step * power;
}

/** Which of `count` bars get a label: the last, and from it back at even steps, so that at most `most` do. */
export function labelled(count: number, most: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / most));
  return new Set(
    Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).filter((at) => at >= 0),
  );
}

/** Where a scale of shares may begin, so that what is near the top can be told apart. */
const BOTTOMS = [0.9, 0.8, 0.5, 0] as const;

/** The highest of these that lies below all the shares; 0 where there are none. */
export const belowAll = (shares: readonly number[]): number =>
  shares.length === 0 ? 0 : (BOTTOMS.find((bottom) => shares.every((share) => share > bottom)) ?? 0);

/** The runs of neighbours that have a value, with their places. */
export function stretches(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const all: { index: number; value: number }[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const present = all.at(-1);
    if (present?.at(-1)?.index === index - 1) present.push({ index, value });
    else all.push([{ index, value }]);
  }
  return all;
}
