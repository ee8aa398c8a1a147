/** What `udt memory` tells of a sample. */
import {
  bytesText,
  type CallTree,
  FOOTPRINT_MEASURES,
  gradesOf,
  type MemorySample,
  REGION_COLUMNS,
  topStacks,
} from "@udt/memory";
import { MEASURES, type Report, ROWS_TOLD, stackText, type Table, TOLD_TREES } from "@udt/memory/report";

/** Places in the program that allocated the most: for people, and for programs. */
const STACKS_MAX = 10;
const STACKS_IN_DATA = 100;
const size = (bytes: number | null): string => (bytes === null ? "" : bytesText(bytes));

export function sampleReport(sample: MemorySample): Report {
  const grades = gradesOf(sample);
  const trees = TOLD_TREES.flatMap(([kind, title]) => {
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
    ...TOLD_TREES.flatMap(([kind, title]) => {
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
  rows: regions.slice(0, ROWS_TOLD).map((one) => {
    const cells = REGION_COLUMNS.map((column) => (column === "count" ? String(one.count ?? "") : size(one[column])));
    return [size(one.footprint), ...cells, one.type];
  }),
});

function zoneTable(zones: MemorySample["zones"], fragmentation: ReturnType<typeof gradesOf>["fragmentation"]): Table {
  const gradeOf = (zone: string) => fragmentation.find((one) => one.zone === zone)?.grade ?? "";
  return {
    title: "Zones",
    columns: ["allocated", "dirty", "swapped", "fragmentation", "", "allocations", "zone"],
    rows: zones.slice(0, ROWS_TOLD).map(({ name, allocated, dirty, swapped, fragmentation: percent, count }) => {
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
      .slice(0, ROWS_TOLD)
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
    .slice(0, ROWS_TOLD)
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
