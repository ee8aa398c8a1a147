import { corrupt } from "../fault.ts";
import { isBinaryPlist, parseBinaryPlist } from "./binary-plist.ts";
import type { PlistDict, PlistValue } from "./values.ts";

export type { PlistDict } from "./values.ts";
import { parseXmlPlist } from "./xml-plist.ts";

/** A property list in either of the encodings that packages hold. Faults: `corrupt`, `hostile`. */
export function parsePlist(content: Buffer, what: string): PlistDict {
  const value = isBinaryPlist(content) ? parseBinaryPlist(content, what) : parseXmlPlist(content, what);
  if (!(value instanceof Map)) throw corrupt(`${what} is no dictionary.`);
  return value;
}

export const plistText = (dict: PlistDict | undefined, key: string): string | undefined => {
  const value = dict?.get(key);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
};

export const plistDict = (dict: PlistDict | undefined, key: string): PlistDict | undefined => {
  const value = dict?.get(key);
  return value instanceof Map ? value : undefined;
};

export const plistDate = (dict: PlistDict | undefined, key: string): Date | undefined => {
  const value = dict?.get(key);
  return value instanceof Date ? value : undefined;
};

/** The list under a key; a value that stands alone is a list of one. */
export const plistList = (dict: PlistDict | undefined, key: string): PlistValue[] => {
  const value = dict?.get(key);
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
};
