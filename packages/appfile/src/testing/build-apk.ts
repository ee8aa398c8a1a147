import { ATTRIBUTE } from "../apk/manifest.ts";
import { xml, writeBinaryXml, type XmlNode } from "./binary-xml-writer.ts";
import { squarePng } from "./png.ts";
import { resourceId, writeResourceTable, type TableResource } from "./resource-table-writer.ts";
import { jarSignature } from "./sign-v1.ts";
import { signingBlockV2 } from "./sign-v2.ts";
import { createSigner, type Signer } from "./signer.ts";
import { writeZip, type ZipEntry } from "./zip-writer.ts";

export interface BuildApkOptions {
  packageName?: string;
  versionCode?: number;
  versionName?: string;
  minSdk?: number;
  targetSdk?: number;
  /** The label of devices without a matching locale. */
  label?: string;
  /** Labels by locale: two-letter language, with region and script if need be. */
  labels?: Record<string, string>;
  /** Class of the launcher activity, `.Name` for one in the package; null for none. */
  mainActivity?: string | null;
  permissions?: string[];
  /**
   * Makes it a test package. The tests are for the virtual phone, which runs no code: each name, `Class#method`, says how it
   * comes out: `ok`, `failure`, `error`, `ignored`, `crash` (the process dies) or `hang`.
   */
  instrumentation?: { runner?: string; targetPackage: string; tests: Record<string, string> };
  /** A small `lib/<abi>/libdemo.so` each. */
  abis?: string[];
  debuggable?: boolean;
  /**
   * `png`, `webp`: a raster in two densities. `adaptive`: layers plus that raster for older devices. `adaptive_only`:
   * layers whose foreground is a raster.
   */
  icon?: "png" | "webp" | "adaptive" | "adaptive_only" | "none";
  /** The picture of a `png` icon, whatever the density; a square of one colour unless given. */
  iconPng?: Buffer;
  /** `v2` is for Android 7 (API 24) and later; `v1` for every version, but only with a `targetSdk` of 29 at most. */
  signing?: "v2" | "v1" | "none";
  /** The same identity for every package of a process unless given: updates of one app share it. */
  signer?: Signer;
  /** Adds an asset of this size as it is, uncompressed, to make the package bigger. */
  paddingBytes?: number;
  /** Further entries, signed along; they may be what no honest tool writes. */
  extraEntries?: ZipEntry[];
  broken?: ApkDefect;
}

/** One way each to break a package; see the error codes of readAppFile. */
export type ApkDefect =
  | "truncated"
  | "not_a_zip"
  | "no_manifest"
  | "hostile_name"
  | "absolute_name"
  | "nul_name"
  | "duplicate_name"
  | "overlapping"
  | "bomb"
  | "lying_size"
  | "impossible_size";

/** Compresses about a thousandfold, which deflate can do: within every rule but the limit. */
const BOMB_BYTES = 160 * 1024 ** 2;
const MDPI = 160;
const XXXHDPI = 640;
/** One transparent pixel, lossless WebP. https://developers.google.com/speed/webp/docs/riff_container */
const WEBP = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

let processSigner: Signer | undefined;

/** A real APK made from code: it installs and verifies (`apksigner verify`) unless `broken`. */
export function buildApk(options: BuildApkOptions = {}): Uint8Array {
  const { signing = "v2" } = options;
  const entries = withDefect(packageEntries(options), options.broken);
  const signer = options.signer ?? (processSigner ??= createSigner());
  const zip = writeZip(signing === "v1" ? [...entries, ...jarSignature(entries, signer)] : entries);
  const block = signing === "v2" ? signingBlockV2(zip, signer) : Buffer.alloc(0);
  const end = Buffer.from(zip.end);
  end.writeUInt32LE(zip.content.length + block.length, 16);
  const apk = Buffer.concat([zip.content, block, zip.directory, end]);

  if (options.broken === "truncated") return apk.subarray(0, apk.length >> 1);
  if (options.broken === "not_a_zip") return Buffer.from("This is no package.\n".repeat(50));
  return apk;
}

function packageEntries(options: BuildApkOptions): ZipEntry[] {
  const { packageName = "dev.udt.demo", icon = "png", abis = [], paddingBytes = 0 } = options;
  const resources = packageResources(options);
  return [
    { name: "AndroidManifest.xml", content: writeBinaryXml(manifest(options, resources)) },
    // From API 30 on a device refuses a compressed table.
    { name: "resources.arsc", content: writeResourceTable(packageName, resources), deflate: false },
    { name: "classes.dex", content: Buffer.from("dex\n035\0", "latin1") },
    ...iconEntries(icon, resources, writeBinaryXml, options.iconPng),
    ...abis.map((abi) => ({ name: `lib/${abi}/libdemo.so`, content: Buffer.from("\u007fELF", "latin1") })),
    ...(paddingBytes > 0 ? [{ name: "assets/padding.bin", content: Buffer.alloc(paddingBytes), deflate: false }] : []),
    ...(options.extraEntries ?? []),
  ];
}

export function packageResources(options: BuildApkOptions): TableResource[] {
  const { icon = "png", label = "UDT Demo", labels = { en: "UDT Demo", zh: "UDT 演示", ja: "UDT デモ" } } = options;
  const translations = Object.entries(labels).map(([locale, value]) => ({ locale, value }));
  const strings: TableResource = { type: "string", name: "app_name", variants: [{ value: label }, ...translations] };
  if (icon === "none") return [strings];
  const extension = icon === "webp" ? "webp" : "png";
  const rasters = [MDPI, XXXHDPI].map((density) => ({ density, value: `res/icon-${density}.${extension}` }));
  const layered = { density: 0xfffe, value: "res/icon-adaptive.xml" };
  const variants = { adaptive: [...rasters, layered], adaptive_only: [layered], png: rasters, webp: rasters }[icon];
  return [
    strings,
    { type: "mipmap", name: "ic_launcher", variants },
    ...(icon === "adaptive" || icon === "adaptive_only"
      ? [
          { type: "drawable", name: "background", variants: [{ density: MDPI, value: "res/background.png" }] },
          { type: "drawable", name: "foreground", variants: [{ density: MDPI, value: "res/foreground.png" }] },
        ]
      : []),
  ];
}

