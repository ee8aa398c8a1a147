import type { MemoryLeak, MemoryReport, MemoryTable } from "@udt/contract";
import { type Cell, csvHeader, csvLine } from "../../platform/csv.ts";

const REGIONS = [
  ...(["type", "footprint", "virtual", "resident", "dirty", "swapped"] as const),
  ...(["volatile", "nonvolatile", "empty", "count"] as const),
];
const ZONES = ["name", "allocated", "dirty", "swapped", "fragmentation", "grade", "count"] as const;
const CLASSES = ["name", "type", "image", "bytes", "count", "retained"] as const;
const LEAKS = ["name", "kind", "instances", "objects", "bytes", "stack", "cycle"] as const;
const STACKS = ["name", "image", "bytes", "stack"] as const;

/** One table of a report: a line of the names of its columns, as the API has them, then a line for each row. */
export function reportCsv(report: MemoryReport, table: MemoryTable): string {
  const { regions, zones, classes, leaks } = report;
  switch (table) {
    case "regions":
      return csvOf(REGIONS, regions.list);
    case "zones":
      return csvOf(ZONES, zones.list);
    case "classes":
      return csvOf(CLASSES, classes.list);
    case "leaks":
      return csvOf(LEAKS, (leaks?.list ?? []).map(leakOf));
    default:
      return csvOf(STACKS, stacksOf(report[table]));
  }
}

const leakOf = ({ stack, cycle, ...row }: MemoryLeak) => ({
  ...row,
  stack: stack.join(";"),
  cycle: cycle.map((line) => line.trim()).join("; "),
});

/** The outermost call first, as collapsed stacks have it. */
const stacksOf = (tree: MemoryReport["malloc"]) =>
  (tree?.top ?? []).map((row) => ({ ...row, stack: row.stack.join(";") }));

const csvOf = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Cell>>[],
): string => csvHeader(columns) + rows.map((row) => `${csvLine(columns.map((column) => row[column]))}\r\n`).join("");
