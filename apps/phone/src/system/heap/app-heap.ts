import type { HprofDump } from "@udt/memory/hprof";
import type { Holding } from "../../holding.ts";
import { MEMORY_KB } from "../load/costs.ts";
import { HeapBuilder } from "./heap-builder.ts";
import type { DumpedView } from "./view-tree.ts";

/** What the model says of an app's Java heap at one moment. */
export interface AppHeapFacts {
  package_name: string;
  /** The class of the activity that is open. */
  activity: string;
  /** How many views it was drawn from last, and those of them that the screen tells of. */
  view_count: number;
  views: readonly DumpedView[];
  held: ReadonlyMap<string, Holding>;
  garbage_bytes: number;
  /** What `dumpsys meminfo` says that Java's heap has given out, in kB. */
  alloc_kb: number;
  taken_at: number;
}

export const SIMULATED_HEAP =
  "Simulated by the virtual phone (ro.udt.load): no code of this app ran. Classes and sizes follow from what its screen shows and keeps.";

const VIEW_BYTES = MEMORY_KB.view * 1024;
const GARBAGE_BYTES = 4096;
/** What every app has from its start besides: strings, and tables of the run-time and of resources. */
const STRINGS = 6000;
const STRING_LENGTH = 40;
const TABLE_BYTES = 48 * 1024;
const BYTES_PER_PIXEL = 4;
/** No text is told at greater length. */
const TEXT_MAX = 500;
/** Where what Java objects stand for would lie. */
const NATIVE_ADDRESS = 0x7a_0000_0000;
const BITMAP = "android.graphics.Bitmap";

/**
 * The heap as a dump. Its objects come to what the model says that Java's heap has given out, to the byte: each view, each thing
 * that is kept and what nothing points to take what the model says they take, and what every app has from its start the rest.
 */
export function appHeap(facts: AppHeapFacts): HprofDump {
  const heap = new HeapBuilder();
  const wanted = facts.alloc_kb * 1024;
  const activity = defineActivity(heap, facts.activity);
  const views = addViews(heap, facts);
  const caches = new Map<string, number[]>();
  const kept: number[] = [];
  for (const [name, holding] of facts.held) {
    if (holding.cache === undefined) kept.push(addKept(heap, holding));
    else caches.set(holding.cache, [...(caches.get(holding.cache) ?? []), addEntry(heap, name, holding)]);
  }
  for (const [cache, entries] of caches) addCache(heap, cache, entries);
  const shown = heap.instance(activity, { mDecor: views, mKept: heap.references("java.lang.Object", kept) });
  addProcess(heap, shown);
  addGarbage(heap, facts.garbage_bytes);
  addBase(heap, wanted);
  const { classes, roots, objects } = heap;
  return { taken_at: facts.taken_at, note: SIMULATED_HEAP, classes, roots, objects };
}

function defineActivity(heap: HeapBuilder, name: string) {
  heap.define("android.content.Context");
  heap.define("android.app.Activity", {
    extends: "android.content.Context",
    fields: { mDecor: "object", mKept: "object" },
    size: 352,
  });
  return heap.define(name, { extends: "android.app.Activity", heap: "app" });
}

/** The class of a view, below what Android has it below. */
function defineView(heap: HeapBuilder, cls: string, isGroup: boolean) {
  const view = heap.define("android.view.View", {
    fields: { mParent: "object", mLayoutParams: "object", mText: "object", mMeasureCache: "object" },
    size: 560,
  });
  const group = heap.define("android.view.ViewGroup", {
    extends: "android.view.View",
    fields: { mChildren: "object" },
    size: 680,
  });
  if (cls === view.name) return isGroup ? group : view;
  return heap.define(cls, {
    extends: isGroup ? group.name : view.name,
    size: isGroup ? 712 : 640,
    heap: cls.startsWith("android.") ? "zygote" : "app",
  });
}

/** All views below one decor, of which each takes {@link VIEW_BYTES}. @returns the decor's id */
function addViews(heap: HeapBuilder, { view_count, views: dumped }: AppHeapFacts): number {
  const params = heap.define("android.view.ViewGroup$LayoutParams", { fields: { width: "int", height: "int" } });
  const told = dumped.slice(0, view_count);
  const more = view_count - told.length;
  const all: DumpedView[] = [
    ...told,
    ...Array.from({ length: more }, () => ({ cls: "android.view.View", text: 0, parent: -1 })),
  ];
  const groups = new Set(all.flatMap(({ parent }) => all[parent]?.cls ?? []));
  const below = new Map<number, View[]>();
  const adopt = (at: number, parent: View) => {
    for (const child of below.get(at) ?? []) child.values["mParent"] = parent.id;
  };
  const childrenOf = (at: number) =>
    heap.references(
      "android.view.View",
      (below.get(at) ?? []).map(({ id }) => id),
    );
  // The innermost first, so that what holds others knows them.
  for (const [at, { cls, text, parent }] of [...all.entries()].toReversed()) {
    const before = heap.object_bytes;
    const type = defineView(heap, cls, groups.has(cls));
    const values: View["values"] = { mLayoutParams: heap.instance(params) };
    if (text > 0) values["mText"] = heap.text(Math.min(text, TEXT_MAX));
    if (groups.has(cls)) values["mChildren"] = childrenOf(at);
    const left = VIEW_BYTES - (heap.object_bytes - before) - type.instance_size;
    values["mMeasureCache"] = heap.array("byte", Math.max(0, left));
    const view = { id: heap.instance(type, values), values };
    adopt(at, view);
    below.set(parent, [view, ...(below.get(parent) ?? [])]);
  }
  const values = { mChildren: childrenOf(-1) };
  const decor = { id: heap.instance(defineView(heap, "com.android.internal.policy.DecorView", true), values), values };
  adopt(-1, decor);
  return decor.id;
}

