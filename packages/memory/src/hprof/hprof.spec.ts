import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import type { MemorySample } from "../sample.ts";
import { JvmDump, sampleOf } from "../testing/index.ts";
import { topStacks } from "../tree/top-stacks.ts";
import type { HprofClass, HprofDump, HprofObject, HprofRoot } from "./hprof-dump.ts";
import { writeHprof } from "./write-hprof.ts";

const KB = 1024;
const classOf = (id: number, name: string, fields: HprofClass["fields"] = [], super_id = 1): HprofClass => ({
  id,
  name,
  super_id,
  fields,
  instance_size: 16,
  heap: "app",
});
const CLASSES: HprofClass[] = [
  { ...classOf(1, "java.lang.Object", [], 0), instance_size: 8, heap: "image" },
  { ...classOf(2, "java.lang.Class"), instance_size: 0, heap: "image" },
  classOf(3, "java.lang.ref.Reference", [{ name: "referent", type: "object" }]),
  classOf(4, "java.lang.ref.WeakReference", [{ name: "queue", type: "object" }], 3),
  classOf(5, "Node", [
    { name: "next", type: "object" },
    { name: "size", type: "int" },
    { name: "data", type: "object" },
  ]),
  { ...classOf(6, "java.lang.Object[]"), instance_size: 0 },
];
const node = (id: number, next: number, data = 0): HprofObject => ({
  kind: "instance",
  id,
  class_id: 5,
  values: { next, data },
  heap: "app",
});
const array = (id: number, length: number, heap: HprofObject["heap"] = "app"): HprofObject => ({
  kind: "primitive_array",
  id,
  type: "byte",
  length,
  heap,
});
const androidBytes = (dump: Partial<HprofDump>) =>
  Buffer.concat([...writeHprof({ taken_at: 0, classes: CLASSES, roots: [], objects: [], ...dump })]);
const held = (...ids: number[]): HprofRoot[] => ids.map((id) => ({ kind: "jni_global", id }));

/** What each path of classes has itself. */
const pathsIn = ({ stacks: { java } }: MemorySample) =>
  java && Object.fromEntries(topStacks(java, 50).map(({ stack, bytes }) => [stack.join(" > "), bytes]));
const rowIn = ({ classes }: MemorySample, name: string, image = "app") =>
  classes.find((row) => row.name === name && row.image === image);

