import { describe, expect, it } from "vitest";
import type { HprofClass, HprofDump } from "./hprof-dump.ts";
import { writeHprof } from "./write-hprof.ts";

const OBJECT: HprofClass = {
  id: 1,
  name: "java.lang.Object",
  super_id: 0,
  fields: [],
  instance_size: 8,
  heap: "image",
};
const CACHE: HprofClass = {
  id: 2,
  name: "Cache",
  super_id: 1,
  fields: [
    { name: "list", type: "object" },
    { name: "hits", type: "long" },
  ],
  statics: [{ name: "one", type: "object", value: 16 }],
  instance_size: 24,
  heap: "app",
};
const DUMP: HprofDump = { taken_at: 0x1_0000_0002, classes: [], roots: [], objects: [] };
const hexOf = (dump: Partial<HprofDump>) => Buffer.concat([...writeHprof({ ...DUMP, ...dump })]).toString("hex");
/** Hexadecimal digits, with blanks and remarks between them. */
const hex = (...lines: string[]) => lines.map((line) => line.replaceAll(/ |#.*/g, "")).join("");
const text = (words: string) => Buffer.from(words).toString("hex");

const HEADER = hex(text("JAVA PROFILE 1.0.3"), "00 00000004 # bytes of an id", "0000000100000002");
const digits = (number: number) => number.toString(16).padStart(8, "0");
const names = (first: number, ...all: string[]) =>
  hex(...all.map((name, index) => `01 00000000 ${digits(4 + name.length)} ${digits(first + index)} ${text(name)}`));
const HEAPS = ["app", "image", "zygote"];
const NO_TRACE = "05 00000000 0000000c 00000000 00000000 00000000";
const END = "2c 00000000 00000000";

describe("a heap dump that is written", () => {
  it("begins with its note, of which nothing else tells", () => {
    expect(hexOf({ note: "simulated" })).toBe(hex(HEADER, names(1, "simulated", ...HEAPS), NO_TRACE, END));
  });

  it("has names, classes, roots, and objects in the heap where they are", () => {
    const written = hexOf({
      classes: [OBJECT, CACHE],
      roots: [
        { kind: "jni_global", id: 16 },
        { kind: "thread_object", id: 16, thread: 7 },
        { kind: "sticky_class", id: 2 },
      ],
      objects: [
        { kind: "instance", id: 16, class_id: 2, values: { list: 17, hits: -1n }, heap: "app" },
        { kind: "object_array", id: 17, class_id: 1, elements: [16, 0], heap: "app" },
        { kind: "primitive_array", id: 18, type: "short", length: 3, heap: "zygote" },
      ],
    });
    const parts = hex(
      "01 00000010 00000010",
      "08 00000010 00000007 00000000",
      "05 00000002",
      "fe 00000049 00000007 # image",
      "20 00000001 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000008 0000 0000 0000",
      "fe 00000041 00000006 # app",
      "20 00000002 00000000 00000001 00000000 00000000 00000000 00000000 00000000 00000018 0000",
      "0001 00000005 02 00000010 # one",
      "0002 00000003 02 00000004 0b # list, hits",
      "21 00000010 00000000 00000002 0000000c 00000011 ffffffffffffffff",
      "22 00000011 00000000 00000002 00000001 00000010 00000000",
      "fe 0000005a 00000008 # zygote",
      "23 00000012 00000000 00000003 09 0000 0000 0000",
    );
    const loaded = hex(
      "02 00000000 00000010 00000001 00000001 00000000 00000001",
      "02 00000000 00000010 00000002 00000002 00000000 00000002",
    );
    const told = names(1, "java.lang.Object", "Cache", "list", "hits", "one", ...HEAPS);
    const segment = hex("1c 00000000", digits(parts.length / 2), parts);
    expect(written).toBe(hex(HEADER, told, loaded, NO_TRACE, segment, END));
  });

  it("is given piece by piece, however much it has, and tells each segment's heap anew", () => {
    const length = 40_000_000;
    let [bytes, most, segments] = [0, 0, 0];
    const objects = [
      { kind: "primitive_array", id: 1, type: "byte", length, heap: "app" },
      { kind: "primitive_array", id: 2, type: "byte", length: 0, heap: "app" },
    ] as const;
    for (const piece of writeHprof({ ...DUMP, objects })) {
      bytes += piece.length;
      most = Math.max(most, piece.length);
      if (piece.length === 9 && piece[0] === 0x1c) segments += 1;
    }
    expect(segments).toBe(2);
    expect(bytes).toBe(hexOf({}).length / 2 + length + 2 * (9 + 9 + 14));
    expect(most).toBeLessThan(100_000);
  });

  it("tells of an object whose class is not there", () => {
    const objects = [{ kind: "instance", id: 16, class_id: 9, values: {}, heap: "app" }] as const;
    expect(() => hexOf({ objects })).toThrow("an object 16 of a class 9 that is not there");
  });
});
