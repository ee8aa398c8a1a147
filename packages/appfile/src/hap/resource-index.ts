import { corrupt, hostile } from "../fault.ts";
import { Bytes } from "../apk/bytes.ts";

/**
 * `resources.index`, in the layout of before HarmonyOS 6 and the one since.
 * https://github.com/eclipse-oniro-mirrors/global_resource_management/blob/54ef827b53e47b60c983d202e08fb1a5280beb62/frameworks/resmgr/include/res_desc.h
 */
const HEADER_BYTES = 136;
const HEADER_V2_BYTES = 140;
const KEY_HEADER_BYTES = 12;
const KEY_PARAM_BYTES = 8;

/** `KeyType`. https://github.com/eclipse-oniro-mirrors/global_resource_management/blob/54ef827b53e47b60c983d202e08fb1a5280beb62/interfaces/inner_api/include/res_common.h */
const KEY = { language: 0, region: 1, density: 2, script: 5 } as const;
/** Real indexes have some dozens of configurations and thousands of resources. */
const MAX_CONFIGS = 5_000;
const MAX_ITEMS_VISITED = 1_000_000;

interface Config {
  locale: string | undefined;
  density: number;
  isDefault: boolean;
}

/** One variant of a resource: a text, or the path of a file. */
export interface HapVariant extends Config {
  value: string;
}

export class ResourceIndex {
  readonly #bytes: Bytes;
  /** By resource id. */
  readonly #variants = new Map<number, HapVariant[]>();
  #visited = 0;

  /** Reads only the resources asked for: the others cost no memory. */
  constructor(content: Buffer, wanted: ReadonlySet<number>) {
    const bytes = new Bytes(content, "The resource index");
    this.#bytes = bytes;
    const isV2 = tagAt(bytes, HEADER_BYTES) !== "KEYS" && tagAt(bytes, HEADER_V2_BYTES) === "KEYS";
    const count = bytes.u32(132);
    if (count > MAX_CONFIGS) throw hostile(`The resource index has more than ${MAX_CONFIGS} configurations.`);
    let at = isV2 ? HEADER_V2_BYTES : HEADER_BYTES;
    const configs = new Map<number, Config>();
    for (let index = 0; index < count; index++) {
      if (tagAt(bytes, at) !== "KEYS") throw corrupt("The resource index has no KEYS where one must be.");
      // Where its resources are, or the number by which they name it.
      const mark = bytes.u32(at + 4);
      const params = bytes.u32(at + 8);
      const config = this.#config(at + KEY_HEADER_BYTES, params);
      if (isV2) configs.set(mark, config);
      else this.#readIds(mark, config, wanted);
      at += KEY_HEADER_BYTES + params * KEY_PARAM_BYTES;
    }
    if (isV2) this.#readTypes(at, configs, wanted);
  }

  variants(id: number): readonly HapVariant[] {
    return this.#variants.get(id) ?? [];
  }

  #config(at: number, params: number): Config {
    const parts: { language?: string; script?: string; region?: string } = {};
    let density = 0;
    for (let index = 0; index < params; index++) {
      this.#visit();
      const type = this.#bytes.u32(at + index * KEY_PARAM_BYTES);
      const value = this.#bytes.u32(at + index * KEY_PARAM_BYTES + 4);
      if (type === KEY.language) parts.language = packed(value);
      if (type === KEY.script) parts.script = packed(value);
      if (type === KEY.region) parts.region = packed(value);
      if (type === KEY.density) density = value;
    }
    const tag = [parts.language, parts.script, parts.region].filter((part) => part).join("-");
    return { locale: parts.language ? canonical(tag) : undefined, density, isDefault: params === 0 };
  }

  /** Before: each configuration has its own list of resources. */
  #readIds(start: number, config: Config, wanted: ReadonlySet<number>): void {
    const bytes = this.#bytes;
    if (tagAt(bytes, start) !== "IDSS") throw corrupt("The resource index has no IDSS where one must be.");
    const count = bytes.u32(start + 4);
    for (let index = 0; index < count; index++) {
      this.#visit();
      const id = bytes.u32(start + 8 + index * 8);
      // Size, type and id come before the text.
      if (wanted.has(id)) this.#add(id, config, this.#text(bytes.u32(start + 12 + index * 8) + 12, 1));
    }
  }

  /** Since: resources by type, each with a list of its values by configuration. */
  #readTypes(start: number, configs: ReadonlyMap<number, Config>, wanted: ReadonlySet<number>): void {
    const bytes = this.#bytes;
    if (tagAt(bytes, start) !== "IDSS") throw corrupt("The resource index has no IDSS where one must be.");
    const types = bytes.u32(start + 8);
    let at = start + 16;
    for (let type = 0; type < types; type++) {
      const count = bytes.u32(at + 8);
      at += 12;
      for (let index = 0; index < count; index++) {
        this.#visit();
        const id = bytes.u32(at);
        if (wanted.has(id)) this.#readValues(id, bytes.u32(at + 4), configs);
        at += 12 + bytes.u32(at + 8);
      }
    }
  }

  #readValues(id: number, start: number, configs: ReadonlyMap<number, Config>): void {
    const count = this.#bytes.u32(start + 8);
    for (let index = 0; index < count; index++) {
      this.#visit();
      const config = configs.get(this.#bytes.u32(start + 12 + index * 8));
      if (config) this.#add(id, config, this.#text(this.#bytes.u32(start + 16 + index * 8), 0));
    }
  }

  /** `ends`: bytes at the end of the text that its length counts and that are none of it. */
  #text(at: number, ends: 0 | 1): string {
    const length = this.#bytes.u16(at);
    return this.#bytes.slice(at + 2, at + 2 + Math.max(0, length - ends)).toString("utf8");
  }

  #add(id: number, config: Config, value: string): void {
    const variants = this.#variants.get(id);
    if (variants) variants.push({ ...config, value });
    else this.#variants.set(id, [{ ...config, value }]);
  }

  #visit(): void {
    this.#visited += 1;
    if (this.#visited > MAX_ITEMS_VISITED)
      throw hostile(`The resource index has more than ${MAX_ITEMS_VISITED} items.`);
  }
}

const tagAt = (bytes: Bytes, at: number): string => bytes.slice(at, at + 4).toString("latin1");

/** Letters are packed into a number, the first one uppermost. */
function packed(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes.toString("latin1").replaceAll("\0", "");
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
