/** What `udt memory` tells of a sample and of a comparison. */
import { type Said, saidText } from "@udt/base";
import {
  bytesText,
  type CallTree,
  type Change,
  type Changes,
  deltaText,
  FOOTPRINT_MEASURES,
  type FootprintMeasure,
  gradesOf,
  type MemorySample,
  REGION_COLUMNS,
  shortened,
  type Sums,
  topStacks,
} from "@udt/memory";
import type { Report, Table } from "./report-text.ts";

/** Rows of a table; programs get all of them. */
const ROWS_MAX = 20;
/** Places in the program that allocated the most: for people, and for programs. */
const STACKS_MAX = 10;
const STACKS_IN_DATA = 100;
/** Calls of a stack from its inner end. */
const CALLS_MAX = 6;

const MEASURES: Readonly<Record<FootprintMeasure, string>> = {
  phys_footprint: "the kernel's own",
  regions: "dirty, swapped and IOKit memory of all regions",
  total_pss: "TOTAL PSS of meminfo",
  mapped_pss: "PSS of all mappings",
};
const TREES = [
  ["malloc", "Stacks of malloc"],
  ["vm", "Stacks of VM regions"],
  ["java", "Java heap, by what holds it"],
] as const;

const size = (bytes: number | null): string => (bytes === null ? "" : bytesText(bytes));

export function sampleReport(sample: MemorySample): Report {
  const grades = gradesOf(sample);
  const trees = TREES.flatMap(([kind, title]) => {
    const tree = sample.stacks[kind];
    return tree ? [{ kind, title, tree }] : [];
  });
  return {
    sentences: [...aboutSample(sample), ...aboutGrades(grades)],
    tables: [
      regionTable(sample.regions),
      zoneTable(sample.zones, grades.fragmentation),
      classTable(sample.classes),
      leakTable(sample.leaks),
      ...trees.map(({ title, tree }) => stackTable(title, tree)),
    ],
    data: { ...sample, stacks: Object.fromEntries(trees.map(({ kind, tree }) => [kind, treeData(tree)])), grades },
  };
}

function aboutSample(sample: MemorySample): string[] {
  const { process, pid, taken_at, sources, footprint_bytes, footprint_peak_bytes, footprints, totals } = sample;
  const measure = FOOTPRINT_MEASURES.find((one) => footprints[one] !== undefined);
  const named = [process, ...(pid === null ? [] : [`process ${pid}`]), taken_at ?? ""].filter((part) => part !== "");
  const peak = footprint_peak_bytes === null ? "" : `, at most ${bytesText(footprint_peak_bytes)}`;
  return [
    ...(named.length > 0 ? [named.join(", ")] : []),
    `Read: ${sources.map(({ file, format, lines }) => `${file} (${format}, ${lines} lines)`).join(", ")}`,
    ...(footprint_bytes === null || !measure
      ? []
      : [`Footprint: ${bytesText(footprint_bytes)} (${MEASURES[measure]})${peak}`]),
    ...(sample.tool_bytes > 0 ? [`Left out: ${bytesText(sample.tool_bytes)} of tools that measure`] : []),
    ...(totals?.resident == null ? [] : [`Resident: ${bytesText(totals.resident)}`]),
    ...(sample.leaks ? [`Leaks: ${sample.leaks.count}, ${bytesText(sample.leaks.bytes)}`] : []),
    ...TREES.flatMap(([kind, title]) => {
      const tree = sample.stacks[kind];
      return tree ? [`${title}: ${bytesText(tree.total)} in ${tree.size - 1} calls`] : [];
    }),
    ...(sample.unheld
      ? [`Held by nothing: ${bytesText(sample.unheld.bytes)} in ${sample.unheld.objects} objects`]
      : []),
  ];
}

function aboutGrades({ region_count, swap_pressure }: ReturnType<typeof gradesOf>): string[] {
  return [
    ...(region_count ? [`Regions: ${region_count.count} (${region_count.grade})`] : []),
    ...(swap_pressure
      ? [`Swapped: ${swap_pressure.percent} % of what is dirty or swapped (${swap_pressure.grade})`]
      : []),
  ];
}

const regionTable = (regions: MemorySample["regions"]): Table => ({
  title: "Regions",
  columns: ["footprint", ...REGION_COLUMNS, "type"],
  rows: regions.slice(0, ROWS_MAX).map((one) => {
    const cells = REGION_COLUMNS.map((column) => (column === "count" ? String(one.count ?? "") : size(one[column])));
    return [size(one.footprint), ...cells, one.type];
  }),
});

function zoneTable(zones: MemorySample["zones"], fragmentation: ReturnType<typeof gradesOf>["fragmentation"]): Table {
  const gradeOf = (zone: string) => fragmentation.find((one) => one.zone === zone)?.grade ?? "";
  return {
    title: "Zones",
    columns: ["allocated", "dirty", "swapped", "fragmentation", "", "allocations", "zone"],
    rows: zones.slice(0, ROWS_MAX).map(({ name, allocated, dirty, swapped, fragmentation: percent, count }) => {
      const share = percent === null ? "" : `${percent} %`;
      return [size(allocated), size(dirty), size(swapped), share, gradeOf(name), String(count), name];
    }),
  };
}

function classTable(classes: MemorySample["classes"]): Table {
  const isRetaining = classes.some(({ retained }) => retained !== null);
  return {
    title: "Classes",
    columns: [...(isRetaining ? ["retained"] : []), "bytes", "allocations", "kind", "class"],
    rows: classes
      .slice(0, ROWS_MAX)
      .map(({ name, type, image, bytes, count, retained }) => [
        ...(isRetaining ? [size(retained)] : []),
        size(bytes),
        String(count),
        type,
        image === "" ? name : `${name} (${image})`,
      ]),
  };
}

const leakTable = (leaks: MemorySample["leaks"]): Table => ({
  title: "Leaks",
  columns: ["bytes", "blocks", "leaked", "", "what"],
  rows: (leaks?.rows ?? [])
    .slice(0, ROWS_MAX)
    .map(({ name, kind, instances, objects, bytes, stack }) => [
      size(bytes),
      String(objects),
      String(instances),
      kind === "cycle" ? "cycle" : "",
      stack.length === 0 ? name : `${name} ← ${stackText(stack)}`,
    ]),
});

const stackTable = (title: string, tree: CallTree): Table => ({
  title,
  columns: ["bytes", "stack"],
  rows: topStacks(tree, STACKS_MAX).map(({ bytes, stack }) => [size(bytes), stackText(stack)]),
});

const treeData = (tree: CallTree) => ({
  bytes: tree.total,
  calls: tree.size - 1,
  top: topStacks(tree, STACKS_IN_DATA),
});

/** The innermost call first: who allocated, and who had it done. */
function stackText(stack: readonly string[]): string {
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
interface ToldComparison {
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
    ...TREES.map(([kind, title]): [string, Changes | null] => [title, comparison[kind]]),
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
  const { rows, other: rest, delta, before, after } = shortened(changes, ROWS_MAX);
  const told = rows.map((row) => cells(row, row.kind, nameOf(row)));
  if (rest.count > 0) told.push(cells(rest, "", `other (${rest.count})`));
  if (told.length > 0) told.push(cells({ before, after, delta }, "", "all"));
  return { title, columns: ["change", "before", "after", "", "what"], rows: told };
}

const nameOf = ({ name, stack }: ToldChange): string => (stack ? stackText(stack) : name);
