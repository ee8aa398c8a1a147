import { applePng } from "./apple-png.ts";
import { binaryPlist, xmlPlist, type PlistInput } from "./plist-writer.ts";
import { squarePng } from "./png.ts";
import { createSigner, type Signer } from "./signer.ts";
import { writeZip, type ZipEntry } from "./zip-writer.ts";

export interface BuildIpaOptions {
  packageName?: string;
  versionName?: string;
  /** `CFBundleVersion`. */
  build?: string;
  minimumOs?: string;
  label?: string;
  /** Names by the language of an `.lproj` folder. */
  labels?: Record<string, string>;
  /** Keys like `NSCameraUsageDescription`. */
  purposes?: string[];
  families?: number[];
  /** How Info.plist and the names are written. */
  encoding?: "binary" | "xml" | "text";
  /** `apple`: in Apple's own variant of PNG, in two sizes. */
  icon?: "apple" | "png" | "none";
  /** Whose certificate the embedded profile allows; null for none. */
  signer?: Signer | null;
  debuggable?: boolean;
  paddingBytes?: number;
  /** Further keys of Info.plist. */
  info?: Record<string, PlistInput>;
  extraEntries?: ZipEntry[];
  /** The app's own program; without it the package has none. */
  executable?: Buffer;
  /** Extensions and what runs on a watch, by their path in the app, such as `PlugIns/Share.appex`. */
  bundles?: { path: string; bundleId: string; executable?: Buffer }[];
}

/** An IPA with what the reader needs of one. A device would want a signature; none is made here. */
export function buildIpa(options: BuildIpaOptions = {}): Uint8Array {
  const { label = "UDT Demo", labels = { ja: "UDT デモ", "zh-Hans": "UDT 演示" } } = options;
  const { encoding = "binary", icon = "apple", paddingBytes = 0, signer = createSigner() } = options;
  const folder = "Payload/Demo.app/";
  const plist = encoding === "binary" ? binaryPlist : xmlPlist;
  const info: PlistInput = {
    CFBundleIdentifier: options.packageName ?? "dev.udt.demo",
    CFBundleName: "Demo",
    CFBundleDisplayName: label,
    CFBundleShortVersionString: options.versionName ?? "1.0",
    CFBundleVersion: options.build ?? "1",
    MinimumOSVersion: options.minimumOs ?? "15.0",
    DTPlatformVersion: "17.2",
    UIDeviceFamily: options.families ?? [1, 2],
    UIRequiredDeviceCapabilities: ["arm64"],
    CFBundleIcons: { CFBundlePrimaryIcon: { CFBundleIconFiles: ["AppIcon60x60"] } },
    ...Object.fromEntries((options.purposes ?? ["NSCameraUsageDescription"]).map((key) => [key, "To show it."])),
    ...(options.executable && { CFBundleExecutable: "Demo" }),
    ...options.info,
  };
  const names = (name: string): Buffer =>
    encoding === "text"
      ? Buffer.from(`\ufeff/* The name */\nCFBundleDisplayName = "${name}";\n`, "utf16le")
      : plist({ CFBundleDisplayName: name });
  const square = (size: number): Buffer =>
    icon === "apple" ? applePng(size, [32, 96, 200, 255]) : squarePng(size, [32, 96, 200]);
  const entries: ZipEntry[] = [
    { name: `${folder}Info.plist`, content: plist(info) },
    ...Object.entries(labels).map(([language, name]) => ({
      name: `${folder}${language}.lproj/InfoPlist.strings`,
      content: names(name),
    })),
    ...(icon === "none"
      ? []
      : [
          { name: `${folder}AppIcon60x60@2x.png`, content: square(120) },
          { name: `${folder}AppIcon60x60@3x.png`, content: square(180) },
        ]),
    ...(signer ? [{ name: `${folder}embedded.mobileprovision`, content: profile(signer, options.debuggable) }] : []),
    ...(paddingBytes > 0 ? [{ name: `${folder}padding`, content: Buffer.alloc(paddingBytes), deflate: false }] : []),
    ...(options.executable ? [{ name: `${folder}Demo`, content: options.executable }] : []),
    ...(options.bundles ?? []).flatMap(({ path, bundleId, executable }) => [
      {
        name: `${folder}${path}/Info.plist`,
        content: plist({ CFBundleIdentifier: bundleId, CFBundleExecutable: "Program" }),
      },
      ...(executable ? [{ name: `${folder}${path}/Program`, content: executable }] : []),
    ]),
    ...(options.extraEntries ?? []),
  ];
  const { content, directory, end } = writeZip(entries);
  return Buffer.concat([content, directory, end]);
}

/** The plist as it lies within the profile's signature, which nobody here reads. */
const profile = (signer: Signer, debuggable = false): Buffer =>
  Buffer.concat([
    Buffer.from([0x30, 0x82, 0x24, 0xd0]),
    xmlPlist({
      TeamName: "UDT",
      DeveloperCertificates: [signer.certificate],
      Entitlements: { "get-task-allow": debuggable },
    }),
    Buffer.from([0x31, 0x82, 0x02, 0x00]),
  ]);
