/** Heap dumps that are cut, garbled, or made to harm who reads them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryFault } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import type { MemorySample } from "../sample.ts";
import { JvmDump, sampleOf } from "../testing/index.ts";

const OBJECT = { id: 0x1000, name: "java/lang/Object" };
const NODE = { id: 0x1100, name: "Node", super_id: OBJECT.id, fields: [["next", "object"]] } as const;

function partsOf(dump: JvmDump): Buffer[] {
  return [
    dump.class(OBJECT),
    dump.class({ ...NODE, statics: [["all", "object", 0x2000]] }),
    dump.root(0x05, NODE.id),
    dump.instance(0x2000, NODE.id, ["object", 0x2040]),
    dump.objects(0x2040, OBJECT.id, 0x2000, 0x2080),
    dump.primitives(0x2080, "int", 3),
  ];
}
const WHOLE = new JvmDump(8);
const BYTES = WHOLE.bytes(partsOf(WHOLE));
/** Of a dump with these parts besides. */
const bytesWith = (make: (dump: JvmDump) => Buffer[], id_bytes: 4 | 8 = 8): Buffer => {
  const dump = new JvmDump(id_bytes);
  return dump.bytes([...partsOf(dump), ...make(dump)]);
};

const read = (bytes: Uint8Array): Promise<MemorySample | MemoryFault> =>
  sampleOf(bytes).catch((error: unknown) => {
    if (error instanceof MemoryFault) return error;
    throw error;
  });
const isSound = ({ stacks, unheld, classes }: MemorySample): boolean =>
  [stacks.java?.total, unheld?.bytes, ...classes.flatMap(({ bytes, retained }) => [bytes, retained])].every(
    (bytes) => Number.isSafeInteger(bytes) && Number(bytes) >= 0,
  );

