import { corrupt, hostile } from "../fault.ts";
import { MAX_PLIST_DEPTH, MAX_PLIST_VALUES, type PlistDict, type PlistValue } from "./values.ts";

/**
 * Comments, declarations and the document type are passed over: nothing in them is ever expanded or fetched. What is not
 * closed goes on to the end, so that no byte is looked at twice.
 */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<[?!][^>]*>|<(\/?)([A-Za-z]+)(?:\s[^>]*?)?(\/?)>|([^<]+)/y;
const ENTITIES = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

interface Open {
  name: string;
  /** The element around it; the document has none. */
  parent: Open | undefined;
  depth: number;
  text: string;
  items: PlistValue[];
  dict: PlistDict;
  key: string | undefined;
}

const open = (name: string, parent?: Open): Open => ({
  name,
  parent,
  depth: parent ? parent.depth + 1 : 0,
  text: "",
  items: [],
  dict: new Map(),
  key: undefined,
});

/** https://www.apple.com/DTDs/PropertyList-1.0.dtd */
export function parseXmlPlist(content: Buffer, what: string): PlistValue {
  const source = content.toString("utf8");
  let top = open("");
  let values = 0;
  TOKEN.lastIndex = source.startsWith("\ufeff") ? 1 : 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (!match) throw corrupt(`${what} is no property list.`);
    const [, literal, slash, name, closed, text] = match;
    if (literal !== undefined) top.text += literal;
    else if (text !== undefined) top.text += unescape(text);
    else if (name !== undefined && slash !== "/") {
      values += 1;
      if (values > MAX_PLIST_VALUES) throw hostile(`${what} has more than ${MAX_PLIST_VALUES} values.`);
      if (top.depth >= MAX_PLIST_DEPTH) throw hostile(`${what} is nested deeper than ${MAX_PLIST_DEPTH}.`);
      const inner = open(name, top);
      top = closed === "/" ? close(inner, what) : inner;
    } else if (name !== undefined) {
      if (top.name !== name) throw corrupt(`${what} closes <${name}> where <${top.name}> is open.`);
      top = close(top, what);
    }
  }
  if (top.parent) throw corrupt(`${what} ends too early.`);
  return top.items[0];
}

/** Ends an element, hands its value to the one around it, and answers that. */
function close(element: Open, what: string): Open {
  const { parent } = element;
  if (!parent) throw corrupt(`${what} closes what was never open.`);
  if (element.name === "key") {
    parent.key = element.text;
    return parent;
  }
  const value = valueOf(element);
  if (parent.name !== "dict") parent.items.push(value);
  else if (parent.key !== undefined) {
    parent.dict.set(parent.key, value);
    parent.key = undefined;
  }
  return parent;
}

function valueOf({ name, text, items, dict }: Open): PlistValue {
  switch (name) {
    case "dict":
      return dict;
    case "array":
      return items;
    case "plist":
      return items[0];
    case "string":
      return text;
    case "true":
      return true;
    case "false":
      return false;
    case "integer":
    case "real": {
      const number = Number(text.trim());
      return text.trim() === "" || Number.isNaN(number) ? undefined : number;
    }
    case "date": {
      const date = new Date(text.trim());
      return Number.isNaN(date.getTime()) ? undefined : date;
    }
    case "data":
      return Buffer.from(text, "base64");
    default:
      return undefined;
  }
}

const unescape = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
