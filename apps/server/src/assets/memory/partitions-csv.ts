import type { MemoryPartitions, PartitionShare } from "@udt/contract";
import { type Cell, csvHeader, csvLine } from "../../platform/csv.ts";

const SIZES = ["held", "malloc", "java", "regions", "vm"] as const;
const COLUMNS = ["module", "owner", ...SIZES, "percent", "is_large", "budget_bytes", "is_over"] as const;

/** A line for each module, the largest first, and then one for what no rule explains, which has no module. */
export function partitionsCsv({ modules, unexplained }: MemoryPartitions): string {
  const most = ({ held, vm }: PartitionShare) => Math.max(held, vm);
  const rows: Readonly<Partial<Record<(typeof COLUMNS)[number], Cell>>>[] = [
    ...modules.toSorted((a, b) => most(b) - most(a)),
    unexplained,
  ];
  return (
    csvHeader(COLUMNS) + rows.map((row) => `${csvLine(COLUMNS.map((column) => row[column] ?? null))}\r\n`).join("")
  );
}
