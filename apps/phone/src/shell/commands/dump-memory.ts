/** `dumpsys meminfo`: the mappings of a process by type, as `system/load` has them. */
import type { AppMemory } from "../../system/load/app-load.ts";
import { CODE_TYPES } from "../../system/load/mapped-files.ts";
import { sumsByType, type TypeSums } from "../../system/load/mappings.ts";
import { memoryText } from "../../system/load/proc-files.ts";
import { type PhoneProcess, listProcesses } from "../../system/processes.ts";
import type { ProgramContext } from "../program.ts";

const COLUMN = 9;
const HEAD = [
  ["Pss", "Private", "Private", "SwapPss", "Rss", "Heap", "Heap", "Heap"],
  ["Total", "Dirty", "Clean", "Dirty", "Total", "Size", "Alloc", "Free"],
  Array.from({ length: 8 }, () => "------"),
];
const CODE: ReadonlySet<string> = new Set(CODE_TYPES);
const JAVA: ReadonlySet<string> = new Set(["Dalvik Heap", ".art mmap"]);
const NATIVE: ReadonlySet<string> = new Set(["Native Heap"]);
const STACK: ReadonlySet<string> = new Set(["Stack"]);
const NO_HEAP = { size: 0, alloc: 0, free: 0 };

interface Row extends Omit<TypeSums, "type"> {
  type: string;
  heap?: AppMemory["native"];
}

/** What the graphics driver tells of a process: it is in none of its mappings. */
const graphics = (type: string, kb: number): Row[] =>
  kb === 0 ? [] : [{ type, pss: kb, private_dirty: kb, private_clean: 0, rss: kb }];

function rowsOf(memory: AppMemory): Row[] {
  const mapped: Row[] = sumsByType(memory.mappings)
    .filter(({ rss }) => rss > 0)
    .map((row) =>
      row.type === "Native Heap"
        ? { ...row, heap: memory.native }
        : row.type === "Dalvik Heap"
          ? { ...row, heap: memory.dalvik }
          : row,
    );
  // What is unknown comes last.
  const unknown = mapped.filter(({ type }) => type === "Unknown");
  return [
    ...mapped.filter(({ type }) => type !== "Unknown"),
    ...graphics("EGL mtrack", memory.egl),
    ...graphics("GL mtrack", memory.gl),
    ...unknown,
  ];
}

/** A process of the system: all of it is malloc's. */
const systemRows = ({ rss_kb, pss_kb }: PhoneProcess): Row[] => [
  {
    type: "Native Heap",
    pss: pss_kb,
    private_dirty: pss_kb,
    private_clean: 0,
    rss: rss_kb,
    heap: { size: rss_kb, alloc: rss_kb, free: 0 },
  },
];

const line = (name: string, cells: readonly (string | number)[]): string =>
  `${(name.padStart(13) + cells.map((cell) => String(cell).padStart(COLUMN)).join("")).trimEnd()}\n`;

function tableText(rows: readonly Row[], total: Row): string {
  const cells = ({ pss, private_dirty, private_clean, rss, heap }: Row) => [
    pss,
    private_dirty,
    private_clean,
    0,
    rss,
    ...(heap ? [heap.size, heap.alloc, heap.free] : []),
  ];
  return [...HEAD.map((words) => line("", words)), ...[...rows, total].map((row) => line(row.type, cells(row)))].join(
    "",
  );
}

function totalOf(rows: readonly Row[]): Row {
  const total: Row & { heap: AppMemory["native"] } = {
    type: "TOTAL",
    pss: 0,
    private_dirty: 0,
    private_clean: 0,
    rss: 0,
    heap: { ...NO_HEAP },
  };
  for (const { pss, private_dirty, private_clean, rss, heap = NO_HEAP } of rows) {
    total.pss += pss;
    total.private_dirty += private_dirty;
    total.private_clean += private_clean;
    total.rss += rss;
    total.heap.size += heap.size;
    total.heap.alloc += heap.alloc;
    total.heap.free += heap.free;
  }
  return total;
}

