/** What is told of a comparison of two samples, here and on servers. */
import { type Said, saidText } from "@udt/base";
import { type Change, type Changes, shortened, type Sums } from "../compare/changes.ts";
import type { FootprintMeasure } from "../sample.ts";
import { bytesText, deltaText } from "../sizes.ts";
import type { Report, Table } from "./report-text.ts";

/** Rows of a table; programs get all of them. */
export const ROWS_TOLD = 20;
/** Calls of a stack from its inner end. */
const CALLS_MAX = 6;

export const MEASURES: Readonly<Record<FootprintMeasure, string>> = {
  phys_footprint: "the kernel's own",
  regions: "dirty, swapped and IOKit memory of all regions",
  total_pss: "TOTAL PSS of meminfo",
  mapped_pss: "PSS of all mappings",
};
/** Never added together. */
export const TOLD_TREES = [
  ["malloc", "Stacks of malloc"],
  ["vm", "Stacks of VM regions"],
  ["java", "Java heap, by what holds it"],
] as const;

/** The innermost call first: who allocated, and who had it done. */
export function stackText(stack: readonly string[]): string {
  const calls = stack.toReversed();
  return [...calls.slice(0, CALLS_MAX), ...(calls.length > CALLS_MAX ? ["…"] : [])].join(" ← ");
}

interface Judged {
  noise: number;
  /** By how much the footprint may grow. */
  most: number | undefined;
  isGrown: boolean;
}

type ToldChange = Change & { stack?: string[] | undefined };
type Told = Changes<ToldChange> | null;
/** What is told of a comparison: of one that was made here, and of one that a server made. */
export interface ToldComparison {
  verdict: Said;
  footprint: (Sums & { measure: FootprintMeasure }) | null;
  composition: { with_stack: Sums; without_stack: Sums } | null;
  regions: Told;
  zones: Told;
  classes: Told;
  leaks: Told;
  malloc: Told;
  vm: Told;
  java: Told;
  partitions: { held: ToldModules; vm: ToldModules | null } | null;
}
type ToldModules = Changes & { unexplained: Sums };

export function comparisonReport(comparison: ToldComparison, { noise, most, isGrown }: Judged): Report {
  const { verdict, footprint, composition, regions, zones, classes, leaks, partitions } = comparison;
  const sentence = saidText(verdict);
  const tables: [string, Told][] = [
    ["Regions", regions],
    ["Zones", zones],
    ["Classes", classes],
    ["Leaks", leaks],
    ...TOLD_TREES.map(([kind, title]): [string, Changes | null] => [title, comparison[kind]]),
  ];
  return {
    sentences: [
      sentence,
      ...(footprint
        ? [`Footprint: ${bytesText(footprint.before)} → ${bytesText(footprint.after)} (${MEASURES[footprint.measure]})`]
        : []),
      ...(composition ? [compositionText(composition)] : []),
      ...(most === undefined ? [] : [`${isGrown ? "More" : "Not more"} than the ${bytesText(most)} that are allowed`]),
    ],
    tables: [
      ...moduleTable("Partitions", partitions?.held),
      ...moduleTable("Partitions of VM regions", partitions?.vm),
      ...tables.flatMap(([title, changes]) => (changes ? [changeTable(title, changes)] : [])),
    ],
    data: { sentence, noise_bytes: noise, fail_over_bytes: most ?? null, has_failed: isGrown, ...comparison },
  };
}

const compositionText = ({ with_stack, without_stack }: NonNullable<ToldComparison["composition"]>): string =>
  [["With a stack", with_stack] as const, ["without one", without_stack] as const]
    .map(([title, { before, after }]) => `${title}: ${bytesText(before)} → ${bytesText(after)}`)
    .join("; ");

const cells = (one: Sums, kind: string, name: string): string[] => [
  deltaText(one.delta),
  bytesText(one.before),
  bytesText(one.after),
  kind,
  name,
];

/** Modules, and what no rule explains. */
function moduleTable(title: string, changes: ToldModules | null | undefined): Table[] {
  if (!changes) return [];
  const { rows, ...table } = changeTable(title, changes);
  const [all, ...others] = rows.toReversed();
  const unexplained = cells(changes.unexplained, "", "unexplained");
  return [{ ...table, rows: all ? [...others.toReversed(), unexplained, all] : [] }];
}

function changeTable(title: string, changes: Changes<ToldChange>): Table {
  const { rows, other: rest, delta, before, after } = shortened(changes, ROWS_TOLD);
  const told = rows.map((row) => cells(row, row.kind, nameOf(row)));
  if (rest.count > 0) told.push(cells(rest, "", `other (${rest.count})`));
  if (told.length > 0) told.push(cells({ before, after, delta }, "", "all"));
  return { title, columns: ["change", "before", "after", "", "what"], rows: told };
}

const nameOf = ({ name, stack }: ToldChange): string => (stack ? stackText(stack) : name);
