/** Rows that are drawn beyond what is in sight, so that scrolling on shows no gap. */
const BEYOND = 8;

export interface RowWindow {
  /** The rows from the one to before the other are drawn. */
  from: number;
  to: number;
  /** How much room those before and after them take, in px. */
  above: number;
  below: number;
}

/**
 * Which rows of a long list are drawn: those in sight and a few around.
 * @param heightOf A row's height in px, as it was drawn or as it will be about.
 * @param top What of the rows is scrolled away, in px.
 * @param height What of them is in sight, in px.
 */
export function rowWindow(count: number, heightOf: (index: number) => number, top: number, height: number): RowWindow {
  let first = 0;
  let start = 0;
  while (first < count && start + heightOf(first) <= top) start += heightOf(first++);
  let last = first;
  let end = start;
  while (last < count && end < top + height) end += heightOf(last++);
  const from = Math.max(0, first - BEYOND);
  const to = Math.min(count, last + BEYOND);
  const room = (one: number, other: number) => {
    let sum = 0;
    for (let index = one; index < other; index++) sum += heightOf(index);
    return sum;
  };
  return { from, to, above: room(0, from), below: room(to, count) };
}
