import { hostile } from "../fault.ts";
import { Bytes } from "./bytes.ts";
import { CHUNK, chunkAt, chunksIn, isReference, VALUE, type Chunk, type ResourceValue } from "./chunks.ts";
import { readConfig, type ResourceConfig } from "./resource-config.ts";
import { StringPool } from "./string-pool.ts";

const SPARSE_FLAG = 0x01;
const OFFSET16_FLAG = 0x02;
const COMPLEX_FLAG = 0x0001;
const COMPACT_FLAG = 0x0008;
const NO_ENTRY = 0xffffffff;
const NO_ENTRY16 = 0xffff;
const TYPE_CONFIG_START = 20;

/** A reference to a reference to a …: real ones are one or two long, Android itself gives up at 20. */
const MAX_REFERENCE_DEPTH = 8;
/** Real tables have one chunk per type and configuration, some thousands; each costs memory beyond its bytes. */
const MAX_CHUNKS = 100_000;
/** Table rows looked at for one package; a table made of references to each other would otherwise never be done. */
const MAX_ROWS_VISITED = 50_000;

/** One variant of a resource. */
export interface Variant extends ResourceConfig {
  value: ResourceValue;
}

/** Where references are looked up. */
export interface Resources {
  /** All variants of a resource with references followed; empty when the table does not hold it (framework ids). */
  variants(resourceId: number): Variant[];
}

/** `resources.arsc`. Layout: see chunks.ts. */
export class ResourceTable implements Resources {
  readonly #bytes: Bytes;
  readonly #pool: StringPool | undefined;
  /** Type chunks by the upper half of a resource id (package and type). */
  readonly #types = new Map<number, Chunk[]>();
  readonly #configs = new Map<Chunk, ResourceConfig>();
  #chunks = 0;
  #rowsVisited = 0;

  constructor(content: Buffer) {
    const bytes = new Bytes(content, "The resource table");
    this.#bytes = bytes;
    const table = chunkAt(bytes, 0, bytes.length);
    if (table.type !== CHUNK.table) throw bytes.damaged("does not start as one");
    for (const chunk of chunksIn(bytes, table.bodyStart, table.end)) {
      this.#countChunk();
      if (chunk.type === CHUNK.stringPool) this.#pool ??= new StringPool(bytes, chunk);
      if (chunk.type === CHUNK.tablePackage) this.#addPackage(chunk);
    }
  }

  #addPackage(chunk: Chunk): void {
    const packageId = this.#bytes.u32(chunk.start + 8);
    for (const inner of chunksIn(this.#bytes, chunk.bodyStart, chunk.end)) {
      this.#countChunk();
      if (inner.type !== CHUNK.tableType) continue;
      const key = packageId * 0x100 + this.#bytes.u8(inner.start + 8);
      const chunks = this.#types.get(key);
      if (chunks) chunks.push(inner);
      else this.#types.set(key, [inner]);
    }
  }

  variants(resourceId: number, depth = 0): Variant[] {
    if (depth > MAX_REFERENCE_DEPTH) return [];
    const entry = resourceId & 0xffff;
    return (this.#types.get(resourceId >>> 16) ?? []).flatMap((type) => {
      const value = this.#value(type, entry);
      if (!value) return [];
      const variant: Variant = { ...this.#config(type), value };
      return isReference(value) ? through(variant, this.variants(value.data, depth + 1)) : [variant];
    });
  }

  #value(type: Chunk, entry: number): ResourceValue | undefined {
    const bytes = this.#bytes;
    const offset = this.#entryOffset(type, entry);
    if (offset === undefined) return undefined;
    const at = type.start + bytes.u32(type.start + 16) + offset;
    const flags = bytes.u16(at + 2);
    if (flags & COMPACT_FLAG) return this.#typed(flags >> 8, bytes.u32(at + 4));
    if (flags & COMPLEX_FLAG) return undefined;
    const valueAt = at + bytes.u16(at);
    return this.#typed(bytes.u8(valueAt + 3), bytes.u32(valueAt + 4));
  }

  #typed(type: number, data: number): ResourceValue {
    const text = type === VALUE.string ? this.#pool?.at(data) : undefined;
    return { type, data, ...(text === undefined ? {} : { text }) };
  }

  #entryOffset(type: Chunk, entry: number): number | undefined {
    const bytes = this.#bytes;
    const flags = bytes.u8(type.start + 9);
    const count = bytes.u32(type.start + 12);
    const rowBytes = flags & OFFSET16_FLAG && !(flags & SPARSE_FLAG) ? 2 : 4;
    if (type.bodyStart + count * rowBytes > type.end) throw bytes.damaged("has a type with an impossible entry count");
    this.#visit();
    if (flags & SPARSE_FLAG) return this.#sparseOffset(type, entry, count);
    if (entry >= count) return undefined;
    const at = type.bodyStart + entry * rowBytes;
    if (rowBytes === 2) {
      const offset = bytes.u16(at);
      return offset === NO_ENTRY16 ? undefined : offset * 4;
    }
    const offset = bytes.u32(at);
    return offset === NO_ENTRY ? undefined : offset;
  }

  /** Rows of (entry, offset / 4), sorted by entry. */
  #sparseOffset(type: Chunk, entry: number, count: number): number | undefined {
    let from = 0;
    let to = count;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const at = type.bodyStart + middle * 4;
      const found = this.#bytes.u16(at);
      if (found === entry) return this.#bytes.u16(at + 2) * 4;
      if (found < entry) from = middle + 1;
      else to = middle;
    }
    return undefined;
  }

  #config(type: Chunk): ResourceConfig {
    let config = this.#configs.get(type);
    if (!config) {
      config = readConfig(this.#bytes, type.start + TYPE_CONFIG_START);
      this.#configs.set(type, config);
    }
    return config;
  }

  #countChunk(): void {
    this.#chunks += 1;
    if (this.#chunks > MAX_CHUNKS) throw hostile(`The resource table has more than ${MAX_CHUNKS} parts.`);
  }

  #visit(): void {
    this.#rowsVisited += 1;
    if (this.#rowsVisited > MAX_ROWS_VISITED) throw hostile("The resource table's references never come to an end.");
  }
}

/** The target's variants as seen through a reference: qualifiers of both apply, the reference's own locale wins. */
export function through(reference: Variant, targets: Variant[]): Variant[] {
  const seen = (target: Variant): Variant => ({
    locale: reference.locale ?? target.locale,
    density: target.density || reference.density,
    isDefault: reference.isDefault && target.isDefault,
    value: target.value,
  });
  if (reference.locale === undefined) return targets.map(seen);
  const exact = targets.filter((target) => target.locale === reference.locale);
  return (exact.length > 0 ? exact : targets.filter((target) => target.locale === undefined)).map(seen);
}
