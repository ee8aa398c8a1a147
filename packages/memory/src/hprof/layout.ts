/** How many bytes objects take: the dump has their values, and not how they lie in memory. */
import type { IdIndex } from "./id-index.ts";
import type { Inventory, JavaClass } from "./inventory.ts";
import { bytesOf, type FieldDump } from "./walk-dump.ts";

/** Bytes of each object, by its number. */
export type SizeOf = (node: number) => number;

/** How a JVM lays objects out. */
interface Layout {
  /** Bytes before the fields, and of a reference. */
  header: number;
  reference: number;
}

const ALIGNED = 8;
/** An array's length. */
const LENGTH_BYTES = 4;
/** The largest first. 64 bits; with short references; with short class pointers, too, as JVMs are unless told otherwise; with both in one word. */
const LAYOUTS_64: readonly Layout[] = [
  { header: 16, reference: 8 },
  { header: 12, reference: 8 },
  { header: 16, reference: 4 },
  { header: 12, reference: 4 },
  { header: 8, reference: 8 },
  { header: 8, reference: 4 },
];
const USUAL: Layout = { header: 12, reference: 4 };
const LAYOUT_32: Layout = { header: 8, reference: 4 };
/** To which a JVM adds fields that no dump has, or space around them; and how much at most. */
const WITH_MORE: ReadonlySet<string> = new Set([
  "java.lang.Class",
  "java.lang.ClassLoader",
  "java.lang.Module",
  "java.lang.Thread",
  "java.lang.StackFrameInfo",
  "java.lang.invoke.MemberName",
  "java.lang.invoke.MethodHandleNatives$CallSiteContext",
  "java.lang.invoke.ResolvedMethodName",
]);
const MORE_MAX = 512;
const CLASS = "java.lang.Class";

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;
const sum = (fields: readonly FieldDump[], reference: number): number =>
  fields.reduce((bytes, { tag }) => bytes + (bytesOf(tag, reference) ?? 0), 0);

/** On Android the dump tells the sizes of instances. Arrays count without header, as Android's own tools count them. */
export function androidSizes(inventory: Inventory, id_bytes: number): SizeOf {
  const { classes, type, elements } = inventory;
  const base = Float64Array.from(classes, ({ dump }) => dump?.instance_size ?? 0);
  const width = widths(classes, id_bytes);
  const ofClass = classes.reduce(
    (most, { name, dump }) => (name === CLASS ? Math.max(most, dump?.instance_size ?? 0) : most),
    0,
  );
  const statics = Float64Array.from(classes, ({ dump }) => ofClass + sum(dump?.statics ?? [], id_bytes));
  return (node) => {
    const its = type[node] ?? 0;
    return its < 0 ? (statics[-1 - its] ?? 0) : (base[its] ?? 0) + (elements[node] ?? 0) * (width[its] ?? 0);
  };
}

/**
 * A JVM's dump tells what fields an object has. How large references and headers are shows in where objects lie: none reaches into the
 * next one. So does what the JVM adds to some of its own classes.
 * @param isUnreal tells of the id of a static's name that the JVM has no such static
 */
export function jvmSizes(
  inventory: Inventory,
  index: IdIndex,
  id_bytes: number,
  isUnreal: (name_id: number) => boolean,
): SizeOf {
  const sizesBy = (layout: Layout) => new JvmSizes(inventory, layout);
  const layouts = id_bytes === 4 ? [LAYOUT_32] : LAYOUTS_64;
  for (const layout of layouts) {
    const sizes = sizesBy(layout);
    if (!sizes.fits(index)) continue;
    sizes.measure(index);
    return sizes.withClasses(isUnreal);
  }
  // Ids that are no addresses.
  return sizesBy(id_bytes === 4 ? LAYOUT_32 : USUAL).withClasses(isUnreal);
}

class JvmSizes {
  readonly #inventory: Inventory;
  readonly #layout: Layout;
  /** Of an instance; of an array what comes before its elements. */
  readonly #base: Float64Array;
  readonly #width: Uint8Array;
  readonly #hasMore: Uint8Array;

  constructor(inventory: Inventory, layout: Layout) {
    const { classes } = inventory;
    const { header, reference } = layout;
    this.#inventory = inventory;
    this.#layout = layout;
    this.#width = widths(classes, reference);
    const array = (width: number) =>
      width === ALIGNED || header === 16 ? aligned(header + LENGTH_BYTES) : header + LENGTH_BYTES;
    this.#hasMore = Uint8Array.from(inventory.inherited(({ name }) => Number(WITH_MORE.has(name))));
    const fields = inventory.inherited(({ dump }) => sum(dump?.fields ?? [], reference));
    this.#base = Float64Array.from(classes, ({ element }, number) =>
      element === 0 ? aligned(header + (fields[number] ?? 0)) : array(this.#width[number] ?? 0),
    );
  }

  /** Whether no object reaches into the next one. */
  fits(index: IdIndex): boolean {
    let isFit = true;
    index.eachGap((node, gap) => (isFit &&= (this.#inventory.type[node] ?? 0) < 0 || this.of(node) <= gap));
    return isFit;
  }

  /** Takes for classes with more than their fields what is between an instance of theirs and the next object where it is least. */
  measure(index: IdIndex): void {
    const least = new Map<number, number>();
    index.eachGap((node, gap) => {
      const its = this.#inventory.type[node] ?? 0;
      if (its >= 0 && this.#hasMore[its] !== 0) least.set(its, Math.min(least.get(its) ?? Infinity, gap));
    });
    for (const [its, gap] of least) if (gap - (this.#base[its] ?? 0) <= MORE_MAX) this.#base[its] = gap;
  }

  of(node: number): number {
    const its = this.#inventory.type[node] ?? 0;
    const width = this.#width[its] ?? 0;
    const base = this.#base[its] ?? 0;
    return width === 0 ? base : aligned(base + (this.#inventory.elements[node] ?? 0) * width);
  }

  /** A class is an object with its statics behind it. */
  withClasses(isUnreal: (name_id: number) => boolean): SizeOf {
    const { classes, type } = this.#inventory;
    const ofClass = this.#base[classes.findIndex(({ name }) => name === CLASS)] ?? 0;
    const sizes = Float64Array.from(classes, ({ dump }) => {
      const statics = (dump?.statics ?? []).filter(({ name_id }) => !isUnreal(name_id));
      return ofClass + aligned(sum(statics, this.#layout.reference));
    });
    return (node) => {
      const its = type[node] ?? 0;
      return its < 0 ? (sizes[-1 - its] ?? 0) : this.of(node);
    };
  }
}

/** Bytes of an element of arrays; 0 for what is no array. */
const widths = (classes: readonly JavaClass[], reference: number): Uint8Array =>
  Uint8Array.from(classes, ({ element }) => bytesOf(element, reference) ?? 0);
