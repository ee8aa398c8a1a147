import type { MemoryCompareFormat, MemoryComparison, MemorySums } from "@udt/contract";
import { comparisonReport, reportText } from "@udt/memory/report";
import { type Cell, csvHeader, csvLine } from "../../platform/csv.ts";

const COLUMNS = [
  ...(["part", "kind", "name", "module", "owner", "budget_bytes"] as const),
  ...(["before", "after", "delta", "stack"] as const),
] as const;
type Line = Readonly<Partial<Record<(typeof COLUMNS)[number], Cell | undefined>>>;

/** Lists of changes, each by its name in the API; trees are never to be added together. */
const LISTS = ["regions", "zones", "classes", "leaks", "malloc", "vm", "java"] as const;

interface ComparisonFile {
  ending: string;
  type: string;
  write: (comparison: MemoryComparison) => string;
}
export const COMPARISON_FILES: Readonly<Record<MemoryCompareFormat, ComparisonFile>> = {
  csv: { ending: "csv", type: "text/csv; charset=utf-8", write: comparisonCsv },
  json: { ending: "json", type: "application/json; charset=utf-8", write: (comparison) => JSON.stringify(comparison) },
  markdown: {
    ending: "md",
    type: "text/markdown; charset=utf-8",
    write: (comparison) => {
      const judged = { noise: comparison.noise_bytes, most: undefined, isGrown: false };
      return `${reportText(comparisonReport(comparison, judged), "markdown")}\n`;
    },
  },
};

/** A line for each row of each part, whose sums it has in bytes; `other` is what differs by less than the noise. */
function comparisonCsv(comparison: MemoryComparison): string {
  const lines = [
    ...wholes(comparison),
    ...LISTS.flatMap((part) => changes(part, comparison[part])),
    ...modules(comparison),
  ];
  return (
    csvHeader(COLUMNS) + lines.map((line) => `${csvLine(COLUMNS.map((column) => line[column] ?? ""))}\r\n`).join("")
  );
}

function wholes({ footprint, composition }: MemoryComparison): Line[] {
  return [
    ...(footprint ? [{ part: "footprint", name: footprint.measure, ...sumsOf(footprint) }] : []),
    ...(composition
      ? (["with_stack", "without_stack"] as const).map((kind) => ({
          part: "composition",
          kind,
          name: composition.tree,
          ...sumsOf(composition[kind]),
        }))
      : []),
  ];
}

function changes(part: string, all: MemoryComparison["malloc"]): Line[] {
  if (!all) return [];
  const rows = all.rows.map(({ kind, name, module, stack, ...sums }) => ({
    part,
    kind,
    name,
    module,
    ...sumsOf(sums),
    stack: stack?.join(";"),
  }));
  return [...rows, ...otherOf(part, all.other)];
}

function modules({ partitions }: MemoryComparison): Line[] {
  return (["held", "vm"] as const).flatMap((of) => {
    const all = partitions?.[of];
    const part = `partitions_${of}`;
    if (!all) return [];
    const rows = all.rows.map(({ kind, name, owner, budget_bytes, ...sums }) => ({
      part,
      kind,
      module: name,
      owner,
      budget_bytes: budget_bytes ?? "",
      ...sumsOf(sums),
    }));
    return [...rows, ...otherOf(part, all.other), { part, kind: "unexplained", ...sumsOf(all.unexplained) }];
  });
}

const otherOf = (part: string, other: MemorySums & { count: number }): Line[] =>
  other.count === 0 ? [] : [{ part, kind: "other", ...sumsOf(other) }];

const sumsOf = ({ before, after, delta }: MemorySums): MemorySums => ({ before, after, delta });
