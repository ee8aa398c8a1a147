/** What `udt memory show` tells of a sample by partition rules. */
import { bytesText, type ModuleShare, type Partitions, type Share } from "@udt/memory";
import type { Report, Table } from "@udt/memory/report";

/** Stacks and types that are told of each module, and of what no rule explains, to programs. */
export const STACKS_TOLD = { of_module: 5, of_rest: 20 };

const PARTS = [
  ["malloc", "malloc"],
  ["java", "Java heap"],
  ["regions", "other regions"],
  ["vm", "VM regions"],
] as const;

/** A sample's report with its modules before all else. */
export function withPartitions(report: Report, partitions: Partitions): Report {
  const { stack_coverage: coverage } = partitions;
  const low = coverage?.is_low ? " (low: what is unexplained says little)" : "";
  return {
    sentences: [
      ...report.sentences,
      ...(coverage ? [`With a stack: ${Math.round(coverage.percent)} % of the footprint${low}`] : []),
    ],
    tables: [moduleTable(partitions), ...report.tables],
    data: { ...(report.data as object), partitions },
  };
}

function moduleTable({ modules, unexplained, total }: Partitions): Table {
  const most = ({ held, vm }: Share) => Math.max(held, vm);
  const parts = PARTS.filter(([part]) => part !== "java" || total.java !== null);
  const sizes = (of: Partitions["total"] | Share) => parts.map(([part]) => bytesText(of[part] ?? 0));
  const rows = modules.toSorted((a, b) => most(b) - most(a)).map((one) => [...sizes(one), ...flags(one), nameOf(one)]);
  return {
    title: "Partitions",
    columns: [...parts.map(([, title]) => title), "share", "", "budget", "", "module"],
    rows: [...rows, [...sizes(unexplained), "", "", "", "", "unexplained"], [...sizes(total), "", "", "", "", "all"]],
  };
}

const flags = ({ percent, is_large, budget_bytes, is_over }: ModuleShare): string[] => [
  `${Math.round(percent)} %`,
  is_large ? "large" : "",
  budget_bytes === null ? "" : bytesText(budget_bytes),
  is_over ? "over" : "",
];

const nameOf = ({ module, owner }: ModuleShare): string => (owner === "" ? module : `${module} (${owner})`);
