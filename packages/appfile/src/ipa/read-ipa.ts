import type { AppFileLimits, IosAppFile } from "../app-file.ts";
import { displayText } from "../apk/display-text.ts";
import { corrupt } from "../fault.ts";
import type { PackageFormat } from "../package-format.ts";
import { parsePlist, plistList, plistText } from "../plist/plist.ts";
import type { PlistDict } from "../plist/values.ts";
import type { Archive } from "../zip/archive.ts";
import { readIpaIcon } from "./icon.ts";
import { readIpaNames } from "./names.ts";
import { readIpaProfile } from "./profile.ts";

/** The app itself; extensions and watch apps lie deeper. */
const INFO = /^Payload\/[^/]+\.app\/Info\.plist$/;
const MAX_INFO_BYTES = 4 * 1024 ** 2;

/** `UIDeviceFamily`. https://developer.apple.com/documentation/bundleresources/information-property-list/uidevicefamily */
const FAMILIES = new Map<unknown, string>([
  [1, "iphone"],
  [2, "ipad"],
  [3, "tv"],
  [4, "watch"],
]);
/** Processors among `UIRequiredDeviceCapabilities`. */
const PROCESSORS = new Set<unknown>(["armv6", "armv7", "armv7s", "arm64"]);
/** Keys by which an app gives its reason for asking: the nearest iOS has to a list of permissions. */
const PURPOSE = /^NS\w{1,100}UsageDescription$/;

/** An iOS app: `Payload/X.app/` with its Info.plist. */
export const ipaFormat: PackageFormat = {
  matches: (names) => infoPath(names) !== undefined,
  read: readIpa,
};

const infoPath = (names: ReadonlySet<string>): string | undefined => [...names].find((name) => INFO.test(name));

async function readIpa(archive: Archive, limits: AppFileLimits): Promise<IosAppFile> {
  const path = infoPath(archive.names);
  const content = path === undefined ? undefined : await archive.read(path, MAX_INFO_BYTES);
  if (path === undefined || !content) throw corrupt("The package has no Info.plist.", "package_no_manifest");
  const folder = path.slice(0, -"Info.plist".length);
  const info = parsePlist(content, "Info.plist");
  const package_name = plistText(info, "CFBundleIdentifier") ?? "";
  if (!/^[\w.-]{1,255}$/.test(package_name))
    throw corrupt("Info.plist has no valid bundle identifier.", "package_no_name");
  const build = displayText(plistText(info, "CFBundleVersion") ?? "");
  const icon = await readIpaIcon(archive, folder, info, limits.maxIconBytes);
  const { signer, isDebuggable } = await readIpaProfile(archive, folder);
  return {
    os: "ios",
    kind: "ipa",
    package_name,
    ...(await readIpaNames(archive, folder, info, package_name)),
    version_name: displayText(plistText(info, "CFBundleShortVersionString") ?? ""),
    version_code: /^\d{1,15}$/.test(build) ? Number(build) : 0,
    build,
    min_os_version: systemVersion(info, "MinimumOSVersion"),
    target_os_version: systemVersion(info, "DTPlatformVersion"),
    device_types: plistList(info, "UIDeviceFamily").flatMap((family) => FAMILIES.get(Number(family)) ?? []),
    permissions: [...info.keys()].filter((key) => PURPOSE.test(key)).sort(),
    abis: capabilities(info)
      .filter((one) => PROCESSORS.has(one))
      .sort(),
    ...signer,
    ...(icon && { icon }),
    size_bytes: archive.source.size,
    debuggable: isDebuggable,
  };
}

function systemVersion(info: PlistDict, key: string): string {
  const version = plistText(info, key) ?? "";
  return /^\d{1,4}(?:\.\d{1,4}){0,3}$/.test(version) ? version : "";
}

/** A list of names, or a dictionary that says for each whether it must be there. */
function capabilities(info: PlistDict): string[] {
  const value = info.get("UIRequiredDeviceCapabilities");
  if (value instanceof Map) return [...value].flatMap(([name, needed]) => (needed === true ? [name] : []));
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
