export interface Sums {
  before: number;
  after: number;
  delta: number;
}

/** What became of one thing. */
export interface Change extends Sums {
  name: string;
  kind: "grown" | "shrunk" | "new" | "gone";
  /** Whose it is by partition rules, where one fits. */
  module?: string | undefined;
}

export interface Changes<Row extends Change = Change> extends Sums {
  /** What differs by the noise or more, the largest difference first. */
  rows: Row[];
  /** What differs by less, or not, together; `count` is how many differ. */
  other: Sums & { count: number };
}

/** Things that are the same by their name. Those that differ by `noise` or more are told one by one. */
export function changesOf<Row>(
  before: readonly Row[],
  after: readonly Row[],
  nameOf: (row: Row) => string,
  sizeOf: (row: Row) => number,
  noise: number,
): Changes {
  const changes: Changes = {
    before: 0,
    after: 0,
    delta: 0,
    rows: [],
    other: { count: 0, before: 0, after: 0, delta: 0 },
  };
  for (const [name, pair] of pairsOf(before, after, nameOf, sizeOf)) {
    const delta = pair.after - pair.before;
    const isTold = delta !== 0 && Math.abs(delta) >= noise;
    if (isTold) changes.rows.push({ name, kind: kindOf(pair.before, pair.after), ...pair, delta });
    else changes.other.count += Number(delta !== 0);
    for (const sums of isTold ? [changes] : [changes, changes.other]) {
      sums.before += pair.before;
      sums.after += pair.after;
      sums.delta += delta;
    }
  }
  changes.rows.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || (a.name < b.name ? -1 : 1));
  return changes;
}

/** The sizes of each name before and after; 0 where it is not there. */
function pairsOf<Row>(
  before: readonly Row[],
  after: readonly Row[],
  nameOf: (row: Row) => string,
  sizeOf: (row: Row) => number,
): Map<string, { before: number; after: number }> {
  const pairs = new Map<string, { before: number; after: number }>();
  const add = (rows: readonly Row[], key: "before" | "after") => {
    for (const row of rows) {
      const pair = pairs.get(nameOf(row)) ?? { before: 0, after: 0 };
      pair[key] += sizeOf(row);
      pairs.set(nameOf(row), pair);
    }
  };
  add(before, "before");
  add(after, "after");
  return pairs;
}

export function kindOf(before: number, after: number): Change["kind"] {
  if (before === 0) return "new";
  if (after === 0) return "gone";
  return after > before ? "grown" : "shrunk";
}

/** The first `most` rows; the others are told together with what differs by less. */
export function shortened<Row extends Change>(changes: Changes<Row>, most: number): Changes<Row> {
  const other = { ...changes.other };
  for (const row of changes.rows.slice(most)) {
    other.count += 1;
    other.before += row.before;
    other.after += row.after;
    other.delta += row.delta;
  }
  return { ...changes, rows: changes.rows.slice(0, most), other };
}
