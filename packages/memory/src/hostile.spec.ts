/** Files that are none, or that are made to harm who reads them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryFault } from "./fault.ts";
import { LIMITS } from "./limits.ts";
import { readMemorySample } from "./read-sample.ts";
import type { MemorySample } from "./sample.ts";
import {
  allBySizeText,
  callTreeText,
  collapsedText,
  footprintText,
  heapText,
  leaksText,
  loliText,
  meminfoText,
  type Node,
  sampleOf,
  SampleFiles,
  smapsText,
  vmmapText,
} from "./testing/index.ts";

/** Raise it to search longer by hand. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 150);

const NODES: Node[] = [
  {
    symbol: "start",
    bytes: 0,
    count: 0,
    calls: [{ symbol: "main", bytes: 9, count: 2, calls: [{ symbol: "f", bytes: 1, count: 1 }] }],
  },
];
const SEEDS = [
  smapsText([{ name: "[heap]", size: 4, rss: 4, pss: 4, dirty: 4, swap: 0, swapPss: 0 }]),
  meminfoText(1, "a", [{ type: "Native Heap", numbers: [1, 1, 0, 0, 2] }]),
  vmmapText(
    [{ type: "Stack", sizes: [1, 1, 1, 0, 0, 0, 0], count: 1 }],
    [{ name: "Z_0x1", dirty: 1, swapped: 0, allocated: 1, count: 1 }],
    false,
  ),
  heapText([{ name: "A", type: "C", image: "B", bytes: 1, count: 1 }]),
  footprintText([{ type: "Stack", dirty: 1, regions: 1 }], 1, 1),
  '{"bytes per unit": 1, "processes": [{"pid": 1, "auxiliary": {}, "categories": {"a": {"dirty": 1}}}]}',
  allBySizeText(NODES),
  callTreeText(NODES),
  leaksText([
    { name: "A", blocks: [32, 16], instances: 2, stack: ["start", "main"] },
    { name: "B", blocks: [32], isCycle: true },
  ]),
  loliText(NODES),
  collapsedText(NODES),
];

const ROW = { type: "C", image: "B", bytes: 1, count: 1 };
const ENDLESS = "x".repeat(LIMITS.name_each + 1);
const BLANKS = " ".repeat(LIMITS.name_each + 1);

/** The sample, or the fault; anything else fails the test. */
async function read(text: string | Uint8Array): Promise<MemorySample | MemoryFault> {
  try {
    return await sampleOf(text);
  } catch (error) {
    if (error instanceof MemoryFault) return error;
    throw error;
  }
}

const isSound = ({ totals, regions, footprint_bytes }: MemorySample): boolean =>
  [...Object.values(totals ?? {}), ...regions.map(({ footprint }) => footprint), footprint_bytes]
    .filter((number) => number !== null)
    .every((number) => Number.isFinite(number) && number >= 0);

describe("reading", () => {
  it("ends with a sample or a fault that names file and line, whatever the bytes", async () => {
    const pieces = fc.constantFrom(
      " ",
      "\n",
      "\r\n",
      ";",
      "|",
      "(in ",
      "0x",
      "-",
      "99999999999999999",
      "K",
      "TOTAL",
      "\0",
      "é",
      "{",
      "call",
    );
    const changes = fc.array(fc.record({ at: fc.nat(5_000), cut: fc.nat(40), piece: pieces }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SEEDS), changes, async (seed, all) => {
        let text = seed;
        for (const { at, cut, piece } of all) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + piece + text.slice(start + cut);
        }
        const result = await read(text);
        if (result instanceof MemoryFault) expect(result.said.args).toHaveProperty("file");
        else expect(isSound(result)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("takes any bytes at all", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        await read(bytes);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ["an empty file", "", "memory_empty"],
    ["blank lines", "\n \r\n\n", "memory_empty"],
    ["some text", "Dear Sir or Madam,\nyours\n", "memory_unknown"],
    ["text in UTF-16", Buffer.from(SEEDS[0] ?? "", "utf16le"), "memory_not_text"],
    ["a line without an end", "a".repeat(LIMITS.line_bytes + 1), "memory_line_long"],
    ["a long line among others", `x 1\n${"a".repeat(LIMITS.line_bytes + 1)}\n`, "memory_line_long"],
    ["lines that say nothing", "nothing\n".repeat(LIMITS.head_lines + 1), "memory_unknown"],
    ["calls without end", `${"f;".repeat(LIMITS.depth)}g 1\n`, "memory_deep"],
    ["a stack without end", `1 call for 1 bytes: ${"f | ".repeat(LIMITS.depth)}g\n`, "memory_deep"],
    ["a class with a name without end", heapText([{ ...ROW, name: ENDLESS }]), "memory_line_long"],
    ["a region with a remark without end", `${SEEDS[2]?.replace(/^Stack .*$/m, `$& ${ENDLESS}`)}`, "memory_line_long"],
    ["a call with a name without end", `f;${ENDLESS} 1\n`, "memory_line_long"],
    ["calls at addresses, with blanks without end", `1 call for 1 bytes: f | ${BLANKS}g\n`, "memory_line_long"],
    ["a number too large", "a;b 9999999999999999\n", "memory_number"],
  ])("refuses %s", async (_, text, code) => {
    await expect(sampleOf(text)).rejects.toMatchObject({ name: "MemoryFault", said: { code } });
  });

  it("refuses a tree that is nested without end", async () => {
    const lines = Array.from(
      { length: LIMITS.depth + 1 },
      (_, depth) => `    ${"  ".repeat(depth)}1 (1K) f  (in a) + 1  [0x1]`,
    );
    const text = ["Call graph:", ...lines, "Total number in stack"].join("\n");
    await expect(sampleOf(text)).rejects.toMatchObject({ said: { code: "memory_deep" } });
  });

  it("keeps a name once, however often it comes", async () => {
    const { stacks } = await sampleOf("Scene::draw();malloc 1\n".repeat(10_000));
    expect(stacks.malloc).toMatchObject({ size: 3, total: 10_000, frames: { size: 2 } });
  });
});

describe("a sample", () => {
  it("has one file of each format", async () => {
    await expect(sampleOf(SEEDS[0] ?? "", SEEDS[0] ?? "")).rejects.toMatchObject({ said: { code: "memory_twice" } });
  });

  it("is of one process", async () => {
    const both = sampleOf(SEEDS[1] ?? "", SEEDS[3] ?? "");
    await expect(both).rejects.toMatchObject({ said: { code: "memory_processes", args: { pid: 4711, other_pid: 1 } } });
  });

  it("tells what the system says of a file that cannot be read", async () => {
    using files = new SampleFiles();
    await expect(readMemorySample([`${files.folder}/none`])).rejects.toMatchObject({
      said: { code: "memory_no_file", evidence: expect.stringContaining("ENOENT") as string },
    });
  });
});
