import { textBefore } from "@udt/base";
import type { Bytes } from "./bytes.ts";

/** What a resource variant is for, as far as it matters here. */
export interface ResourceConfig {
  /** BCP 47, canonical; undefined: any locale. */
  locale: string | undefined;
  /** Dots per inch; 0: any. Vectors are at {@link ANY_DENSITY}. */
  density: number;
  /** No qualifier at all: the variant every device can fall back on. */
  isDefault: boolean;
}

/** `ACONFIGURATION_DENSITY_ANY`; `_NONE` is one above. */
export const ANY_DENSITY = 0xfffe;

/** BCP 47's own word for what is no language a device could ask for. */
export const UNKNOWN_LOCALE = "und";

/** Far past the fields of today; whatever follows is padding, and its length must not cost anything. */
const KNOWN_BYTES = 128;

/** Reads `ResTable_config`, which grew over the years: fields past its size are unset. */
export function readConfig(bytes: Bytes, at: number): ResourceConfig {
  const size = bytes.u32(at);
  const content = bytes.slice(at + 4, at + Math.max(4, Math.min(size, KNOWN_BYTES)));
  const has = (end: number) => size >= end;
  return {
    locale: has(12) ? readLocale(content, has) : undefined,
    density: has(16) ? content.readUInt16LE(10) : 0,
    isDefault: content.every((byte) => byte === 0),
  };
}

/** Offsets are within the config without its leading size field, hence 4 less than in the format's header. */
function readLocale(content: Buffer, has: (end: number) => boolean): string | undefined {
  const language = unpack(content.subarray(4, 6), "a");
  if (language === "") return undefined;
  const region = unpack(content.subarray(6, 8), "0");
  const script = has(40) ? ascii(content.subarray(32, 36)) : "";
  const variant = has(48) ? ascii(content.subarray(36, 44)) : "";
  // A script the build tool only derived from language and region is not part of the name.
  const derivedScript = has(53) && content[48] !== 0;
  const tag = [language, derivedScript ? "" : script, region, variant].filter((part) => part !== "").join("-");
  try {
    // Also turns the retired codes Android keeps (iw, in, ji) into today's (he, id, yi).
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return UNKNOWN_LOCALE;
  }
}

/** Two letters as they are, or three characters of 5 bits each packed into the two bytes, most significant first. */
function unpack(bytes: Buffer, base: "a" | "0"): string {
  const packed = bytes.readUInt16BE();
  if ((packed & 0x8000) === 0) return ascii(bytes);
  const start = base.charCodeAt(0);
  const codes = [packed & 0x1f, (packed >> 5) & 0x1f, (packed >> 10) & 0x1f];
  return String.fromCharCode(...codes.map((code) => code + start));
}

const ascii = (bytes: Buffer): string => textBefore(bytes.toString("latin1"), "\0");
