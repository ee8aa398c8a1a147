/** What Apple's tools write, made of numbers that a test knows. */
import { type Node, stacksOf } from "./android-text.ts";

export interface AppleProcess {
  process: string;
  pid: number;
  footprint: string;
  peak: string;
  /** Of its day, in Tokyo. */
  time: string;
}

export const SHOP: AppleProcess = { process: "Shop", pid: 4711, footprint: "919.0M", peak: "941.4M", time: "12:23:00" };

const header = (tool: string, { process, pid, footprint, peak, time }: AppleProcess): string[] => [
  `Process:         ${process} [${pid}]`,
  `Path:            /Applications/${process}.app/${process}`,
  "Load Address:    0x10019c000",
  `Identifier:      com.example.${process}`,
  "Code Type:       ARM64",
  "",
  `Date/Time:       2026-09-05 ${time}.508 +0900`,
  "OS Version:      macOS 26.6 (25G72)",
  "Report Version:  7",
  `Analysis Tool:   /usr/bin/${tool}`,
  "",
  `Physical footprint:         ${footprint}`,
  `Physical footprint (peak):  ${peak}`,
  "Idle exit:                  untracked",
  "----",
  "",
];

/** All sizes in kB, as the tool prints those that are not large. */
export interface VmRow {
  type: string;
  sizes: [
    virtual: number,
    resident: number,
    dirty: number,
    swapped: number,
    volatile: number,
    nonvolatile: number,
    empty: number,
  ];
  count: number;
  remark?: string;
}

export interface ZoneRow {
  name: string;
  dirty: number;
  swapped: number;
  allocated: number;
  count: number;
}

export function vmmapText(rows: readonly VmRow[], zones: readonly ZoneRow[], isSummary = true, process = SHOP): string {
  const row = ({ type, sizes, count, remark = "" }: VmRow) =>
    `${type.padEnd(31)}${sizes.map((kb) => `${kb}K`.padStart(8)).join(" ")} ${String(count).padStart(8)} ${remark && `        ${remark}`}`;
  const zone = ({ name, dirty, swapped, allocated, count }: ZoneRow) =>
    [name.padEnd(33), "512.0M", `${dirty}K`, `${dirty}K`, `${swapped}K`, count, `${allocated}K`, "266K", "98%", 1].join(
      "  ",
    );
  const names = "VIRTUAL RESIDENT    DIRTY  SWAPPED VOLATILE   NONVOL    EMPTY   REGION";
  const single = [
    "Virtual Memory Map of process 4711 (Shop)",
    "Output report format:  2.4  -- 64-bit process",
    "VM page size:  16384 bytes",
    "",
    "==== Non-writable regions for process 4711",
    "REGION TYPE                    START - END         [ VSIZE  RSDNT  DIRTY   SWAP] PRT/MAX SHRMOD PURGE    REGION DETAIL",
    "__TEXT                      104e98000-104ea0000    [   32K    32K     0K     0K] r-x/r-x SM=COW          /Users/USER/*/Shop",
    "shared memory               105308000-10530c000    [   16K    16K    16K     0K] r--/r-- SM=SHM",
    "",
    "==== Legend",
    "SM=sharing mode:",
    "\tCOW=copy_on_write PRV=private NUL=empty ALI=aliased",
    "",
    "==== Summary for process 4711",
  ];
  return [
    ...header("vmmap", process),
    ...(isSummary ? [] : single),
    "ReadOnly portion of Libraries: Total=1.8G resident=532.9M(29%) swapped_out_or_unallocated=1.3G(71%)",
    "",
    `${"".padStart(32)}${names} `,
    "REGION TYPE                        SIZE     SIZE     SIZE     SIZE     SIZE     SIZE     SIZE    COUNT (non-coalesced) ",
    "===========                     ======= ========    =====  ======= ========   ======    =====  ======= ",
    ...rows.map(row),
    "===========                     ======= ========    =====  ======= ========   ======    =====  ======= ",
    "TOTAL                              8.1G     1.5G   134.7M   400.3M       0K   404.5M    13.4M     7248 ",
    "TOTAL, minus reserved VM space     4.0G     1.5G   134.7M   400.3M       0K   404.5M    13.4M     7248 ",
    "",
    "                                 VIRTUAL   RESIDENT      DIRTY    SWAPPED ALLOCATION      BYTES DIRTY+SWAP          REGION",
    "MALLOC ZONE                         SIZE       SIZE       SIZE       SIZE      COUNT  ALLOCATED  FRAG SIZE  % FRAG   COUNT",
    "===========                      =======  =========  =========  =========  =========  =========  =========  ======  ======",
    ...zones.map(zone),
    "",
  ].join("\n");
}

