/** What Android's tools write, made of numbers that a test knows. */

export interface Mapping {
  name: string;
  /** In kB. */
  size: number;
  rss: number;
  pss: number;
  dirty: number;
  swap: number;
  swapPss: number;
}

const field = (name: string, kb: number): string => `${`${name}:`.padEnd(16)}${String(kb).padStart(8)} kB`;

function fields({ size, rss, pss, dirty, swap, swapPss }: Mapping, hasSize: boolean): string[] {
  return [
    ...(hasSize ? [field("Size", size), field("KernelPageSize", 4)] : []),
    field("Rss", rss),
    field("Pss", pss),
    field("Shared_Clean", 0),
    field("Private_Dirty", dirty),
    field("Swap", swap),
    field("SwapPss", swapPss),
    field("Locked", 0),
  ];
}

/** One mapping after the other, each with a page between, so that none is another's bss. */
export function smapsText(mappings: readonly Mapping[], isLong = true): string {
  let at = 0x12c00000;
  const address = (bytes: number) => bytes.toString(16).padStart(isLong ? 10 : 8, "0");
  const lines = mappings.flatMap((mapping) => {
    const [start, end] = [at, at + mapping.size * 1024];
    at = end + 4096;
    const head = `${address(start)}-${address(end)} rw-p 00000000 00:00 0 `.padEnd(73);
    return [`${head}${mapping.name}`.trimEnd(), ...fields(mapping, true), "VmFlags: rd wr mr mw me ac"];
  });
  return `${lines.join("\n")}\n`;
}

export function rollupText(mapping: Mapping): string {
  const head = "12c00000-7ffd8d3f000 ---p 00000000 00:00 0                              [rollup]";
  return `${[head, ...fields(mapping, false)].join("\n")}\n`;
}

export interface MeminfoRow {
  type: string;
  /** In kB, as the columns are: PSS, private dirty, private clean, swapped PSS, RSS. */
  numbers: [pss: number, dirty: number, clean: number, swapPss: number, rss: number];
}

export function meminfoText(pid: number, process: string, rows: readonly MeminfoRow[]): string {
  const line = (name: string, cells: readonly (string | number)[]) =>
    name.padStart(13) + cells.map((cell) => String(cell).padStart(9)).join("");
  const sums = [0, 1, 2, 3, 4].map((column) => rows.reduce((sum, { numbers }) => sum + (numbers[column] ?? 0), 0));
  const total = [(sums[0] ?? 0) + (sums[3] ?? 0), ...sums.slice(1)];
  return [
    "Applications Memory Usage (in Kilobytes):",
    "Uptime: 152713 Realtime: 152713",
    "",
    `** MEMINFO in pid ${pid} [${process}] **`,
    line("", ["Pss", "Private", "Private", "SwapPss", "Rss", "Heap", "Heap", "Heap"]),
    line("", ["Total", "Dirty", "Clean", "Dirty", "Total", "Size", "Alloc", "Free"]),
    line(
      "",
      Array.from({ length: 8 }, () => "------"),
    ),
    ...rows.map(({ type, numbers }) => line(type, type.endsWith("Heap") ? [...numbers, 9, 8, 1] : numbers)),
    line("TOTAL", [...total, 18, 16, 2]),
    "",
    " App Summary",
    "                       Pss(KB)                        Rss(KB)",
    "           Java Heap:    15316                          40844",
    "",
  ].join("\n");
}

export interface Node {
  symbol: string;
  image?: string;
  /** Allocated there, not below. */
  bytes: number;
  count: number;
  calls?: Node[];
}

const bytesBelow = (node: Node): number => (node.calls ?? []).reduce((sum, call) => sum + bytesBelow(call), node.bytes);
const countBelow = (node: Node): number => (node.calls ?? []).reduce((sum, call) => sum + countBelow(call), node.count);

export function loliText(roots: readonly Node[]): string {
  const lines = (node: Node, depth: number): string[] => [
    `${"    ".repeat(depth)}${node.symbol}, ${bytesBelow(node)} Bytes, ${countBelow(node)}`,
    ...(node.calls ?? []).flatMap((call) => lines(call, depth + 1)),
  ];
  const head = ["=== LoliProfiler Profile Report ===", "", "Total allocations: 3", "Total size: 1 Bytes", ""];
  return [...head, "=== Memory Allocations ===", "", ...roots.flatMap((root) => lines(root, 0)), ""].join("\n");
}

/** Each node that allocated itself with its callers. */
export function stacksOf(roots: readonly Node[]): { calls: Node[]; bytes: number; count: number }[] {
  const below = (node: Node, callers: Node[]): { calls: Node[]; bytes: number; count: number }[] => {
    const calls = [...callers, node];
    const own = node.count > 0 ? [{ calls, bytes: node.bytes, count: node.count }] : [];
    return [...own, ...(node.calls ?? []).flatMap((call) => below(call, calls))];
  };
  return roots.flatMap((root) => below(root, []));
}

export const collapsedText = (roots: readonly Node[]): string =>
  stacksOf(roots)
    .map(({ calls, bytes }) => `${calls.map(({ symbol }) => symbol).join(";")} ${bytes}\n`)
    .join("");

export const totalsBelow = (roots: readonly Node[]): { bytes: number; count: number } => ({
  bytes: roots.reduce((sum, root) => sum + bytesBelow(root), 0),
  count: roots.reduce((sum, root) => sum + countBelow(root), 0),
});
