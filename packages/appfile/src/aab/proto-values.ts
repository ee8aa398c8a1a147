import { VALUE, type ResourceValue } from "../apk/chunks.ts";
import type { ProtobufReader } from "./protobuf.ts";

/**
 * Field numbers of aapt2's messages, by message. The bundle's manifest is an `XmlNode`, its table a `ResourceTable`.
 * https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/tools/aapt2/Resources.proto
 * https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/tools/aapt2/Configuration.proto
 */
export const FIELD = {
  resourceTable: { package: 2 },
  package: { packageId: 1, type: 3 },
  /** `PackageId`, `TypeId` and `EntryId` alike. */
  id: { id: 1 },
  type: { typeId: 1, entry: 3 },
  entry: { entryId: 1, configValue: 6 },
  configValue: { config: 1, value: 2 },
  configuration: { locale: 3, density: 18 },
  value: { item: 4 },
  item: { reference: 1, string: 2, rawString: 3, styledString: 4, file: 5, primitive: 7 },
  reference: { type: 1, id: 2 },
  /** `String`, `RawString` and `StyledString` alike. */
  string: { value: 1 },
  file: { path: 1 },
  primitive: { intDecimal: 6, intHexadecimal: 7, boolean: 8, argb8: 9, rgb8: 10, argb4: 11, rgb4: 12 },
  xmlNode: { element: 1 },
  xmlElement: { name: 3, attribute: 4, child: 5 },
  xmlAttribute: { name: 2, value: 3, resourceId: 5, compiledItem: 6 },
} as const;

const PRIMITIVE_TYPES = new Map<number, number>([
  [FIELD.primitive.intDecimal, VALUE.intDec],
  [FIELD.primitive.intHexadecimal, VALUE.intDec],
  [FIELD.primitive.boolean, VALUE.intBoolean],
  [FIELD.primitive.argb8, VALUE.colourArgb8],
  [FIELD.primitive.rgb8, VALUE.colourRgb8],
  [FIELD.primitive.argb4, VALUE.colourArgb4],
  [FIELD.primitive.rgb4, VALUE.colourRgb4],
]);

/** An `Item` as the value that a compiled APK would hold; undefined for kinds that say nothing here. */
export function itemValue(reader: ProtobufReader, item: Buffer): ResourceValue | undefined {
  for (const { number, bytes } of reader.fields(item)) {
    switch (number) {
      case FIELD.item.reference:
        return referenceValue(reader, bytes);
      case FIELD.item.string:
      case FIELD.item.rawString:
      case FIELD.item.styledString:
        return textValue(reader.first(bytes, FIELD.string.value)?.bytes);
      case FIELD.item.file:
        return textValue(reader.first(bytes, FIELD.file.path)?.bytes);
      case FIELD.item.primitive:
        return primitiveValue(reader, bytes);
    }
  }
  return undefined;
}

export const textValue = (bytes: Buffer | undefined): ResourceValue => ({
  type: VALUE.string,
  data: 0,
  text: bytes?.toString("utf8") ?? "",
});

/** A theme's attribute (`?attr/…`) is no resource that could be looked up. */
function referenceValue(reader: ProtobufReader, reference: Buffer): ResourceValue | undefined {
  if ((reader.first(reference, FIELD.reference.type)?.value ?? 0) !== 0) return undefined;
  const id = reader.first(reference, FIELD.reference.id)?.value;
  return id === undefined ? undefined : { type: VALUE.reference, data: id };
}

function primitiveValue(reader: ProtobufReader, primitive: Buffer): ResourceValue | undefined {
  for (const { number, value } of reader.fields(primitive)) {
    const type = PRIMITIVE_TYPES.get(number);
    // Negative numbers fill ten bytes; nothing that is read here can be one.
    if (type !== undefined) return { type, data: value <= 0xffffffff ? value : 0 };
  }
  return undefined;
}
