import type { HprofClass, HprofDump, HprofObject } from "@udt/memory/hprof";
import { must } from "@udt/base";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Holding } from "../../holding.ts";
import { type AppHeapFacts, appHeap } from "./app-heap.ts";
import { viewsOf } from "./view-tree.ts";

const KB = 1024;
const WIDTH = { boolean: 1, byte: 1, char: 2, short: 2, int: 4, float: 4, long: 8, double: 8, object: 4 } as const;
const FACTS: AppHeapFacts = {
  package_name: "dev.udt.shop",
  activity: "dev.udt.shop.ProductActivity",
  view_count: 4,
  views: [
    { cls: "android.widget.LinearLayout", text: 0, parent: -1 },
    { cls: "android.widget.TextView", text: 12, parent: 0 },
    { cls: "dev.udt.shop.PriceView", text: 5, parent: 0 },
  ],
  held: new Map([
    ["page", { native: 1_440 * KB }],
    ["one", { native: 1_440 * KB, java: 241 * KB, cache: "dev.udt.shop.ImageCache" }],
    ["two", { native: 1_440 * KB, java: 241 * KB, cache: "dev.udt.shop.ImageCache" }],
  ]),
  garbage_bytes: 10_000,
  alloc_kb: 9_000 + 24 + 482 + 10,
  taken_at: 1_800_000_000_000,
};

/** The dump's objects and what each holds, told by the dump alone. */
function read(dump: HprofDump) {
  const classes = new Map(dump.classes.map((one) => [one.id, one]));
  const objects = new Map([...dump.objects].map((one) => [one.id, one]));
  const ofClass = must(
    dump.classes.find(({ name }) => name === "java.lang.Class"),
    "Class",
  ).instance_size;
  const fieldsOf = (one: HprofClass | undefined): readonly { name: string; type: string }[] =>
    one ? [...one.fields, ...fieldsOf(classes.get(one.super_id))] : [];
  const sizeOf = (one: HprofObject): number => {
    if (one.kind === "instance") return must(classes.get(one.class_id), "class").instance_size;
    return one.kind === "object_array" ? 4 * one.elements.length : WIDTH[one.type] * one.length;
  };
  const heldBy = (id: number): number[] => {
    const one = objects.get(id);
    if (!one) return (classes.get(id)?.statics ?? []).map(({ value }) => Number(value));
    if (one.kind === "object_array") return [...one.elements];
    if (one.kind === "primitive_array") return [];
    return fieldsOf(classes.get(one.class_id))
      .filter(({ type }) => type === "object")
      .map(({ name }) => Number(one.values[name] ?? 0));
  };
  const nameOf = (one: HprofObject): string =>
    one.kind === "primitive_array" ? `${one.type}[]` : must(classes.get(one.class_id), "class").name;
  /** What can be got to from there, without going over what `but` names. */
  const reached = (from: readonly number[], but?: number): Set<number> => {
    const seen = new Set<number>();
    const left = from.filter((id) => id !== but);
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (seen.has(id) || !(objects.has(id) || classes.has(id))) continue;
      seen.add(id);
      left.push(...heldBy(id).filter((other) => other !== but));
    }
    return seen;
  };
  const roots = [...dump.roots].map(({ id }) => id);
  const bytesOf = (ids: Iterable<number>) =>
    [...ids].reduce((bytes, id) => bytes + (objects.has(id) ? sizeOf(must(objects.get(id), "object")) : 0), 0);
  const classBytes = dump.classes.reduce((bytes, { statics = [] }) => bytes + ofClass + 4 * statics.length, 0);
  return {
    objects: [...objects.values()],
    nameOf,
    heldBy,
    reached,
    roots,
    bytesOf,
    all: bytesOf(objects.keys()) + classBytes,
  };
}

