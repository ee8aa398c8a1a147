import { readAbis, readAndroid } from "../apk/read-apk.ts";
import { corrupt } from "../fault.ts";
import type { PackageFormat } from "../package-format.ts";
import { ProtoTable } from "./proto-table.ts";
import { parseProtoXml } from "./proto-xml.ts";

const MANIFEST = "base/manifest/AndroidManifest.xml";
const TABLE = "base/resources.pb";
const NATIVE_LIBRARY = /^base\/lib\/([\w-]{1,64})\/[^/]+\.so$/;
const MAX_MANIFEST_BYTES = 8 * 1024 ** 2;

/** An Android App Bundle: what an APK says of itself as protobuf, in the folder of its base module. */
export const aabFormat: PackageFormat = {
  matches: (names) => names.has(MANIFEST),
  async read(archive, limits) {
    const table = await archive.read(TABLE, limits.maxInflatedBytes);
    const manifest = await archive.read(MANIFEST, MAX_MANIFEST_BYTES);
    if (!manifest) throw corrupt("The bundle has no manifest.", "package_no_manifest");
    return await readAndroid(
      {
        archive,
        elements: parseProtoXml(manifest, "The manifest"),
        table: table && new ProtoTable(table),
        folder: "base/",
        parseDrawable: (content) => {
          // Protobuf has no mark to know it by: a drawable is whatever was compiled from XML.
          try {
            return parseProtoXml(content, "An icon's drawable");
          } catch {
            return undefined;
          }
        },
      },
      { kind: "aab", abis: readAbis(archive.names, NATIVE_LIBRARY) },
      limits,
    );
  },
};
