import { FIELD } from "../aab/proto-values.ts";
import { manifest, packageResources, iconEntries, type BuildApkOptions } from "./build-apk.ts";
import type { XmlNode, XmlValue } from "./binary-xml-writer.ts";
import { protoField } from "./protobuf-writer.ts";
import { resourceId, type TableResource } from "./resource-table-writer.ts";
import { jarSignature } from "./sign-v1.ts";
import { createSigner } from "./signer.ts";
import { writeZip, type ZipEntry } from "./zip-writer.ts";

export type BuildAabOptions = Omit<BuildApkOptions, "broken">;

/** An app bundle with what the reader needs of one: a base module's manifest, table, icon and libraries. */
export function buildAab(options: BuildAabOptions = {}): Uint8Array {
  const { abis = [], paddingBytes = 0, signing = "v1" } = options;
  const resources = packageResources(options);
  const entries: ZipEntry[] = [
    { name: "BundleConfig.pb", content: Buffer.alloc(0) },
    { name: "base/manifest/AndroidManifest.xml", content: protoXml(manifest(options, resources)) },
    { name: "base/resources.pb", content: protoTable(resources) },
    ...iconEntries(options.icon ?? "png", resources, protoXml).map((entry) => ({
      ...entry,
      name: `base/${entry.name}`,
    })),
    ...abis.map((abi) => ({ name: `base/lib/${abi}/libdemo.so`, content: Buffer.from("\u007fELF", "latin1") })),
    ...(paddingBytes > 0 ? [{ name: "base/assets/padding", content: Buffer.alloc(paddingBytes), deflate: false }] : []),
    ...(options.extraEntries ?? []),
  ];
  const signed = signing === "none" ? [] : jarSignature(entries, options.signer ?? createSigner());
  const { content, directory, end } = writeZip([...entries, ...signed]);
  return Buffer.concat([content, directory, end]);
}

export function protoXml(node: XmlNode): Buffer {
  const attributes = node.attributes.map(([key, value]) =>
    protoField(
      FIELD.xmlElement.attribute,
      Buffer.concat([
        protoField(FIELD.xmlAttribute.name, key.name),
        protoField(FIELD.xmlAttribute.value, typeof value === "object" ? "" : String(value)),
        ...(key.id === undefined ? [] : [protoField(FIELD.xmlAttribute.resourceId, key.id)]),
        ...(typeof value === "string" ? [] : [protoField(FIELD.xmlAttribute.compiledItem, item(value))]),
      ]),
    ),
  );
  const children = node.children.map((child) => protoField(FIELD.xmlElement.child, protoXml(child)));
  const element = Buffer.concat([protoField(FIELD.xmlElement.name, node.name), ...attributes, ...children]);
  return protoField(FIELD.xmlNode.element, element);
}

function protoTable(resources: TableResource[]): Buffer {
  const types = Map.groupBy(resources, ({ type }) => type);
  const packageTypes = [...types].map(([name, ofType]) => {
    const ids = ofType.map((resource) => resourceId(resources, name, resource.name));
    const entries = ofType.map((resource, index) =>
      protoField(
        FIELD.type.entry,
        Buffer.concat([
          protoField(FIELD.entry.entryId, protoField(FIELD.id.id, ids[index]! & 0xffff)),
          ...resource.variants.map((variant) => protoField(FIELD.entry.configValue, configValue(variant))),
        ]),
      ),
    );
    const typeId = protoField(FIELD.type.typeId, protoField(FIELD.id.id, (ids[0]! >>> 16) & 0xff));
    return protoField(FIELD.package.type, Buffer.concat([typeId, ...entries]));
  });
  const packageId = protoField(FIELD.package.packageId, protoField(FIELD.id.id, 0x7f));
  return protoField(FIELD.resourceTable.package, Buffer.concat([packageId, ...packageTypes]));
}

function configValue({ locale, density, value }: TableResource["variants"][number]): Buffer {
  const config = Buffer.concat([
    ...(locale === undefined ? [] : [protoField(FIELD.configuration.locale, locale)]),
    ...(density === undefined ? [] : [protoField(FIELD.configuration.density, density)]),
  ]);
  const isFile = typeof value === "string" && value.startsWith("res/");
  const held = isFile ? protoField(FIELD.item.file, protoField(FIELD.file.path, value)) : item(value);
  return Buffer.concat([
    protoField(FIELD.configValue.config, config),
    protoField(FIELD.configValue.value, protoField(FIELD.value.item, held)),
  ]);
}

function item(value: XmlValue): Buffer {
  if (typeof value === "string") return protoField(FIELD.item.string, protoField(FIELD.string.value, value));
  if (typeof value === "boolean") {
    return protoField(FIELD.item.primitive, protoField(FIELD.primitive.boolean, value ? 1 : 0));
  }
  if (typeof value === "number") {
    return protoField(FIELD.item.primitive, protoField(FIELD.primitive.intDecimal, value));
  }
  return protoField(FIELD.item.reference, protoField(FIELD.reference.id, value.ref));
}
