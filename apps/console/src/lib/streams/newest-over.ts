/** How many pieces of work of which nothing more is to come are still shown, however long the page is open. */
export const OVER_SHOWN = 10;

/** Of a list with the newest first: all that is not over, be it under way or failed and to be seen, and of what is over the newest. */
export function withNewestOver<T>(list: readonly T[], isOver: (one: T) => boolean): readonly T[] {
  let over = 0;
  const kept = list.filter((one) => !isOver(one) || ++over <= OVER_SHOWN);
  return kept.length === list.length ? list : kept;
}
