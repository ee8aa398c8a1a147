import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSamples } from "../compare/compare.ts";
import { packedSample, unpackedSample } from "../packed.ts";
import { type Leak, leaksText, sampleOf } from "../testing/index.ts";

const STACK = ["start", "main", "Cart.add(_:)", "malloc_zone_malloc"];
const leaksOf = async (text: string) => (await sampleOf(text)).leaks;
const cutAfter = (text: string, line: RegExp) =>
  text.slice(0, (line.exec(text)?.index ?? 0) + (line.exec(text)?.[0].length ?? 0));

describe("leaks", () => {
  it("are told with their type, what they hold, and their stack", async () => {
    const sample = await sampleOf(
      leaksText([
        { name: "SecTrust", blocks: [144, 48, 32], stack: STACK },
        { name: "malloc in make_thumb", blocks: [5_120], instances: 3, stack: STACK.slice(0, 2) },
      ]),
    );
    expect(sample).toMatchObject({ process: "Shop", pid: 4711, taken_at: "2026-09-05T03:23:00.508Z" });
    const shop = (calls: string[]) => calls.map((call) => `${call} (Shop)`);
    expect(sample.leaks).toEqual({
      count: 6,
      bytes: 15_584,
      rows: [
        {
          name: "malloc in make_thumb",
          kind: "leak",
          instances: 3,
          objects: 3,
          bytes: 15_360,
          stack: shop(STACK.slice(0, 2)),
          cycle: [],
        },
        { name: "SecTrust", kind: "leak", instances: 1, objects: 3, bytes: 224, stack: shop(STACK), cycle: [] },
      ],
    });
  });

  it("that are cycles are told with the way back, without addresses", async () => {
    const leaks = await leaksOf(
      leaksText([{ name: "Cart", blocks: [64, 32], instances: 2, isCycle: true, stack: STACK }]),
    );
    expect(leaks?.rows).toMatchObject([
      {
        name: "Cart",
        kind: "cycle",
        instances: 2,
        objects: 4,
        bytes: 192,
        cycle: ["<Cart> [64]", "   next --> <Held> [32]", "   __strong self --> CYCLE BACK TO <Cart> [64]"],
      },
    ]);
  });

  it("without stack logging are sorted by their type", async () => {
    const leaks = await leaksOf(
      leaksText([
        { name: "A", blocks: [32], instances: 2 },
        { name: "std::vector<int>", blocks: [2_048, 16] },
      ]),
    );
    expect(leaks?.rows).toMatchObject([
      { name: "std::vector<int>", objects: 2, bytes: 2_068, stack: [] },
      { name: "A", instances: 2, objects: 2, bytes: 64, stack: [] },
    ]);
  });

  it("of blocks without a type are called as the tool calls them", async () => {
    const text = leaksText([
      { name: "A", blocks: [160], stack: STACK },
      { name: "A", blocks: [160] },
    ]);
    const bare = text.replace("<A>", "malloc<160>").replaceAll(/<A (0x\w+)>/g, "$1");
    expect((await leaksOf(bare))?.rows.map(({ name }) => name)).toEqual(["malloc<160>", "malloc<160>"]);
  });

  it("that nest in a cycle are no leaks of their own", async () => {
    const text = `Process 7: 2 leaks for 64 total leaked bytes.

    2 (64 bytes) ROOT CYCLE: <A 0x600000224fa0> [32]
       1 (32 bytes) b --> ROOT CYCLE: <B 0x6000002255c0> [32]
          __strong a --> CYCLE BACK TO <A 0x600000224fa0> [32]
`;
    const sample = await sampleOf(text);
    expect(sample.pid).toBe(7);
    expect(sample.leaks).toMatchObject({ count: 2, bytes: 64, rows: [{ name: "A", objects: 2, bytes: 64 }] });
    expect(sample.leaks?.rows[0]?.cycle).toEqual([
      "<A> [32]",
      "   b --> ROOT CYCLE: <B> [32]",
      "      __strong a --> CYCLE BACK TO <A> [32]",
    ]);
  });

  it("of a process that has none are none", async () => {
    expect(await leaksOf(leaksText([]))).toEqual({ count: 0, bytes: 0, rows: [] });
  });

  it("add up to the tool's own totals, to the byte below a kilobyte, whatever they are", async () => {
    const leak: fc.Arbitrary<Leak> = fc.record(
      {
        name: fc.constantFrom("A", "NSArray", "std::map<int, B>", "malloc in f(int)"),
        blocks: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 3 }),
        instances: fc.integer({ min: 1, max: 3 }),
        stack: fc.constantFrom(STACK, STACK.slice(0, 1)),
        isCycle: fc.constant(true as const),
      },
      { requiredKeys: ["name", "blocks"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(leak, { maxLength: 6 }), fc.constantFrom("\n", "\r\n"), async (all, end) => {
        const leaks = await leaksOf(leaksText(all).replaceAll("\n", end));
        const sum = (key: "objects" | "bytes") => leaks?.rows.reduce((total, row) => total + row[key], 0);
        expect([sum("objects"), sum("bytes")]).toEqual([leaks?.count, leaks?.bytes]);
      }),
      { numRuns: 60 },
    );
  });

  const text = leaksText([{ name: "Cart", blocks: [64, 32], instances: 2, stack: STACK }]);
  it.each([
    ["before its totals", cutAfter(text, /leaks Report Version.*/), "memory_cut", "Process PID: N leaks"],
    ["behind its totals", cutAfter(text, /total leaked bytes\.\n/), "memory_cut", "ROOT LEAK"],
    ["in a stack", cutAfter(text, /^3 {3}Shop.*\n/m), "memory_cut", "===="],
    ["behind a stack", cutAfter(text, /^====\n/m), "memory_cut", "2 × N (SIZE) ROOT LEAK"],
    ["between its blocks", cutAfter(text, /CYCLE|Held.*\n/), "memory_cut", "1 × N (SIZE) ROOT LEAK"],
    [
      "with a garbled call",
      text.replace("0x", "Ox").replace(/^3 .*$/m, "3   Shop"),
      "memory_unexpected",
      "N IMAGE 0xADDRESS",
    ],
    [
      "with a garbled block",
      text.replace("ROOT LEAK: <Cart 0x", "ROOT LEEK: <Cart 0x"),
      "memory_unexpected",
      "ROOT LEAK",
    ],
    ["with a garbled size", text.replace("2 (96 bytes) ROOT", "2 (96 bites) ROOT"), "memory_unexpected", "ROOT LEAK"],
    [
      "of two processes",
      `${text.replace(/Binary[^]*/, "")}Process 1: 0 leaks for 0 total leaked bytes.\n`,
      "memory_unexpected",
      "one process",
    ],
  ])("cut or garbled %s are refused", async (_, broken, code, expected) => {
    await expect(sampleOf(broken)).rejects.toMatchObject({
      said: {
        code,
        args: { line: expect.any(Number) as number, expected: expect.stringContaining(expected) as string },
      },
    });
  });
});

describe("leaks of two samples", () => {
  const before = leaksText([
    { name: "Cart", blocks: [64] },
    { name: "Old", blocks: [16] },
  ]);
  const after = leaksText([
    { name: "Cart", blocks: [64], instances: 3 },
    { name: "Cart", blocks: [32], isCycle: true },
  ]);

  it("are compared by type, however small they are", async () => {
    const { leaks, verdict } = compareSamples(await sampleOf(before), await sampleOf(after));
    expect(leaks?.rows.map(({ name, kind, delta }) => [name, kind, delta])).toEqual([
      ["Cart", "grown", 128],
      ["Cart (cycle)", "new", 32],
      ["Old", "gone", -16],
    ]);
    expect(verdict.code).toBe("memory_same");
  });

  it("are there in packed samples", async () => {
    const sample = await sampleOf(before);
    expect(unpackedSample(packedSample(sample)).leaks).toEqual(sample.leaks);
  });
});
