import type { AndroidAppFile, AppFileLimits } from "../app-file.ts";
import { corrupt } from "../fault.ts";
import type { PackageFormat } from "../package-format.ts";
import type { AndroidContent } from "./android-content.ts";
import { isBinaryXml, parseBinaryXml } from "./binary-xml.ts";
import { readIcon } from "./icon.ts";
import { readLabels } from "./labels.ts";
import { Manifest } from "./manifest.ts";
import { ResourceTable } from "./resource-table.ts";
import { readSigner } from "./signer.ts";

const MANIFEST = "AndroidManifest.xml";
const TABLE = "resources.arsc";
const NATIVE_LIBRARY = /^lib\/([\w-]{1,64})\/[^/]+\.so$/;

/** The largest manifests known are a few hundred kilobytes; elements cost more memory than their bytes. */
const MAX_MANIFEST_BYTES = 8 * 1024 ** 2;

/** Unpacks the manifest, the resource table, the icon's files and at most one signature file; nothing else. */
export const apkFormat: PackageFormat = {
  matches: (names) => names.has(MANIFEST),
  async read(archive, limits) {
    const table = await archive.read(TABLE, limits.maxInflatedBytes);
    const manifest = await archive.read(MANIFEST, MAX_MANIFEST_BYTES);
    if (!manifest) throw corrupt("The package has no manifest.", "package_no_manifest");
    return await readAndroid(
      {
        archive,
        elements: parseBinaryXml(manifest, "The manifest"),
        table: table && new ResourceTable(table),
        folder: "",
        parseDrawable: (content) => (isBinaryXml(content) ? parseBinaryXml(content, "An icon's drawable") : undefined),
      },
      { kind: "apk", abis: readAbis(archive.names, NATIVE_LIBRARY) },
      limits,
    );
  },
};

export async function readAndroid(
  content: AndroidContent,
  { kind, abis }: Pick<AndroidAppFile, "kind" | "abis">,
  limits: AppFileLimits,
): Promise<AndroidAppFile> {
  const { archive, elements, table } = content;
  const manifest = new Manifest(elements, table);
  const { name, names } = readLabels(manifest);
  const mainActivity = manifest.mainActivityName;
  const { instrumentations } = manifest;
  const signer = await readSigner(archive);
  const icon = await readIcon(content, manifest, limits.maxIconBytes);
  return {
    os: "android",
    kind,
    package_name: manifest.packageName,
    name,
    names,
    version_name: manifest.versionName,
    version_code: manifest.versionCode,
    min_os_version: manifest.minSdk,
    target_sdk: manifest.targetSdk,
    ...(mainActivity === undefined ? {} : { main_activity: mainActivity }),
    ...(instrumentations.length === 0 ? {} : { instrumentations }),
    permissions: manifest.permissions,
    abis,
    ...signer,
    ...(icon === undefined ? {} : { icon }),
    size_bytes: archive.source.size,
    debuggable: manifest.debuggable,
  };
}

/** The folders of native libraries; the pattern's first group is the ABI. */
export function readAbis(names: ReadonlySet<string>, library: RegExp): string[] {
  const abis = new Set<string>();
  for (const name of names) {
    const abi = library.exec(name)?.[1];
    if (abi !== undefined) abis.add(abi);
  }
  return [...abis].sort();
}
