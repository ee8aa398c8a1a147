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
