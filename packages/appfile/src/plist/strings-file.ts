import { isBinaryPlist } from "./binary-plist.ts";
import { parsePlist, plistText } from "./plist.ts";

/**
 * `"key" = "value";`, the key's quotes may be missing; comments are passed over. Texts are bounded, because a quote that is
 * never closed would otherwise be looked for to the end, again and again.
 */
const PAIR =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|(?:"((?:[^"\\]|\\[\s\S]){0,1000})"|([\w.-]{1,200}))\s{0,20}=\s{0,20}"((?:[^"\\]|\\[\s\S]){0,1000})"\s{0,20};/g;
const MAX_PAIRS = 10_000;
/** Behind a backslash these stand for what cannot be seen, and everything else for itself. */
const ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/**
 * A localised `.strings` file: a property list, or the old text format in UTF-8 or UTF-16.
 * https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/LoadingResources/Strings/Strings.html
 * Faults: `corrupt`, `hostile`.
 */
export function parseStrings(content: Buffer, what: string): ReadonlyMap<string, string> {
  const text = decode(content);
  const found = new Map<string, string>();
  if (isBinaryPlist(content) || /^\s*<(?:\?xml|!DOCTYPE|plist)/.test(text)) {
    const dict = parsePlist(content, what);
    for (const key of dict.keys()) found.set(key, plistText(dict, key) ?? "");
    return found;
  }
  for (const [, quoted, bare, value] of text.matchAll(PAIR)) {
    if (value === undefined) continue;
    found.set(unescape(quoted ?? bare ?? ""), unescape(value));
    if (found.size >= MAX_PAIRS) break;
  }
  return found;
}

function decode(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return content.toString("utf16le", 2);
  if (content[0] === 0xfe && content[1] === 0xff) {
    return Buffer.from(content.subarray(2, content.length - (content.length % 2)))
      .swap16()
      .toString("utf16le");
  }
  return content.toString("utf8").replace(/^\ufeff/, "");
}

const unescape = (text: string): string =>
  text.replace(/\\(?:U([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string | undefined, one = "") => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES.get(one) ?? one;
  });
