/** What a statement answers that always has one row, as a count or an insertion does. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("the database answered no row where there must be one");
  return row;
}