export interface HeapRow {
  name: string;
  type?: string;
  image?: string;
  bytes: number;
  count: number;
}

export function heapText(rows: readonly HeapRow[], zone?: string): string {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const title = zone === undefined ? "All zones" : `Zone ${zone}`;
  const line = ({ name, type = "", image = "", bytes: size, count: many }: HeapRow) =>
    `${String(many).padStart(8)} ${String(size).padStart(10)} ${(size / many).toFixed(1).padStart(9)}   ${name.padEnd(48)}  ${type.padEnd(6)}  ${image}`;
  return [
    ...header("heap", SHOP),
    "Process 4711: 2 zones",
    "",
    `All zones: ${count} nodes malloced - Sizes: 96KB[2] 16[519]`,
    "",
    "Found:  1614 ObjC classes  447 Swift classes  333 C++ classes  266 CFTypes",
    "",
    "-----------------------------------------------------------------------",
    `${title}: ${count} nodes (${bytes} bytes)`,
    "",
    "   COUNT      BYTES       AVG   CLASS_NAME                                        TYPE    BINARY",
    "   =====      =====       ===   ==========                                        ====    ======",
    ...rows.map(line),
    "",
  ].join("\n");
}

export interface Category {
  type: string;
  /** In bytes, as `footprint --format bytes` prints. */
  dirty: number;
  regions: number;
}

export function footprintText(categories: readonly Category[], footprint: number, peak: number): string {
  const cell = (bytes: number) => `${bytes} B`.padStart(12);
  const total = categories.reduce((sum, { dirty }) => sum + dirty, 0);
  return [
    "======================================================================",
    `Shop [4711]: 64-bit    Footprint: ${total} B (16384 bytes per page)`,
    "======================================================================",
    "",
    "  Dirty      Clean  Reclaimable    Regions    Category",
    "    ---        ---          ---        ---    ---",
    ...categories.map(({ type, dirty, regions }) => `${cell(dirty)}${cell(0)}${cell(0)} ${regions}    ${type}`),
    "    ---        ---          ---        ---    ---",
    `${cell(total)}${cell(0)}${cell(0)} 9386    TOTAL`,
    "",
    "Auxiliary data:",
    `    phys_footprint: ${footprint} B`,
    `    phys_footprint_peak: ${peak} B`,
    "",
  ].join("\n");
}

/** @param base where the images lie in this run */
export function allBySizeText(roots: readonly Node[], base = 0x1b1c10000): string {
  let at = base;
  const frame = ({ symbol, image = "Shop" }: Node) => `0x${(at++).toString(16)} (${image}) ${symbol}`;
  const line = ({ calls, bytes, count }: ReturnType<typeof stacksOf>[number]) =>
    `${count} call${count === 1 ? "" : "s"} for ${bytes} bytes: ${calls.map(frame).join(" | ")}`;
  return [
    ...header("malloc_history", SHOP),
    ...stacksOf(roots).map(line),
    "",
    "Binary Images:",
    "  0x1 - 0x2 dyld",
    "",
  ].join("\n");
}