describe("a heap dump of Android", () => {
  it("tells classes with what they retain, and what holds what", async () => {
    const sample = await sampleOf(
      androidBytes({
        taken_at: Date.parse("2026-09-05T03:23:00.508Z"),
        roots: [...held(100), { kind: "sticky_class", id: 5 }, { kind: "thread_object", id: 101 }],
        objects: [
          node(100, 102, 200),
          node(101, 102),
          node(102, 103, 201),
          { kind: "object_array", id: 103, class_id: 6, elements: [104, 0, 104], heap: "zygote" },
          node(104, 100, 202),
          array(200, KB),
          array(201, 2 * KB, "zygote"),
          array(202, 4 * KB),
        ],
      }),
    );
    expect(sample.sources).toMatchObject([{ format: "hprof", lines: 14 }]);
    expect(sample.taken_at).toBe("2026-09-05T03:23:00.508Z");
    expect(pathsIn(sample)).toEqual({
      "[JNI global] > Node (app)": 16,
      "[JNI global] > Node (app) > byte[] (app)": KB,
      "[thread object] > Node (app)": 16,
      "[several roots] > Node (app)": 16,
      "[several roots] > Node (app) > byte[] (zygote)": 2 * KB,
      "[several roots] > Node (app) > java.lang.Object[] (zygote)": 12,
      "[several roots] > Node (app) > java.lang.Object[] (zygote) > Node (app)": 16,
      "[several roots] > Node (app) > java.lang.Object[] (zygote) > Node (app) > byte[] (app)": 4 * KB,
    });
    expect(sample.stacks.java?.total).toBe(4 * 16 + 12 + 7 * KB);
    expect(rowIn(sample, "Node")).toMatchObject({ count: 4, bytes: 64, retained: 4 * 16 + 12 + 7 * KB, type: "Java" });
    expect(rowIn(sample, "byte[]", "zygote")).toMatchObject({ count: 1, bytes: 2 * KB, retained: 2 * KB });
    expect(rowIn(sample, "java.lang.Object[]", "zygote")).toMatchObject({ bytes: 12, retained: 12 + 16 + 4 * KB });
    expect(sample.unheld).toEqual({ objects: 3, bytes: 0 });
    expect(sample.footprint_bytes).toBe(null);
  });

  it("keeps nothing by weak references, and tells what nothing keeps", async () => {
    const weak = (id: number, referent: number, queue: number): HprofObject => ({
      kind: "instance",
      id,
      class_id: 4,
      values: { referent, queue },
      heap: "app",
    });
    const objects = [weak(100, 200, 201), array(200, KB), array(201, 7), node(300, 301), node(301, 300)];
    const sample = await sampleOf(androidBytes({ classes: CLASSES.slice(0, 5), roots: held(100), objects }));
    expect(pathsIn(sample)).toEqual({
      "[JNI global] > java.lang.ref.WeakReference (app)": 16,
      "[JNI global] > java.lang.ref.WeakReference (app) > byte[] (app)": 7,
    });
    // The classes that nothing keeps but their objects are 0 bytes here.
    expect(sample.unheld?.bytes).toBe(KB + 2 * 16);
    expect(rowIn(sample, "byte[]")).toMatchObject({ count: 2, bytes: KB + 7, retained: 7 });
  });

  it("keeps what the statics of a class have, and the class by its objects", async () => {
    const statics = [
      { name: "all", type: "object", value: 200 },
      { name: "count", type: "long", value: 3n },
    ] as const;
    const classes = [...CLASSES, { ...classOf(7, "Cache"), statics }];
    const cache: HprofObject = { kind: "instance", id: 100, class_id: 7, values: {}, heap: "app" };
    const sample = await sampleOf(androidBytes({ classes, roots: held(100), objects: [cache, array(200, KB)] }));
    expect(pathsIn(sample)).toEqual({
      "[JNI global] > Cache (app)": 16,
      "[JNI global] > Cache (app) > class Cache (app)": 12,
      "[JNI global] > Cache (app) > class Cache (app) > byte[] (app)": KB,
    });
    expect(rowIn(sample, "java.lang.Class")).toMatchObject({ retained: 12 + KB });
  });

  it("tells objects of a class that hold each other as one, and of others so many as there is room for", async () => {
    const size = 50_000;
    const list = Array.from({ length: size }, (_, index) => node(index + 100, index + 1 < size ? index + 101 : 0));
    const sample = await sampleOf(androidBytes({ roots: held(100), objects: list }));
    expect(pathsIn(sample)).toEqual({ "[JNI global] > Node (app)": size * 16 });
    const turns = list.map((one, index): HprofObject => {
      const elements = [index + 1 < size ? index + 101 : 0];
      return index % 2 === 0 ? one : { kind: "object_array", id: one.id, class_id: 6, elements, heap: "app" };
    });
    const { stacks, classes } = await sampleOf(androidBytes({ roots: held(100), objects: turns }));
    expect(stacks.java?.total).toBe((size / 2) * (16 + 4));
    // What stands for all, the root, and below the deepest no more but the classes themselves.
    expect(stacks.java?.size).toBe(2 + LIMITS.hprof_depth + 3);
    expect(classes[0]).toMatchObject({ name: "Node", count: size / 2, retained: (size / 2) * (16 + 4) });
  });

  it("adds up to the byte, and retains what is gone without a class", async () => {
    const size = 12;
    const classNames = ["A", "B", "C"];
    const classes = [
      ...CLASSES.slice(0, 2),
      ...classNames.map((name, index) =>
        classOf(10 + index, name, [
          { name: "a", type: "object" },
          { name: "b", type: "object" },
        ]),
      ),
    ];
    const objectShape = fc.record({ kind: fc.nat(2), a: fc.nat(size), b: fc.nat(size) });
    const shapes = fc.record({
      all: fc.array(objectShape, { minLength: size, maxLength: size }),
      roots: fc.uniqueArray(fc.integer({ min: 1, max: size }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ all, roots }) => {
        const id = (one: number) => (one === 0 ? 0 : 100 + one);
        const objects = all.map(({ kind, a, b }, index): HprofObject => ({
          kind: "instance",
          id: id(index + 1),
          class_id: 10 + kind,
          values: { a: id(a), b: id(b) },
          heap: "app",
        }));
        const bytes = androidBytes({ classes, roots: held(...roots.map(id)), objects });
        const sample = await sampleOf(bytes);
        const reached = (without: number) => {
          const found = new Set<number>();
          const open = [...roots];
          for (let one = open.pop(); one !== undefined; one = open.pop()) {
            const its = all[one - 1];
            if (!its || its.kind === without || found.has(one)) continue;
            found.add(one);
            open.push(its.a, its.b);
          }
          return found.size * 16;
        };
        const whole = reached(-1);
        expect(sample.stacks.java?.total).toBe(whole);
        expect(sample.unheld?.bytes).toBe(size * 16 - whole);
        for (const [kind, name] of classNames.entries()) {
          // What nothing but the whole class holds together is more than what each of it holds.
          const retained = rowIn(sample, name)?.retained ?? 0;
          const count = all.filter((one) => one.kind === kind).length;
          expect(retained).toBeLessThanOrEqual(whole - reached(kind));
          if (count === 1) expect(retained).toBe(whole - reached(kind));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a heap dump of a JVM", () => {
  const OBJECT = { id: 0x1000, name: "java/lang/Object" };
  const REFERENCES = { id: 0x1100, name: "[Ljava/lang/Object;", super_id: OBJECT.id };
  const POINT = {
    id: 0x1200,
    name: "shop/Point",
    super_id: OBJECT.id,
    fields: [
      ["a", "object"],
      ["b", "object"],
      ["n", "byte"],
    ],
  } as const;
  const values = [
    ["object", 0],
    ["object", 0],
    ["byte", 1],
  ] as const;
  const sizesIn = async (bytes: Buffer) =>
    Object.fromEntries((await sampleOf(bytes)).classes.map(({ name, bytes: size }) => [name, size]));

  it.each([
    ["64 bits", 8, 40, { "shop.Point": 80, "java.lang.Object[]": 48, "int[]": 40 }],
    ["64 bits with short class pointers", 8, 32, { "shop.Point": 64, "java.lang.Object[]": 40, "int[]": 32 }],
    ["64 bits with short references", 8, 24, { "shop.Point": 48, "java.lang.Object[]": 32, "int[]": 32 }],
    ["64 bits with the shortest headers", 8, 23, { "shop.Point": 48, "java.lang.Object[]": 32, "int[]": 32 }],
    ["32 bits", 4, 24, { "shop.Point": 48, "java.lang.Object[]": 24, "int[]": 24 }],
  ] as const)("of %s tells sizes by how far objects lie apart", async (_, id_bytes, apart, sizes) => {
    const dump = new JvmDump(id_bytes);
    const parts = [
      ...[OBJECT, REFERENCES, POINT].map((one) => dump.class(one)),
      dump.root(0xff, 0x2000),
      dump.instance(0x2000, POINT.id, ...values),
      dump.instance(0x2000 + apart, POINT.id, ...values),
      dump.objects(0x3000, REFERENCES.id, 0x2000, 0x2000, 0x2000),
      dump.primitives(0x4000, "int", 3),
    ];
    expect(await sizesIn(dump.bytes(parts))).toMatchObject(sizes);
  });

  it("takes classes to which the JVM adds for as large as they lie apart", async () => {
    const dump = new JvmDump(8);
    const CLASS = { id: 0x1300, name: "java/lang/Class", super_id: OBJECT.id };
    const statics = [
      ["<resolved_references>", "object", 0],
      ["count", "int", 3],
    ] as const;
    const parts = [
      ...[OBJECT, CLASS, { ...POINT, statics }].map((one) => dump.class(one)),
      dump.instance(0x2000, CLASS.id),
      dump.instance(0x2000 + 112, CLASS.id),
      dump.instance(0x2000 + 2 * 112, POINT.id, ...values),
      dump.root(5, POINT.id),
    ];
    // Two instances, and three classes of which one has a static.
    expect(await sizesIn(dump.bytes(parts))).toMatchObject({ "java.lang.Class": 2 * 112 + 3 * 112 + 8 });
  });

  it("knows every kind of part", async () => {
    const dump = new JvmDump(8, "1");
    const constants = [
      ["object", 0x2200],
      ["long", 1],
    ] as const;
    const statics = [
      ["x", "double", 0],
      ["y", "boolean", 1],
      ["held", "object", 0x2300],
    ] as const;
    const roots = [
      dump.root(0xff, 0x2000),
      dump.root(0x01, 0x2001, 1),
      dump.root(0x02, 0x2002, 0, 2),
      dump.root(0x03, 0x2003, 0, 2),
      dump.root(0x04, 0x2004, 0, 1),
      dump.root(0x05, POINT.id),
      dump.root(0x06, 0x2006, 0, 1),
      dump.root(0x07, 0x2007),
      dump.root(0x08, 0x2008, 0, 2),
      dump.root(0x89, 0x2009),
      dump.root(0x8a, 0x200a),
      dump.root(0x8b, 0x200b),
      dump.root(0x8c, 0x200c),
      dump.root(0x8d, 0x200d),
      dump.root(0x8e, 0x200e, 0, 2),
      dump.root(0x90, 0x200f),
    ];
    const arrays = roots.map((_, index) => dump.primitives(0x2000 + index, "boolean", 0));
    const parts = [
      ...roots,
      dump.class(OBJECT),
      dump.class({ ...POINT, constants, statics, loader_id: 0x2100 }),
      ...arrays,
      dump.primitives(0x2100, "long", 5, 0xc3),
      dump.primitives(0x2200, "double", 1),
      dump.primitives(0x2300, "char", 9),
    ];
    const sample = await sampleOf(dump.bytes(parts, { tag: 0x0c }));
    const { symbols = [], parent = [], frame = [] } = sample.stacks.java?.parts() ?? {};
    const below = [...frame].filter((_, call) => call > 0 && parent[call] === 0).map((one) => symbols[one]);
    expect(below.toSorted()).toEqual([
      "[JNI global]",
      "[JNI local]",
      "[JNI monitor]",
      "[VM internal]",
      "[debugger]",
      "[finalizing]",
      "[interned string]",
      "[java frame]",
      "[monitor used]",
      "[native stack]",
      "[reference cleanup]",
      "[sticky class]",
      "[thread block]",
      "[thread object]",
      "[unknown]",
    ]);
    expect(pathsIn(sample)).toMatchObject({
      "[sticky class] > class shop.Point > long[]": 56,
      "[sticky class] > class shop.Point > double[]": 24,
      "[sticky class] > class shop.Point > char[]": 40,
    });
    expect(sample.unheld?.objects).toBe(2);
  });

  it("names classes as Java does, without what is other in each run", async () => {
    const dump = new JvmDump(4);
    const names = ["java/util/Map$Entry", "[[I", "[Lshop/Point;", "shop/Main$$Lambda$14+0x0000000801001000"];
    const parts = names.map((name, index) => dump.class({ id: 16 + index, name }));
    const roots = names.map((_, index) => dump.root(5, 16 + index));
    const { stacks } = await sampleOf(dump.bytes([...parts, ...roots]));
    expect(stacks.java?.frames.symbols.filter((symbol) => symbol.startsWith("class "))).toEqual([
      "class java.util.Map$Entry",
      "class int[][]",
      "class shop.Point[]",
      "class shop.Main$$Lambda$14",
    ]);
  });
});
