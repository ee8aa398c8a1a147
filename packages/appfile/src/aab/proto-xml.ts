import { hostile } from "../fault.ts";
import type { XmlAttribute, XmlElement } from "../apk/binary-xml.ts";
import { FIELD, itemValue, textValue } from "./proto-values.ts";
import { ProtobufReader } from "./protobuf.ts";

/** Manifests are a handful deep. */
const MAX_DEPTH = 64;

/** All elements of an `XmlNode` in document order. Faults: `corrupt`, `hostile`. */
export function parseProtoXml(content: Buffer, what: string): XmlElement[] {
  const reader = new ProtobufReader(what);
  const elements: XmlElement[] = [];
  const readNode = (node: Buffer, parent: XmlElement | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) throw hostile(`${what} is nested deeper than ${MAX_DEPTH}.`);
    const element = reader.first(node, FIELD.xmlNode.element);
    if (!element) return;
    const read: XmlElement = { name: "", parent, attributes: [] };
    elements.push(read);
    const children: Buffer[] = [];
    for (const { number, bytes } of reader.fields(element.bytes)) {
      if (number === FIELD.xmlElement.name) read.name = bytes.toString("utf8");
      else if (number === FIELD.xmlElement.attribute) read.attributes.push(readAttribute(reader, bytes));
      else if (number === FIELD.xmlElement.child) children.push(bytes);
    }
    for (const child of children) readNode(child, read, depth + 1);
  };
  readNode(content, undefined, 0);
  return elements;
}

function readAttribute(reader: ProtobufReader, attribute: Buffer): XmlAttribute {
  let name = "";
  let value = textValue(undefined);
  let resourceId: number | undefined;
  let compiled: Buffer | undefined;
  for (const field of reader.fields(attribute)) {
    if (field.number === FIELD.xmlAttribute.name) name = field.bytes.toString("utf8");
    else if (field.number === FIELD.xmlAttribute.value) value = textValue(field.bytes);
    // Zero means "no framework attribute".
    else if (field.number === FIELD.xmlAttribute.resourceId) resourceId = field.value || undefined;
    else if (field.number === FIELD.xmlAttribute.compiledItem) compiled = field.bytes;
  }
  return { name, resourceId, ...value, ...(compiled && itemValue(reader, compiled)) };
}
