import { CHUNK, VALUE } from "../apk/chunks.ts";
import type { AttributeKey } from "../apk/binary-xml.ts";
import { chunk, PoolBuilder, resourceValue, stringPool, u32s } from "./chunk-writer.ts";

const NAMESPACE = "http://schemas.android.com/apk/res/android";
const NO_STRING = 0xffffffff;

/** What an attribute holds; `ref` is a resource id. */
export type XmlValue = string | number | boolean | { ref: number };

export interface XmlNode {
  name: string;
  attributes: [key: AttributeKey, value: XmlValue][];
  children: XmlNode[];
}

export const xml = (name: string, attributes: XmlNode["attributes"] = [], children: XmlNode[] = []): XmlNode => ({
  name,
  attributes,
  children,
});

/** Binary XML as the platform's build tools make it: attributes of each element are in the order of their ids. */
export function writeBinaryXml(root: XmlNode): Buffer {
  const pool = new PoolBuilder();
  // The resource map gives ids to the first strings of the pool, hence framework attribute names come first.
  const ids: number[] = [];
  for (const { id, name } of attributeKeys(root)) {
    if (id !== undefined && pool.index(name) === ids.length) ids.push(id);
  }
  const namespace = u32s(pool.index("android"), pool.index(NAMESPACE));
  const elements = writeNode(root, pool);
  const body = Buffer.concat([
    stringPool(pool.strings, "utf16"),
    chunk(CHUNK.xmlResourceMap, Buffer.alloc(0), u32s(...ids)),
    chunk(CHUNK.xmlStartNamespace, u32s(1, NO_STRING), namespace),
    elements,
    chunk(CHUNK.xmlEndNamespace, u32s(1, NO_STRING), namespace),
  ]);
  return chunk(CHUNK.xml, Buffer.alloc(0), body);
}

const attributeKeys = (node: XmlNode): AttributeKey[] => [
  ...node.attributes.map(([key]) => key),
  ...node.children.flatMap(attributeKeys),
];

function writeNode(node: XmlNode, pool: PoolBuilder): Buffer {
  const position = u32s(1, NO_STRING);
  const name = u32s(NO_STRING, pool.index(node.name));
  const attributes = [...node.attributes].sort(([a], [b]) => (a.id ?? Infinity) - (b.id ?? Infinity));
  const start = Buffer.concat([
    name,
    // Attributes start after these 20 bytes and take 20 bytes each; no id, class or style among them.
    u32s((20 << 16) | 20, attributes.length, 0),
    ...attributes.map(([key, value]) => writeAttribute(key, value, pool)),
  ]);
  return Buffer.concat([
    chunk(CHUNK.xmlStartElement, position, start),
    ...node.children.map((child) => writeNode(child, pool)),
    chunk(CHUNK.xmlEndElement, position, name),
  ]);
}

function writeAttribute(key: AttributeKey, value: XmlValue, pool: PoolBuilder): Buffer {
  const namespace = key.id === undefined ? NO_STRING : pool.index(NAMESPACE);
  const text = typeof value === "string" ? pool.index(value) : NO_STRING;
  return Buffer.concat([u32s(namespace, pool.index(key.name), text), writeValue(value, text)]);
}

function writeValue(value: XmlValue, text: number): Buffer {
  if (typeof value === "string") return resourceValue(VALUE.string, text);
  if (typeof value === "number") return resourceValue(VALUE.intDec, value);
  if (typeof value === "boolean") return resourceValue(VALUE.intBoolean, value ? NO_STRING : 0);
  return resourceValue(VALUE.reference, value.ref);
}