describe("a heap dump that is none, or made to harm", () => {
  it("is refused wherever it is cut, with the byte", async () => {
    expect((await sampleOf(BYTES)).stacks.java?.total).toBeGreaterThan(0);
    for (let length = 20; length < BYTES.length; length += 1) {
      const fault = await read(BYTES.subarray(0, length));
      expect(fault, `cut at ${length}`).toMatchObject({ said: { code: "memory_bytes_unexpected" } });
      expect((fault as MemoryFault).said.args["byte"]).toBeLessThanOrEqual(length);
    }
  });

  it.each([
    ["of another version", new JvmDump(8, "9").bytes([]), "JAVA PROFILE 1.0.1, JAVA PROFILE 1.0.2, JAVA PROFILE 1.0.3"],
    ["with ids of another size", Buffer.from(BYTES).fill(7, 22, 23), "ID_SIZE 4, 8"],
    ["with a part of no kind", bytesWith(() => [Buffer.alloc(30, 0x77)]), "SUB_RECORD"],
    ["with a record beyond its end", Buffer.concat([BYTES, Buffer.alloc(9, 0xff)]), "RECORD 0xff (4294967295)"],
    [
      "with an id that is too large",
      bytesWith(() => [Buffer.concat([Buffer.of(5), Buffer.alloc(8, 0xff)])]),
      "ID < 2^53",
    ],
    [
      "with an array beyond its segment",
      bytesWith((dump) => [dump.primitives(0x3000, "byte", 9).subarray(0, -1)]),
      "PRIMITIVE_ARRAY_DUMP (9)",
    ],
    [
      "with an array without elements that is larger than any",
      bytesWith((dump) => [dump.primitives(0x3000, "long", 2 ** 31, 0xc3)]),
      "PRIMITIVE_ARRAY_DUMP: LENGTH <= 2147483647",
    ],
    [
      "with an array of nothing",
      bytesWith((dump) => [dump.primitives(0x3000, "object", 1)]),
      "PRIMITIVE_ARRAY_DUMP: TYPE 4..11",
    ],
    ["with an object of no class", bytesWith((dump) => [dump.instance(0x3000, 0x99)]), "CLASS_DUMP 0x99"],
    ["with an object without its fields", bytesWith((dump) => [dump.instance(0x3000, NODE.id)]), "INSTANCE_DUMP (8)"],
    [
      "with a class of a class that is not there",
      bytesWith((dump) => [dump.class({ id: 0x3000, name: "A", super_id: 0x99 }), dump.instance(0x4000, 0x3000)]),
      "CLASS_DUMP 0x99",
    ],
    [
      "with a class above itself",
      bytesWith((dump) => [
        dump.class({ id: 0x3000, name: "A", super_id: 0x3100 }),
        dump.class({ id: 0x3100, name: "B", super_id: 0x3000 }),
      ]),
      "CLASS_DUMP A: SUPER <= 1000",
    ],
    [
      "with a name without end",
      bytesWith((dump) => [dump.class({ id: 0x3000, name: "x".repeat(LIMITS.name_each + 1) })]),
      `UTF8 LENGTH <= ${LIMITS.name_each}`,
    ],
    [
      "with heaps without end",
      bytesWith(() =>
        Array.from({ length: 16 }, (_, heap) => Buffer.concat([Buffer.of(0xfe, 0, 0, 0, heap), Buffer.alloc(8)])),
      ),
      "HEAP_DUMP_INFO <= 15",
    ],
    [
      "with a class of fields without a type",
      bytesWith((dump) => [Buffer.concat([dump.class({ ...NODE, id: 0x3000 }).subarray(0, -1), Buffer.of(3)])]),
      "CLASS_DUMP: TYPE 2, 4..11",
    ],
  ])("%s is refused", async (_, bytes, expected) => {
    await expect(sampleOf(bytes)).rejects.toMatchObject({
      said: { code: "memory_bytes_unexpected", args: { expected } },
    });
  });

  it("of Android's with a class above itself is refused as a JVM's is", async () => {
    const dump = new JvmDump(4, "3");
    const loop = [
      dump.class({ id: 0x3000, name: "A", super_id: 0x3100 }),
      dump.class({ id: 0x3100, name: "B", super_id: 0x3000 }),
      dump.instance(0x4000, 0x3000),
    ];
    await expect(sampleOf(dump.bytes([...partsOf(dump), ...loop]))).rejects.toMatchObject({
      said: { args: { expected: expect.stringMatching(/SUPER <= 1000$/) } },
    });
  });

  it("of which each class has a class above it is read once for each", async () => {
    const size = 20_000;
    const fields = Array.from({ length: 40 }, (_, index) => [`f${index}`, "long"] as const);
    const bytes = bytesWith((dump) =>
      Array.from({ length: size }, (_, index) => {
        const depth = index % 900;
        const super_id = depth === 0 ? OBJECT.id : 0x10_0000 + index - 1;
        return dump.class({ id: 0x10_0000 + index, name: `C${index}`, super_id, fields: depth === 0 ? fields : [] });
      }),
    );
    const sample = await sampleOf(bytes);
    expect(sample.sources[0]?.lines).toBe(size + 5);
  });

  it("may have an object twice, or one that refers to what is not there", async () => {
    const sample = await sampleOf(
      bytesWith((dump) => [
        dump.primitives(0x2080, "int", 3),
        dump.instance(0x3000, NODE.id, ["object", 0x7777]),
        dump.root(0xff, 0x3000),
        dump.root(0xff, 0x8888),
      ]),
    );
    expect(isSound(sample)).toBe(true);
    expect(sample.unheld?.objects).toBe(1);
  });

  it("ends with a sample or a fault, whatever its bytes", async () => {
    const seeds = [BYTES, bytesWith(() => [], 4)];
    const change = fc.record({ at: fc.nat(BYTES.length), byte: fc.integer({ min: 0, max: 255 }), cut: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(change, { minLength: 1, maxLength: 5 }),
        async (seed, changes) => {
          let bytes = Buffer.from(seed);
          for (const { at, byte, cut } of changes) {
            bytes[at % bytes.length] = byte;
            bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + cut)]);
          }
          const result = await read(bytes);
          if (result instanceof MemoryFault) expect(result.said.args).toHaveProperty("file");
          else if (result.sources[0]?.format === "hprof") expect(isSound(result)).toBe(true);
        },
      ),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 200) },
    );
  });
});