/** Sizes in bytes, which the tool prints below 1K alone: so sums are to the byte. */
export function callTreeText(roots: readonly Node[], base = 0x10e264224): string {
  let at = base;
  const below = (node: Node, key: "bytes" | "count"): number =>
    (node.calls ?? []).reduce((sum, call) => sum + below(call, key), node[key]);
  const lines = (node: Node, indent: string): string[] => {
    const image = node.image ?? "Shop";
    const calls = node.calls ?? [];
    const head = `${below(node, "count")} (${below(node, "bytes")} bytes) ${node.symbol}  (in ${image}) + 450  [0x${(at++).toString(16)}]`;
    return [
      indent + head,
      ...calls.flatMap((call, index) => lines(call, indent + (index < calls.length - 1 ? "+ " : "  "))),
    ];
  };
  const [count, bytes] = [
    roots.reduce((sum, root) => sum + below(root, "count"), 0),
    roots.reduce((sum, root) => sum + below(root, "bytes"), 0),
  ];
  return [
    ...header("malloc_history", SHOP),
    "Call graph:",
    `    ${count} (${bytes} bytes) << TOTAL >>`,
    ...roots.flatMap((root, index) => lines(root, `    ${index < roots.length - 1 ? "+ " : "  "}`)),
    "",
    "Total number in stack -- this line is here to get the correct format for importing with the Sampler instrument in Instruments.app",
    "",
  ].join("\n");
}

/** Blocks that leaked, of one type and one stack, each of which holds others. */
export interface Leak {
  name: string;
  /** Bytes of each block: the first is what leaked, and holds the others. */
  blocks: number[];
  instances?: number;
  /** The outermost call first; without it stack logging was off. */
  stack?: string[];
  isCycle?: true;
}

/** As the tool prints a size: whole bytes below a kilobyte. */
const sizeText = (bytes: number): string => (bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toPrecision(3)}K`);

export function leaksText(found: readonly Leak[], process = SHOP): string {
  let at = 0x600000224fa0;
  const address = () => `0x${(at += 32).toString(16)}`;
  const sum = (sizes: readonly number[]) => sizes.reduce((all, bytes) => all + bytes, 0);
  const block = ({ name, blocks: [first = 0, ...held], isCycle }: Leak): string[] => {
    const own = address();
    const head = `${held.length + 1} (${sizeText(sum([first, ...held]))}) ROOT ${isCycle ? "CYCLE" : "LEAK"}: <${name} ${own}> [${first}]`;
    const below = held.map((bytes) => `   1 (${sizeText(bytes)}) next --> <Held ${address()}> [${bytes}]`);
    return [head, ...below, ...(isCycle ? [`   __strong self --> CYCLE BACK TO <${name} ${own}> [${first}]`] : [])];
  };
  const each = (leak: Leak) => Array.from({ length: leak.instances ?? 1 }, () => block(leak));
  const stacked = (leak: Leak): string[] => {
    const { name, stack = [], isCycle, instances = 1 } = leak;
    const frames = stack.map(
      (call, index) =>
        `${stack.length - index - 1}   Shop                         ${address()} ${call} + 34  Shop.swift:37`,
    );
    const blocks = each(leak);
    const isOne = blocks.length === 1;
    return [
      `STACK OF ${instances} ${isOne ? "INSTANCE" : "INSTANCES"} OF 'ROOT ${isCycle ? "CYCLE" : "LEAK"}: <${name}>':`,
      ...frames,
      "====",
      ...(isOne
        ? []
        : [`    ${instances * leak.blocks.length} (${sizeText(instances * sum(leak.blocks))}) << TOTAL >>`]),
      ...blocks.flatMap((lines) => [
        ...(isOne ? [] : ["      ----"]),
        ...lines.map((line) => `${isOne ? "    " : "      "}${line}`),
      ]),
      "",
    ];
  };
  const all = found.map(({ blocks, instances = 1 }) => [instances * blocks.length, instances * sum(blocks)] as const);
  const [count, bytes] = [sum(all.map(([blocks]) => blocks)), sum(all.map(([, size]) => size))];
  return [
    ...header("leaks", process),
    "leaks Report Version: 4.0, multi-line stacks",
    `Process ${process.pid}: 15140 nodes malloced for 7087 KB`,
    `Process ${process.pid}: ${count} ${count === 1 ? "leak" : "leaks"} for ${bytes} total leaked bytes.`,
    "",
    ...found.filter(({ stack }) => stack).flatMap(stacked),
    ...found
      .filter(({ stack }) => !stack)
      .flatMap((leak) =>
        each(leak)
          .flat()
          .map((line) => `    ${line}`),
      ),
    "",
    "Binary Images:",
    "       0x100e74000 -        0x100e95ff7 +Shop (0) <E38DAFBA> /Applications/Shop.app/Shop",
    "",
  ].join("\n");
}
