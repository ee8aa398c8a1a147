/** A list with at least one item. */
export type NonEmpty<T> = readonly [T, ...T[]];

export const isNonEmpty = <T>(list: readonly T[]): list is NonEmpty<T> => list.length > 0;

/** The item at an index of a list that begins anew behind its last item. */
export const cyclic = <T extends NonNullable<unknown>>(list: NonEmpty<T>, index: number): T =>
  list.at(index % list.length) ?? list[0];
