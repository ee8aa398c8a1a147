import { Bytes } from "./bytes.ts";
import { CHUNK, chunkAt, chunksIn, VALUE, type Chunk, type ResourceValue } from "./chunks.ts";
import { StringPool } from "./string-pool.ts";

const ATTRIBUTE_BYTES = 20;
const EXTENSION_START = 16;

export interface XmlElement {
  name: string;
  /** Undefined for the root. */
  parent: XmlElement | undefined;
  attributes: XmlAttribute[];
}

export interface XmlAttribute extends ResourceValue {
  name: string;
  /** The framework's attribute id; it decides over the name, which shrinkers are free to drop. */
  resourceId: number | undefined;
}

/** An attribute of the Android namespace: its id and its name. Attributes without a namespace have id undefined. */
export interface AttributeKey {
  id: number | undefined;
  name: string;
}

export function attribute(element: XmlElement, key: AttributeKey): XmlAttribute | undefined {
  return element.attributes.find((one) =>
    one.resourceId === undefined ? one.name === key.name : one.resourceId === key.id,
  );
}

export const isBinaryXml = (content: Buffer): boolean => content.length >= 8 && content.readUInt16LE(0) === CHUNK.xml;

/** All elements in document order. Faults: `corrupt`, `hostile`. */
export function parseBinaryXml(content: Buffer, what: string): XmlElement[] {
  const bytes = new Bytes(content, what);
  const document = chunkAt(bytes, 0, bytes.length);
  if (document.type !== CHUNK.xml) throw bytes.damaged("is not binary XML");

  let pool: StringPool | undefined;
  let resourceMap: Chunk | undefined;
  let open: XmlElement | undefined;
  const elements: XmlElement[] = [];
  for (const chunk of chunksIn(bytes, document.bodyStart, document.end)) {
    if (chunk.type === CHUNK.stringPool) pool ??= new StringPool(bytes, chunk);
    else if (chunk.type === CHUNK.xmlResourceMap) resourceMap ??= chunk;
    else if (chunk.type === CHUNK.xmlEndElement) open = open?.parent;
    else if (chunk.type === CHUNK.xmlStartElement) {
      if (!pool) throw bytes.damaged("has an element before its strings");
      open = readElement(bytes, chunk, pool, resourceMap, open);
      elements.push(open);
    }
  }
  return elements;
}

function readElement(
  bytes: Bytes,
  chunk: Chunk,
  pool: StringPool,
  resourceMap: Chunk | undefined,
  parent: XmlElement | undefined,
): XmlElement {
  const extension = chunk.start + EXTENSION_START;
  const first = extension + bytes.u16(extension + 8);
  const stride = bytes.u16(extension + 10);
  const count = bytes.u16(extension + 12);
  if (count > 0 && (stride < ATTRIBUTE_BYTES || first + stride * count > chunk.end)) {
    throw bytes.damaged("has an element whose attributes do not fit");
  }
  const attributes = Array.from({ length: count }, (_, index) =>
    readAttribute(bytes, first + index * stride, pool, resourceMap),
  );
  return { name: pool.at(bytes.u32(extension + 4)) ?? "", parent, attributes };
}

function readAttribute(bytes: Bytes, at: number, pool: StringPool, resourceMap: Chunk | undefined): XmlAttribute {
  const nameIndex = bytes.u32(at + 4);
  const idAt = resourceMap && resourceMap.bodyStart + nameIndex * 4;
  const resourceId = resourceMap && idAt !== undefined && idAt + 4 <= resourceMap.end ? bytes.u32(idAt) : undefined;
  const type = bytes.u8(at + 15);
  const data = bytes.u32(at + 16);
  const text = pool.at(type === VALUE.string ? data : bytes.u32(at + 8));
  return {
    name: pool.at(nameIndex) ?? "",
    // Zero means "no framework attribute".
    resourceId: resourceId || undefined,
    type,
    data,
    ...(text === undefined ? {} : { text }),
  };
}
