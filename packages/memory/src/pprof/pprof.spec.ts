import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { MemoryFault } from "../fault.ts";
import type { MemorySample } from "../sample.ts";
import { bytesField, type Node, numberField, pprofBytes, sampleOf, totalsBelow, varint } from "../testing/index.ts";
import { topStacks } from "../tree/top-stacks.ts";

const leaf = (symbol: string, bytes: number, image = "Shop"): Node => ({ symbol, image, bytes, count: 1 });
const ROOTS: Node[] = [
  {
    ...leaf("main.main", 0),
    count: 0,
    calls: [{ ...leaf("main.load", 4_096), calls: [leaf("malloc", 512, "libc.so")] }, leaf("main.keep", 100)],
  },
];
const stacksIn = ({ stacks }: MemorySample) =>
  stacks.malloc && Object.fromEntries(topStacks(stacks.malloc, 50).map(({ stack, bytes }) => [stack.join(";"), bytes]));

describe("a heap profile of pprof", () => {
  it.each([
    ["gzipped", gzipSync(pprofBytes(ROOTS))],
    ["as it is", pprofBytes(ROOTS)],
    ["with lists one by one", pprofBytes(ROOTS, { isSpread: true })],
    ["with ids that are addresses", pprofBytes(ROOTS, { firstId: 0xffff_ffff_0000_0000n })],
    [
      "in two parts",
      Buffer.concat([gzipSync(pprofBytes(ROOTS).subarray(0, 99)), gzipSync(pprofBytes(ROOTS).subarray(99))]),
    ],
  ])("%s tells stacks of malloc, the outermost call first", async (_, bytes) => {
    const sample = await sampleOf(bytes);
    expect(sample.sources).toMatchObject([{ format: "pprof", lines: 3 }]);
    expect(stacksIn(sample)).toEqual({
      "main.main (Shop);main.load (Shop)": 4_096,
      "main.main (Shop);main.load (Shop);malloc (libc.so)": 512,
      "main.main (Shop);main.keep (Shop)": 100,
    });
    expect(sample.stacks.malloc?.total).toBe(4_708);
  });

  it("tells when it was taken", async () => {
    const taken_at = Date.parse("2026-09-05T03:23:00.508Z");
    expect((await sampleOf(pprofBytes(ROOTS, { taken_at }))).taken_at).toBe("2026-09-05T03:23:00.508Z");
    expect((await sampleOf(pprofBytes(ROOTS, { taken_at: 9e12 }))).taken_at).toBe("2255-03-14T16:00:00.000Z");
  });

  it.each([
    [
      [
        ["Total malloc size", "bytes"],
        ["Unreleased malloc count", "count"],
        ["Unreleased malloc size", "bytes"],
      ],
    ],
    [[["space", "bytes"]]],
    [
      [
        ["objects", "count"],
        ["space", "bytes"],
      ],
    ],
  ] as const)("of %j takes what is in use", async (types) => {
    expect((await sampleOf(pprofBytes(ROOTS, { types }))).stacks.malloc?.total).toBe(4_708);
  });

  it("tells functions that became part of others, and calls without a function", async () => {
    const texts = ["", "inuse_space", "bytes", "inner", "outer", "/bin/game"].map((text) =>
      bytesField(6, Buffer.from(text)),
    );
    const named = (id: number, name: number) => bytesField(5, numberField(1, id), numberField(2, name));
    const line = (called: number) => bytesField(4, numberField(1, called));
    const bytes = Buffer.concat([
      bytesField(1, numberField(1, 1), numberField(2, 2)),
      bytesField(2, bytesField(1, varint(1), varint(2)), bytesField(2, varint(64))),
      bytesField(3, numberField(1, 9), numberField(5, 5)),
      bytesField(4, numberField(1, 1), line(1), line(2)),
      bytesField(4, numberField(1, 2), numberField(2, 9)),
      named(1, 3),
      named(2, 4),
      ...texts,
    ]);
    expect(stacksIn(await sampleOf(bytes))).toEqual({ "??? (game);outer;inner": 64 });
  });

  it("adds up to the byte, whatever the stacks", async () => {
    const nodesAt = (depth: number): fc.Arbitrary<Node> =>
      fc.record({
        symbol: fc.constantFrom("a", "b", "std::map<int>::f()", "画"),
        image: fc.constantFrom("libgame.so", "base.apk!lib.so"),
        bytes: fc.integer({ min: 0, max: 2 ** 40 }),
        count: fc.integer({ min: 1, max: 1_000 }),
        calls: depth === 0 ? fc.constant([]) : fc.array(nodesAt(depth - 1), { maxLength: 3 }),
      });
    await fc.assert(
      fc.asyncProperty(fc.array(nodesAt(3), { maxLength: 3 }), fc.boolean(), async (roots, isSpread) => {
        const { stacks } = await sampleOf(gzipSync(pprofBytes(roots, { isSpread })));
        expect(stacks.malloc?.total).toBe(totalsBelow(roots).bytes);
        expect(stacks.malloc?.count[0]).toBe(totalsBelow(roots).count);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a profile that is none, or made to harm", () => {
  const whole = pprofBytes(ROOTS);
  const type = bytesField(1, numberField(1, 1), numberField(2, 2));
  const names = ["", "inuse_space", "bytes"].map((text) => bytesField(6, Buffer.from(text)));
  // Its clocks, and whose memory it tells of, as heapprofd begins.
  const clocks = bytesField(6, bytesField(1, numberField(1, 6), numberField(2, 1_000_000)));
  const perfetto = Buffer.concat([bytesField(1, clocks), bytesField(1, bytesField(37, numberField(1, 4711)))]);
  it.each([
    ["cut", whole.subarray(0, -3), "memory_bytes_unexpected"],
    ["cut in its gzip", gzipSync(whole).subarray(0, -9), "memory_not_unpacked"],
    ["with a broken gzip", gzipSync(whole).fill(0, 20, 40), "memory_not_unpacked"],
    ["of something else in a gzip", gzipSync("Dear Sir or Madam"), "memory_unknown"],
    [
      "of time",
      pprofBytes(ROOTS, {
        types: [
          ["samples", "count"],
          ["cpu", "nanoseconds"],
        ],
      }),
      "memory_unexpected",
    ],
    ["of Perfetto, not yet made a profile", perfetto, "memory_perfetto"],
    ["of Perfetto, in a gzip", gzipSync(perfetto), "memory_perfetto"],
    ["of nothing", gzipSync(""), "memory_empty"],
    ["that bursts", gzipSync(Buffer.concat([type, Buffer.alloc(LIMITS.pprof_bytes)])), "memory_unpacked_large"],
    [
      "with a number without an end",
      Buffer.concat([type, ...names, Buffer.alloc(1_000_000, 0x80)]),
      "memory_bytes_unexpected",
    ],
    ["with a length beyond its end", Buffer.concat([type, varint(18), varint(2n ** 63n)]), "memory_bytes_unexpected"],
    ["with less than nothing", pprofBytes([leaf("a", -1)]), "memory_bytes_unexpected"],
    ["of more than can be counted", pprofBytes([leaf("a", 2 ** 60)]), "memory_bytes_unexpected"],
    [
      "with entries without end",
      Buffer.concat([type, ...names, Buffer.alloc(2 * LIMITS.pprof_entries + 2, Buffer.from([0x12, 0]))]),
      "memory_many",
    ],
    [
      "of calls without end",
      Buffer.concat([type, bytesField(2, bytesField(1, Buffer.alloc(LIMITS.depth + 1, 1))), ...names]),
      "memory_bytes_unexpected",
    ],
    // Which takes as much again for each that is of this name.
    [
      "with a type whose name has no end",
      pprofBytes(ROOTS, {
        types: [
          ["x".repeat(LIMITS.name_each + 1), "count"],
          ["inuse_space", "bytes"],
        ],
      }),
      "memory_line_long",
    ],
    ["with a call whose name has no end", pprofBytes([leaf("x".repeat(LIMITS.name_each + 1), 1)]), "memory_line_long"],
  ])("%s is refused", async (_, bytes, code) => {
    await expect(sampleOf(bytes)).rejects.toMatchObject({ name: "MemoryFault", said: { code } });
  });

  it("does not walk endless stacks that a few bytes name", async () => {
    const line = bytesField(4, numberField(1, 1));
    const location = bytesField(4, numberField(1, 1), ...Array.from({ length: LIMITS.depth }, () => line));
    const sample = bytesField(2, bytesField(1, varint(1)), bytesField(2, varint(1)));
    const samples = Buffer.alloc(sample.length * 6_000, sample);
    const read = sampleOf(Buffer.concat([type, samples, location, ...names]));
    await expect(read).rejects.toMatchObject({ said: { code: "memory_many" } });
  });

  it("ends with a sample or a fault, whatever its bytes", async () => {
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.integer({ min: 0, max: 255 }), cut: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), fc.boolean(), async (changes, isZipped) => {
        let bytes = Buffer.from(whole);
        for (const { at, byte, cut } of changes) {
          bytes[at % bytes.length] = byte;
          bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + cut)]);
        }
        const result = await sampleOf(isZipped ? gzipSync(bytes) : bytes).catch((error: unknown) => error);
        if (result instanceof MemoryFault) expect(result.said.args).toHaveProperty("file");
        else expect((result as MemorySample).stacks.malloc?.total ?? 0).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 200) },
    );
  });
});