describe("an app's heap", () => {
  it("comes to what Java's heap has given out, to the byte, whatever the app keeps and shows", () => {
    const holding: fc.Arbitrary<Holding> = fc.oneof(
      fc.record({ native: fc.nat(1e8) }),
      fc.record({ native: fc.nat(1e8), gl: fc.nat(1e8), object: fc.constantFrom("a.Texture", "a.Sound") }),
      fc.record({
        native: fc.nat(1e8),
        java: fc.integer({ min: KB, max: 1e6 }),
        cache: fc.constantFrom("a.Cache", "b.Cache"),
      }),
    );
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.array(holding, { maxLength: 12 }),
        fc.nat(8_192 * KB),
        (view_count, held, garbage_bytes) => {
          const java = held.reduce((bytes, one) => bytes + (one.java ?? 0), 0);
          const alloc_kb = Math.ceil((9_000 * KB + 6 * KB * view_count + garbage_bytes) / KB) + Math.ceil(java / KB);
          const facts = { ...FACTS, view_count, garbage_bytes, alloc_kb };
          const heap = read(appHeap({ ...facts, held: new Map(held.map((one, at) => [`h${at}`, one])) }));
          expect(heap.all).toBe(alloc_kb * KB);
          expect(new Set(heap.objects.map(({ id }) => id)).size).toBe(heap.objects.length);
          const held_ids = heap.reached(heap.roots);
          const unheld = heap.objects.filter(({ id }) => !held_ids.has(id));
          expect(heap.bytesOf(unheld.map(({ id }) => id))).toBe(garbage_bytes);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("has the views of the screen below its activity, of 6 kB each, and its pictures beside them", () => {
    const heap = read(appHeap(FACTS));
    const named = (name: string) => heap.objects.filter((one) => heap.nameOf(one) === name);
    const [activity] = named(FACTS.activity);
    const [layout] = named("android.widget.LinearLayout");
    const below = heap.reached(
      [must(layout, "layout").id],
      must(named("com.android.internal.policy.DecorView")[0], "decor").id,
    );
    expect(heap.bytesOf(below)).toBe(3 * 6 * KB);
    for (const name of ["android.widget.TextView", "dev.udt.shop.PriceView", "android.view.View"])
      expect(named(name)).toHaveLength(1);
    const shown = heap.reached([must(activity, "activity").id]);
    expect(named("android.graphics.Bitmap").map(({ id }) => shown.has(id))).toEqual([true, false, false]);
  });

  it("has what leaks in the static map of the class that keeps it, and all of it goes with that map", () => {
    const heap = read(appHeap(FACTS));
    const map = must(
      heap.objects.find((one) => heap.nameOf(one) === "java.util.HashMap"),
      "map",
    );
    const entries = heap.objects.filter((one) => heap.nameOf(one) === "java.util.HashMap$Node");
    expect(entries).toHaveLength(2);
    for (const { id } of entries) expect(heap.bytesOf(heap.reached([id]))).toBe(241 * KB);
    const without = heap.reached(heap.roots, map.id);
    expect(entries.filter(({ id }) => without.has(id))).toEqual([]);
    expect(
      heap.nameOf(
        must(
          heap.objects.find(({ id }) => id === heap.heldBy(map.id)[0]),
          "table",
        ),
      ),
    ).toBe("java.util.HashMap$Node[]");
  });

  it("says that it is simulated before all else", () => {
    expect(appHeap(FACTS).note).toContain("Simulated by the virtual phone");
  });
});

it("views are those of one package, each in the one that it lies in", () => {
  const node = (cls: string, pkg: string, inner = "", text = "") =>
    `<node index="0" text="${text}" class="${cls}" package="${pkg}"${inner ? `>${inner}</node>` : " />"}`;
  const xml = `<hierarchy rotation="0">${node("Root", "system", node("List", "app", node("Text", "app", "", "a &gt; b") + node("Bar", "system", node("In", "app"))))}</hierarchy>`;
  expect(viewsOf(xml, "app")).toEqual([
    { cls: "List", text: 0, parent: -1 },
    { cls: "Text", text: 8, parent: 0 },
    { cls: "In", text: 0, parent: 0 },
  ]);
});
