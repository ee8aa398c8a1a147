import { expect, it } from "vitest";
import { OVER_SHOWN, withNewestOver } from "./newest-over.ts";

it("keeps all that is under way, and of what is over the newest", () => {
  const list = Array.from({ length: 3 * OVER_SHOWN }, (_, age) => ({ age, isOver: age % 3 !== 2 }));
  const kept = withNewestOver(list, ({ isOver }) => isOver);
  const over = list.filter(({ isOver }) => isOver).slice(0, OVER_SHOWN);
  expect(kept.filter(({ isOver }) => isOver)).toEqual(over);
  expect(kept.filter(({ isOver }) => !isOver)).toEqual(list.filter(({ isOver }) => !isOver));
  expect(kept.map(({ age }) => age)).toEqual(kept.map(({ age }) => age).toSorted((a, b) => a - b));
});

it("is the same list while there is nothing to leave out, so that nobody draws it anew", () => {
  const list = [1, 2, 3];
  expect(withNewestOver(list, () => true)).toBe(list);
});
