/** How many pieces of work that are over are still shown beside what is under way, however long the page is open. */
export const OVER_SHOWN = 30;

/** Of a list with the newest first: all that is under way, and of what is over the newest. */
export function withNewestOver<T>(list: readonly T[], isOver: (one: T) => boolean): readonly T[] {
  let over = 0;
  const kept = list.filter((one) => !isOver(one) || ++over <= OVER_SHOWN);
  return kept.length === list.length ? list : kept;
}