/** What only this process has of these rows counts; of the others there is what it shares, and what is left. */
function summaryText(rows: readonly Row[], total: Row): string {
  const ofTypes = (types: (type: string) => boolean, counts: (row: Row) => number) =>
    rows.filter(({ type }) => types(type)).reduce((kb, row) => kb + counts(row), 0);
  const isGraphics = (type: string) => type.endsWith("mtrack");
  const privateOf = ({ private_dirty, private_clean }: Row) => private_dirty + private_clean;
  const dirtyOf = ({ private_dirty }: Row) => private_dirty;
  const parts: [name: string, types: (type: string) => boolean, counts: (row: Row) => number][] = [
    // Of the heaps what is dirty, of the image of the run-time all.
    ["Java Heap", (type) => JAVA.has(type), privateOf],
    ["Native Heap", (type) => NATIVE.has(type), dirtyOf],
    ["Code", (type) => CODE.has(type), privateOf],
    ["Stack", (type) => STACK.has(type), dirtyOf],
    ["Graphics", isGraphics, privateOf],
  ];
  const row = (name: string, pss: number | "", rss: number | "") =>
    `${`${name.padStart(20)}: ${String(pss).padStart(8)}${String(rss).padStart(31)}`.trimEnd()}\n`;
  let known = 0;
  let knownRss = 0;
  const named = parts.map(([name, types, counts]) => {
    const [pss, rss] = [ofTypes(types, counts), ofTypes(types, (each) => each.rss)];
    known += pss;
    knownRss += rss;
    return row(name, pss, rss);
  });
  const mine = privateOf(total);
  const size = (kb: number) => String(kb).padStart(8);
  return ` App Summary
                       Pss(KB)                        Rss(KB)
                        ------                         ------
${named.join("")}${row("Private Other", mine - known, "")}${row("System", total.pss - mine, "")}${row("Unknown", "", total.rss - knownRss)}
           TOTAL PSS: ${size(total.pss)}            TOTAL RSS: ${size(total.rss)}       TOTAL SWAP (KB): ${size(0)}
`;
}

/** Android's counts of an app's objects; what this phone has none of is 0. */
function objectsText({ load }: PhoneProcess): string {
  const row = (...pairs: [name: string, count: number][]) =>
    `${pairs.map(([name, count]) => `${`${name}:`.padStart(21)}${String(count).padStart(9)}`).join("")}\n`;
  const windows = load && load.views > 0 ? 1 : 0;
  return ` Objects
${row(["Views", load?.views ?? 0], ["ViewRootImpl", windows])}${row(["AppContexts", windows], ["Activities", windows])}`;
}

const SIMULATED = " Simulated by the virtual phone (ro.udt.load)\n";

function processText(context: ProgramContext, process: PhoneProcess, isSummary: boolean): string {
  const rows = process.load ? rowsOf(process.load.memory()) : systemRows(process);
  const total = totalOf(rows);
  const table = isSummary ? "" : `${tableText(rows, total)} \n`;
  return `Applications Memory Usage (in Kilobytes):
${uptimeLine(context)}
** MEMINFO in pid ${process.pid} [${process.name}] **
${table}${summaryText(rows, total)} \n${objectsText(process)} \n${SIMULATED}`;
}

const uptimeLine = ({ phone }: ProgramContext): string => {
  const ms = Math.round(phone.system.uptime() * 1000);
  return `Uptime: ${ms} Realtime: ${ms}\n`;
};

/** `dumpsys meminfo [-s] [PID|PACKAGE]`: one process with its table, `-s` without, or all processes by size. */
export function dumpMemory(context: ProgramContext, args: string[]): string {
  const wanted = args.find((arg) => !arg.startsWith("-"));
  const processes = listProcesses(context.phone);
  if (wanted === undefined) {
    const rows = processes
      .toSorted((a, b) => b.pss_kb - a.pss_kb)
      .map(({ pss_kb, name, pid }) => `    ${pss_kb.toLocaleString("en-US")}K: ${name} (pid ${pid})\n`);
    return `Applications Memory Usage (in Kilobytes):\n${uptimeLine(context)}\nTotal PSS by process:\n${rows.join("")}\n${memoryText(context.phone.system.usage)}`;
  }
  const process = processes.find(({ name, pid }) => name === wanted || String(pid) === wanted);
  return process ? processText(context, process, args.includes("-s")) : `No process found for: ${wanted}\n`;
}