export function iconEntries(
  icon: NonNullable<BuildApkOptions["icon"]>,
  resources: TableResource[],
  writeXml: (root: XmlNode) => Buffer = writeBinaryXml,
  picture?: Buffer,
): ZipEntry[] {
  if (icon === "none") return [];
  const rasters = [MDPI, XXXHDPI].map((density) =>
    icon === "webp"
      ? { name: `res/icon-${density}.webp`, content: WEBP }
      : { name: `res/icon-${density}.png`, content: picture ?? squarePng((48 * density) / MDPI, [32, 96, 200]) },
  );
  if (icon === "png" || icon === "webp") return rasters;
  const layer = (name: string) => xml(name, [[ATTRIBUTE.drawable, { ref: resourceId(resources, "drawable", name) }]]);
  return [
    ...(icon === "adaptive" ? rasters : []),
    {
      name: "res/icon-adaptive.xml",
      content: writeXml(xml("adaptive-icon", [], [layer("background"), layer("foreground")])),
    },
    { name: "res/background.png", content: squarePng(108, [255, 255, 255]) },
    { name: "res/foreground.png", content: squarePng(108, [200, 48, 48]) },
  ];
}

export function manifest(options: BuildApkOptions, resources: TableResource[]): XmlNode {
  const { packageName = "dev.udt.demo", versionCode = 1, versionName = "1.0", minSdk = 24, targetSdk = 34 } = options;
  const { mainActivity = ".MainActivity", permissions = ["android.permission.INTERNET"], icon = "png" } = options;
  const action = xml("action", [[ATTRIBUTE.name, "android.intent.action.MAIN"]]);
  const category = xml("category", [[ATTRIBUTE.name, "android.intent.category.LAUNCHER"]]);
  const activity = (name: string) =>
    xml(
      "activity",
      [
        [ATTRIBUTE.name, name],
        [ATTRIBUTE.exported, true],
      ],
      [xml("intent-filter", [], [action, category])],
    );
  const application = xml(
    "application",
    [
      [ATTRIBUTE.label, { ref: resourceId(resources, "string", "app_name") }],
      ...(icon === "none" ? [] : [iconAttribute(resources)]),
      [ATTRIBUTE.debuggable, options.debuggable ?? false],
    ],
    mainActivity === null ? [] : [activity(mainActivity)],
  );
  return xml(
    "manifest",
    [
      [ATTRIBUTE.package, packageName],
      [ATTRIBUTE.versionCode, versionCode],
      [ATTRIBUTE.versionName, versionName],
    ],
    [
      xml("uses-sdk", [
        [ATTRIBUTE.minSdkVersion, minSdk],
        [ATTRIBUTE.targetSdkVersion, targetSdk],
      ]),
      ...permissions.map((name) => xml("uses-permission", [[ATTRIBUTE.name, name]])),
      ...(options.instrumentation ? [instrumentation(options.instrumentation)] : []),
      application,
    ],
  );
}

const instrumentation = ({
  runner = "androidx.test.runner.AndroidJUnitRunner",
  targetPackage,
  tests,
}: NonNullable<BuildApkOptions["instrumentation"]>): XmlNode =>
  xml(
    "instrumentation",
    [
      [ATTRIBUTE.name, runner],
      [ATTRIBUTE.targetPackage, targetPackage],
    ],
    Object.entries(tests).map(([name, value]) =>
      xml("meta-data", [
        [ATTRIBUTE.name, `test:${name}`],
        [ATTRIBUTE.value, value],
      ]),
    ),
  );

const iconAttribute = (resources: TableResource[]): XmlNode["attributes"][number] => [
  ATTRIBUTE.icon,
  { ref: resourceId(resources, "mipmap", "ic_launcher") },
];

function withDefect(entries: ZipEntry[], defect: ApkDefect | undefined): ZipEntry[] {
  const asset = { name: "assets/a.txt", content: Buffer.from("a".repeat(100)) };
  const table = (changed: Omit<ZipEntry, "name">) =>
    entries.map((entry) => (entry.name === "resources.arsc" ? { name: entry.name, ...changed } : entry));
  switch (defect) {
    case "no_manifest":
      return entries.filter(({ name }) => name !== "AndroidManifest.xml");
    case "hostile_name":
      return [...entries, { ...asset, name: "assets/../../../etc/escaped" }];
    case "absolute_name":
      return [...entries, { ...asset, name: "/etc/absolute" }];
    case "nul_name":
      return [...entries, { ...asset, name: "assets/a\0.txt" }];
    case "duplicate_name":
      return [...entries, asset, asset];
    case "overlapping":
      return [...entries, asset, { ...asset, name: "assets/b.txt", sharesPrevious: true }];
    case "bomb":
      return table({ content: Buffer.alloc(BOMB_BYTES) });
    case "lying_size":
      return table({ content: Buffer.alloc(BOMB_BYTES), claimedSize: 64 * 1024 ** 2 });
    case "impossible_size":
      return [...entries, { ...asset, claimedSize: 2 ** 31 }];
    default:
      return entries;
  }
}
