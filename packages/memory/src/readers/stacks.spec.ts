import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemorySample } from "../sample.ts";
import {
  allBySizeText,
  callTreeText,
  collapsedText,
  loliText,
  type Node,
  sampleOf,
  totalsBelow,
} from "../testing/index.ts";
import type { CallTree } from "../tree/call-tree.ts";
import { topStacks } from "../tree/top-stacks.ts";

const SYMBOLS = [
  "start",
  "-[Shop load:]",
  "std::vector<int, std::allocator<int>>::push_back(int&&)",
  "decode (inlined)",
  "λ",
];
const nodesAt = (depth: number): fc.Arbitrary<Node> =>
  fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    image: fc.constantFrom("Shop", "libsystem_malloc.dylib"),
    bytes: fc.integer({ min: 1, max: 2 ** 40 }),
    count: fc.integer({ min: 1, max: 1_000 }),
    calls: depth === 0 ? fc.constant([]) : fc.array(nodesAt(depth - 1), { maxLength: 3 }),
  });
/** All below one call, as threads and programs begin. */
const roots = fc
  .array(nodesAt(4), { minLength: 1, maxLength: 4 })
  .map((calls): Node[] => [{ symbol: "start", image: "dyld", bytes: 0, count: 0, calls }]);

/** What each stack allocated, by its calls: all that a tree says. */
function told({ stacks }: MemorySample): Record<string, number> {
  const tree = stacks.malloc;
  return Object.fromEntries(tree ? topStacks(tree, 10_000).map(({ stack, bytes }) => [stack.join(" > "), bytes]) : []);
}

const LEAF: Node = { symbol: "malloc", image: "libsystem_malloc.dylib", bytes: 100, count: 2 };
const TREE: Node[] = [
  {
    symbol: "start",
    image: "dyld",
    bytes: 0,
    count: 0,
    calls: [{ symbol: "main", bytes: 30, count: 1, calls: [LEAF] }],
  },
  { symbol: "worker", bytes: 7, count: 1 },
];

describe.each([
  ["malloc_history -callTree", "call_tree", callTreeText],
  ["malloc_history -allBySize", "all_by_size", allBySizeText],
  ["LoliProfiler", "loli_profiler", loliText],
  ["collapsed stacks", "collapsed", collapsedText],
] as const)("%s", (_, format, textOf) => {
  it("adds up to the byte, whatever the stacks", async () => {
    await fc.assert(
      fc.asyncProperty(roots, async (all) => {
        const { stacks, sources } = await sampleOf(textOf(all));
        expect(sources).toMatchObject([{ format }]);
        expect(stacks.malloc?.total).toBe(totalsBelow(all).bytes);
        expect(stacks.vm).toBe(null);
      }),
      { numRuns: 50 },
    );
  });

  it("has each stack by its calls", async () => {
    const sample = await sampleOf(textOf(TREE));
    const hasImages = format === "call_tree" || format === "all_by_size";
    expect(told(sample)).toEqual(
      hasImages
        ? {
            "start (dyld) > main (Shop) > malloc (libsystem_malloc.dylib)": 100,
            "start (dyld) > main (Shop)": 30,
            "worker (Shop)": 7,
          }
        : { "start > main > malloc": 100, "start > main": 30, worker: 7 },
    );
  });

  it("reads names of 10 kB and many of them", async () => {
    const symbol = (index: number) => `void ${"ns::".repeat(2_500)}f${index}<int>(char const*)`;
    const calls = Array.from({ length: 20 }, (__, index): Node => ({ symbol: symbol(index), bytes: 1, count: 1 }));
    const { stacks } = await sampleOf(textOf([{ symbol: "main", bytes: 0, count: 0, calls }]));
    expect(stacks.malloc).toMatchObject({ size: 22, total: 20 });
  });

  it("refuses what is garbled, with its line", async () => {
    const lines = textOf(TREE).split("\n");
    const at = lines.findLastIndex((line) => line.includes("worker"));
    lines[at] = "no stack at all";
    await expect(sampleOf(lines.join("\n"))).rejects.toMatchObject({
      said: { code: "memory_unexpected", args: { line: at + 1 } },
    });
  });
});

