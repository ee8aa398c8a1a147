import { CHUNK, VALUE } from "../apk/chunks.ts";
import { chunk, PoolBuilder, resourceValue, stringPool, u32s } from "./chunk-writer.ts";

/** One resource and its variants. The value is a text or a resource id to refer to. */
export interface TableResource {
  type: string;
  name: string;
  variants: { locale?: string; density?: number; value: string | { ref: number } }[];
}

const PACKAGE_ID = 0x7f;
const CONFIG_BYTES = 64;
const NO_ENTRY = 0xffffffff;

/** The id a resource has in {@link writeResourceTable}'s output. */
export function resourceId(resources: TableResource[], type: string, name: string): number {
  const types = typeNames(resources);
  const entry = ofType(resources, type).findIndex((resource) => resource.name === name);
  if (entry < 0) throw new RangeError(`The fixture has no resource ${type}/${name}.`);
  return ((PACKAGE_ID << 24) | ((types.indexOf(type) + 1) << 16) | entry) >>> 0;
}

export function writeResourceTable(packageName: string, resources: TableResource[]): Buffer {
  const values = new PoolBuilder();
  const keys = new PoolBuilder();
  const types = typeNames(resources);
  const typeChunks = types.flatMap((type, index) => writeType(index + 1, ofType(resources, type), values, keys));
  const typePool = stringPool(types, "utf8");
  const keyPool = stringPool(keys.strings, "utf8");
  const packageBytes = writePackage(packageName, typePool, keyPool, typeChunks);
  return chunk(CHUNK.table, u32s(1), Buffer.concat([stringPool(values.strings, "utf8"), packageBytes]));
}

const typeNames = (resources: TableResource[]): string[] => [...new Set(resources.map(({ type }) => type))];
const ofType = (resources: TableResource[], type: string): TableResource[] =>
  resources.filter((resource) => resource.type === type);

function writePackage(packageName: string, typePool: Buffer, keyPool: Buffer, typeChunks: Buffer[]): Buffer {
  const headerBytes = 8 + 4 + 256 + 20;
  const name = Buffer.alloc(256);
  name.write(packageName.slice(0, 127), "utf16le");
  const pools = u32s(headerBytes, 0, headerBytes + typePool.length, 0, 0);
  const header = Buffer.concat([u32s(PACKAGE_ID), name, pools]);
  return chunk(CHUNK.tablePackage, header, Buffer.concat([typePool, keyPool, ...typeChunks]));
}

/** A spec, then one chunk per configuration with a row for every resource of the type. */
function writeType(id: number, resources: TableResource[], values: PoolBuilder, keys: PoolBuilder): Buffer[] {
  const configs = new Map<string, Buffer>();
  for (const { variants } of resources) {
    for (const { locale, density } of variants) configs.set(configKey(locale, density), writeConfig(locale, density));
  }
  const spec = chunk(CHUNK.tableTypeSpec, u32s(id, resources.length), Buffer.alloc(resources.length * 4));
  const types = [...configs].map(([key, config]) => {
    const rows: Buffer[] = [];
    let offset = 0;
    const offsets = resources.map((resource) => {
      const variant = resource.variants.find(({ locale, density }) => configKey(locale, density) === key);
      if (!variant) return NO_ENTRY;
      rows.push(writeRow(keys.index(resource.name), variant.value, values));
      offset += 16;
      return offset - 16;
    });
    const entriesStart = 20 + CONFIG_BYTES + offsets.length * 4;
    const header = Buffer.concat([u32s(id, offsets.length, entriesStart), config]);
    return chunk(CHUNK.tableType, header, Buffer.concat([u32s(...offsets), ...rows]));
  });
  return [spec, ...types];
}

function writeRow(key: number, value: string | { ref: number }, values: PoolBuilder): Buffer {
  const typed =
    typeof value === "string"
      ? resourceValue(VALUE.string, values.index(value))
      : resourceValue(VALUE.reference, value.ref);
  return Buffer.concat([u32s(8, key), typed]);
}

const configKey = (locale = "", density = 0): string => `${locale}/${density}`;

/** `ResTable_config` with two-letter language and region, an optional script, and density. */
function writeConfig(locale: string | undefined, density = 0): Buffer {
  const config = Buffer.alloc(CONFIG_BYTES);
  config.writeUInt32LE(CONFIG_BYTES);
  if (locale !== undefined) {
    const { language, region, script } = new Intl.Locale(locale);
    if (!/^[a-z]{2}$/.test(language)) throw new RangeError(`The fixture cannot hold the locale ${locale}.`);
    config.write(language, 8, "latin1");
    if (region) config.write(region, 10, "latin1");
    if (script) config.write(script, 36, "latin1");
  }
  config.writeUInt16LE(density, 14);
  return config;
}