interface View {
  id: number;
  values: Record<string, number>;
}

function addBitmap(heap: HeapBuilder, bytes: number): number {
  const bitmap = heap.define(BITMAP, { fields: { mNativePtr: "long", mWidth: "int", mHeight: "int" }, size: 48 });
  const side = Math.floor(Math.sqrt(bytes / BYTES_PER_PIXEL));
  return heap.instance(bitmap, { mNativePtr: NATIVE_ADDRESS + bitmap.id, mWidth: side, mHeight: side });
}

/** What stands for a thing that the activity keeps: its pixels and samples are not in Java's heap. */
function addKept(heap: HeapBuilder, { object = BITMAP, native = 0 }: Holding): number {
  if (object === BITMAP) return addBitmap(heap, native);
  const its = heap.define(object, { fields: { mNativePtr: "long", mBytes: "int" }, heap: "app" });
  return heap.instance(its, { mNativePtr: NATIVE_ADDRESS + its.id, mBytes: native });
}

/** An entry of a cache: its key, the picture, and the file that the picture was made from. It takes what the model says. */
function addEntry(heap: HeapBuilder, name: string, { cache = "", native = 0, java = 0 }: Holding): number {
  const before = heap.object_bytes;
  const node = heap.define("java.util.HashMap$Node", {
    fields: { hash: "int", key: "object", value: "object", next: "object" },
  });
  const entry = heap.define(`${cache}$Entry`, { fields: { bitmap: "object", file: "object" }, heap: "app" });
  const bitmap = addBitmap(heap, native);
  const key = heap.text(name.length);
  const left = java - (heap.object_bytes - before) - node.instance_size - entry.instance_size;
  const value = heap.instance(entry, { bitmap, file: heap.array("byte", Math.max(0, left)) });
  return heap.instance(node, { key, value });
}

/** A class whose static map keeps its entries. */
function addCache(heap: HeapBuilder, cache: string, entries: readonly number[]): void {
  const map = heap.define("java.util.HashMap", { fields: { table: "object", size: "int" }, size: 40 });
  const table = heap.references("java.util.HashMap$Node", entries);
  heap.define(cache, { heap: "app" });
  heap.keep(cache, "sPictures", heap.instance(map, { table, size: entries.length }));
}

/** What holds the activity: the thread that runs it, and the run-time. */
function addProcess(heap: HeapBuilder, shown: number): void {
  const thread = heap.define("java.lang.Thread", { fields: { name: "object" }, size: 104 });
  const process = heap.define("android.app.ActivityThread", { fields: { mActivities: "object" }, size: 240 });
  const main = heap.instance(process, { mActivities: heap.references("java.lang.Object", [shown]) });
  heap.keep(process.name, "sCurrentActivityThread", main);
  const id = heap.instance(thread, { name: heap.text("main".length) });
  heap.roots.push({ kind: "thread_object", id, thread: 1 }, { kind: "jni_global", id: main });
}

/** What frames left, which nothing points to. */
function addGarbage(heap: HeapBuilder, bytes: number): void {
  for (let left = bytes; left > 0; left -= GARBAGE_BYTES) heap.array("byte", Math.min(left, GARBAGE_BYTES));
}

/** What every app has from its start, until all comes to what is wanted. */
function addBase(heap: HeapBuilder, wanted: number): void {
  const tables = heap.define("android.content.res.AssetManager", { fields: { mTables: "object" } });
  const interned = heap.define("android.app.ResourcesManager", { fields: { mNames: "object" } });
  const names = Array.from({ length: STRINGS }, () => heap.text(STRING_LENGTH));
  heap.keep(
    interned.name,
    "sInstance",
    heap.instance(interned, { mNames: heap.references("java.lang.String", names) }),
  );
  // Those that are still to come: the one that has the tables, what refers to them, and the static that refers to it.
  const left = () => wanted - heap.object_bytes - heap.class_bytes;
  const count = Math.max(1, Math.ceil(left() / TABLE_BYTES));
  heap.define("byte[][]", { size: 0 });
  const fixed = tables.instance_size + 4 * count + 4;
  const arrays = Array.from({ length: count }, (_, at) =>
    heap.array(
      "byte",
      at < count - 1 ? Math.min(TABLE_BYTES, Math.max(0, left() - fixed)) : Math.max(0, left() - fixed),
      "zygote",
    ),
  );
  heap.keep(tables.name, "sSystem", heap.instance(tables, { mTables: heap.references("byte[]", arrays) }));
}
