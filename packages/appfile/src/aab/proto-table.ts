import { hostile } from "../fault.ts";
import { isReference } from "../apk/chunks.ts";
import { UNKNOWN_LOCALE, type ResourceConfig } from "../apk/resource-config.ts";
import { through, type Resources, type Variant } from "../apk/resource-table.ts";
import { FIELD, itemValue } from "./proto-values.ts";
import { ProtobufReader } from "./protobuf.ts";

/** The largest apps have some ten thousand resources; each costs memory beyond its bytes. */
const MAX_ENTRIES = 300_000;
const MAX_REFERENCE_DEPTH = 8;
const MAX_VALUES_READ = 50_000;

/** `resources.pb`: the resource table of a bundle's module. Layout: see proto-values.ts. */
export class ProtoTable implements Resources {
  readonly #reader = new ProtobufReader("The resource table");
  readonly #entries = new Map<number, Buffer>();
  #valuesRead = 0;

  constructor(content: Buffer) {
    for (const { number, bytes } of this.#reader.fields(content)) {
      if (number === FIELD.resourceTable.package) this.#addPackage(bytes);
    }
  }

  variants(resourceId: number, depth = 0): Variant[] {
    const entry = depth > MAX_REFERENCE_DEPTH ? undefined : this.#entries.get(resourceId);
    if (!entry) return [];
    const variants: Variant[] = [];
    for (const { number, bytes } of this.#reader.fields(entry)) {
      if (number !== FIELD.entry.configValue) continue;
      this.#valuesRead += 1;
      if (this.#valuesRead > MAX_VALUES_READ) throw hostile("The resource table's references never come to an end.");
      const variant = this.#variant(bytes);
      if (!variant) continue;
      const { value } = variant;
      if (isReference(value)) variants.push(...through(variant, this.variants(value.data, depth + 1)));
      else variants.push(variant);
    }
    return variants;
  }

  #variant(configValue: Buffer): Variant | undefined {
    const reader = this.#reader;
    const value = reader.first(configValue, FIELD.configValue.value);
    const item = value && reader.first(value.bytes, FIELD.value.item);
    const read = item && itemValue(reader, item.bytes);
    return read && { ...this.#config(reader.first(configValue, FIELD.configValue.config)?.bytes), value: read };
  }

  #config(configuration: Buffer = Buffer.alloc(0)): ResourceConfig {
    const config: ResourceConfig = { locale: undefined, density: 0, isDefault: true };
    for (const { number, value, bytes } of this.#reader.fields(configuration)) {
      const isSet = value !== 0 || bytes.length > 0;
      if (isSet) config.isDefault = false;
      if (number === FIELD.configuration.density) config.density = value;
      if (number === FIELD.configuration.locale && isSet) config.locale = canonical(bytes.toString("latin1"));
    }
    return config;
  }

  #addPackage(bytes: Buffer): void {
    const packageId = this.#idOf(bytes, FIELD.package.packageId);
    for (const type of this.#reader.fields(bytes)) {
      if (type.number !== FIELD.package.type) continue;
      const typeId = this.#idOf(type.bytes, FIELD.type.typeId);
      for (const entry of this.#reader.fields(type.bytes)) {
        if (entry.number !== FIELD.type.entry) continue;
        const entryId = this.#idOf(entry.bytes, FIELD.entry.entryId);
        // 0xPPTTEEEE, as references name it.
        this.#entries.set(packageId * 2 ** 24 + typeId * 2 ** 16 + entryId, entry.bytes);
        if (this.#entries.size > MAX_ENTRIES) throw hostile(`The resource table has more than ${MAX_ENTRIES} entries.`);
      }
    }
  }

  /** Ids of 0 are left out of the bytes, as all of proto3's defaults are. */
  #idOf(message: Buffer, number: number): number {
    const id = this.#reader.first(message, number);
    return (id && this.#reader.first(id.bytes, FIELD.id.id)?.value) ?? 0;
  }
}

function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? UNKNOWN_LOCALE;
  } catch {
    return UNKNOWN_LOCALE;
  }
}
