/** One resource of an index and its variants. */
export interface IndexResource {
  id: number;
  /** `ResType`: 9 is a string, 19 a media file. */
  type: number;
  name: string;
  variants: { locale?: string; density?: number; value: string }[];
}

const VERSION = "Restool 4.0.5.007";
const LANGUAGE = 0;
const REGION = 1;
const DENSITY = 2;
const SCRIPT = 5;

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
};
const text = (value: string, end: string): Buffer => {
  const bytes = Buffer.from(value + end);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const packed = (letters: string): number => [...Buffer.from(letters)].reduce((sum, byte) => sum * 256 + byte, 0);

function params(locale: string | undefined, density: number | undefined): Buffer[] {
  const { language, script, region } = locale === undefined ? {} : new Intl.Locale(locale);
  return [
    ...(language ? [u32(LANGUAGE, packed(language))] : []),
    ...(script ? [u32(SCRIPT, packed(script))] : []),
    ...(region ? [u32(REGION, packed(region))] : []),
    ...(density ? [u32(DENSITY, density)] : []),
  ];
}

interface Config {
  params: Buffer[];
  items: { resource: IndexResource; value: string }[];
}

function configsOf(resources: IndexResource[]): Config[] {
  const configs = new Map<string, Config>();
  for (const resource of resources) {
    for (const { locale, density, value } of resource.variants) {
      const key = `${locale}/${density}`;
      const config = configs.get(key) ?? { params: params(locale, density), items: [] };
      config.items.push({ resource, value });
      configs.set(key, config);
    }
  }
  return [...configs.values()];
}

const keyBytes = (configs: Config[]): number => configs.reduce((sum, one) => sum + 12 + one.params.length * 8, 0);

const header = (version: string, ...fields: number[]): Buffer => {
  const name = Buffer.alloc(128);
  name.write(version);
  return Buffer.concat([name, u32(...fields)]);
};

/** The layout of before HarmonyOS 6; see hap/resource-index.ts. */
export function writeResourceIndex(resources: IndexResource[]): Buffer {
  const configs = configsOf(resources);
  const keys: Buffer[] = [];
  const lists: Buffer[] = [];
  const items: Buffer[] = [];
  let listAt = 136 + keyBytes(configs);
  let itemAt = listAt + configs.reduce((sum, one) => sum + 8 + one.items.length * 8, 0);
  for (const config of configs) {
    keys.push(Buffer.from("KEYS"), u32(listAt, config.params.length), ...config.params);
    lists.push(Buffer.from("IDSS"), u32(config.items.length));
    for (const { resource, value } of config.items) {
      lists.push(u32(resource.id, itemAt));
      const body = Buffer.concat([text(value, "\0"), text(resource.name, "\0")]);
      items.push(u32(body.length + 8, resource.type, resource.id), body);
      itemAt += 12 + body.length;
    }
    listAt += 8 + config.items.length * 8;
  }
  return Buffer.concat([header(VERSION, itemAt, configs.length), ...keys, ...lists, ...items]);
}

/** The layout since: one list of resources by type, the values by configuration after it. */
export function writeResourceIndexV2(resources: IndexResource[]): Buffer {
  const configs = configsOf(resources);
  const keys = configs.flatMap((config, id) => [Buffer.from("KEYS"), u32(id, config.params.length), ...config.params]);
  const types = Map.groupBy(resources, ({ type }) => type);
  const itemBytes = (of: IndexResource[]) => of.reduce((sum, { name }) => sum + 12 + Buffer.byteLength(name), 0);
  const idsBytes = 16 + [...types.values()].reduce((sum, of) => sum + 12 + itemBytes(of), 0);
  const dataAt = 140 + keyBytes(configs) + idsBytes;
  const ids: Buffer[] = [];
  const data: Buffer[] = [];
  let at = dataAt + 12;
  for (const [type, of] of types) {
    ids.push(u32(type, 12 + itemBytes(of), of.length));
    for (const resource of of) {
      ids.push(u32(resource.id, at, Buffer.byteLength(resource.name)), Buffer.from(resource.name));
      const held = configs.flatMap((config, id) =>
        config.items.filter((item) => item.resource === resource).map(({ value }) => ({ id, value: text(value, "") })),
      );
      let valueAt = at + 12 + held.length * 8;
      const rows: Buffer[] = [];
      for (const { id, value } of held) {
        rows.push(u32(id, valueAt));
        valueAt += value.length;
      }
      data.push(u32(resource.id, valueAt - at, held.length), ...rows, ...held.map(({ value }) => value));
      at = valueAt;
    }
  }
  const idss = [Buffer.from("IDSS"), u32(idsBytes, types.size, resources.length), ...ids];
  const body = Buffer.concat([Buffer.from("DATA"), u32(at - dataAt, resources.length), ...data]);
  return Buffer.concat([header("RestoolV2 6.0.0.1", at, configs.length, dataAt), ...keys, ...idss, body]);
}