const treeOf = (tree: CallTree | null): Record<string, number> =>
  told({ stacks: { malloc: tree, vm: null } } as MemorySample);

describe("malloc_history", () => {
  it("is the same whatever the addresses, the threads and the way in which it tells stacks", async () => {
    const [one, two] = [await sampleOf(allBySizeText(TREE)), await sampleOf(allBySizeText(TREE, 0x2_0000_0000))];
    expect(told(one)).toEqual(told(two));
    expect(told(await sampleOf(callTreeText(TREE)))).toEqual(told(one));
    const threads = (number: string) =>
      `ALLOC 0x7684870-0x7684993 [size=292]: thread_${number} |start | main | -[A b:]\n`;
    expect(told(await sampleOf(threads("a08eb500")))).toEqual({ "start > main > -[A b:]": 292 });
    const queue = (number: number) =>
      `Call graph:\n    1 (9 bytes) Thread_${number}   DispatchQueue_${number}: com.apple.main-thread  (serial)\n\nTotal number in stack\n`;
    expect(told(await sampleOf(queue(11)))).toEqual(told(await sampleOf(queue(2_155_218))));
  });

  it("keeps VM regions in a tree of their own", async () => {
    const vm: Node = { symbol: "mach_vm_allocate", image: "libsystem_kernel.dylib", bytes: 4_096, count: 1 };
    const mixed: Node[] = [{ symbol: "main", bytes: 10, count: 1, calls: [vm, LEAF] }];
    for (const text of [allBySizeText(mixed), callTreeText(mixed)]) {
      const { stacks } = await sampleOf(text);
      expect(treeOf(stacks.vm)).toEqual({ "main (Shop) > mach_vm_allocate (libsystem_kernel.dylib)": 4_096 });
      expect(stacks.malloc?.total).toBe(110);
    }
    const { stacks } = await sampleOf("VM_ALLOC 0x1000-0x1fff [size=4096]:  0x1 (dyld) start | 0x2 (Shop) grow\n");
    expect(stacks).toMatchObject({ malloc: null, vm: { total: 4_096 } });
  });

  it("reads a tree as the tool draws it: rounded sizes, guides, calls without a symbol or a size, contents", async () => {
    const { stacks } = await sampleOf(`Call graph:
    1500 (1.5M) << TOTAL >>
      + 1000 (1.00M) start  (in dyld) + 450,533  [0x10e264224,0x10e264277]
      + ! 900 (1000K) ???  (in Shop)  load address 0x102a50000 + 0x86d2c  [0x102ad6d2c]
      + !   1 CONTENT:  malloc<4096>
      + 100 ADDITIONAL CHILDREN
      500 (512K) other  (in Shop) + 1  [0x1]

Total number in stack -- this line is here to get the correct format for importing with the Sampler instrument in Instruments.app
`);
    expect(stacks.malloc?.total).toBe(1.5 * 1024 ** 2);
    expect(treeOf(stacks.malloc)).toEqual({
      "start (dyld) > ??? (Shop)": 1_000 * 1024,
      "start (dyld)": 24 * 1024,
      "other (Shop)": 512 * 1024,
    });
  });

  it.each([
    ["a tree without its end", callTreeText(TREE).replace(/\nTotal[\s\S]*/, ""), "memory_cut"],
    [
      "what `sample` writes",
      "Call graph:\n    890 Thread_1\n      890 start  (in dyld) + 0  [0x1]\n\nTotal number in stack\n",
      "memory_cut",
    ],
    ["a stack that ends with a bar", "1 call for 9 bytes: 0x1 (dyld) start | \n", "memory_unexpected"],
    ["what was freed", "ALLOC 0x1-0x2 [size=2]: a | b\nFREE  0x1-0x2 [size=2]: a | b\n", "memory_unexpected"],
  ])("refuses %s", async (_, text, code) => {
    await expect(sampleOf(text)).rejects.toMatchObject({ said: { code } });
  });
});

describe("LoliProfiler", () => {
  it("takes no address for a name", async () => {
    const root: Node = { symbol: "/system/lib64/libc.so!0xe878", bytes: 5, count: 1 };
    expect(told(await sampleOf(loliText([root])))).toEqual({ "??? (/system/lib64/libc.so)": 5 });
  });
});
