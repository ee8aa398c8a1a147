import type { Said } from "@udt/base";
/** What an app package says of itself. Sizes are bytes; locales are BCP 47 tags (`en`, `zh-Hant-TW`). */
interface AppFileBase {
  /** The identity on the device: Android application id, iOS and HarmonyOS bundle name. */
  package_name: string;
  /** The label a device without a matching locale shows, one line of at most 1000 characters; the package name when the package has none. */
  name: string;
  /** The label in each locale the package was translated to; the default label is not repeated here. */
  names: Record<string, string>;
  /** The version shown to people, one line of at most 1000 characters; empty when the package has none. */
  version_name: string;
  /** The version that decides what is newer. */
  version_code: number;
  /**
   * SHA-256 of the signer's certificate (DER), lower-case hex; absent when unsigned or not to be told. This is the
   * certificate the package declares: the signature over the content is not verified here, the device does that on install.
   */
  signer_sha256?: string;
  /** Whom that certificate was made for, one line; absent with the signer, and when the certificate cannot be read. */
  signer_subject?: string;
  /** A picture of the launcher icon in the best size there is; absent when the package only draws it (vectors) or has none. */
  icon?: AppIcon;
  /** What it asks for, in the package's order, each once: permissions, or iOS's purposes (`NSCameraUsageDescription`). */
  permissions: string[];
  /** Processors it has native code for (`arm64-v8a`), sorted; empty means any. */
  abis: string[];
  /** The package's own size. */
  size_bytes: number;
  debuggable: boolean;
}

export interface AppIcon {
  bytes: Uint8Array;
  content_type: "image/png" | "image/webp";
}

/** An APK, or an Android App Bundle, from which a store makes APKs. */
export interface AndroidAppFile extends AppFileBase {
  os: "android";
  kind: "apk" | "aab";
  /** Lowest API level it installs on. */
  min_os_version: number;
  /** API level it was written for; equals `min_os_version` when not given. */
  target_sdk: number;
  /** Full class name of the launcher activity; absent when nothing can be launched. */
  main_activity?: string;
  /** What runs its tests; absent in a package that holds none. */
  instrumentations?: { runner: string; target_package: string; meta: [string, string][] }[];
}

/** An IPA. */
export interface IosAppFile extends AppFileBase {
  os: "ios";
  kind: "ipa";
  /** `CFBundleVersion`, whose numbers are separated by dots; `version_code` is it when it is a whole number, else 0. */
  build: string;
  /** Lowest iOS version it installs on; empty when not given. */
  min_os_version: string;
  /** The iOS SDK it was built with; empty when not given. */
  target_os_version: string;
  /** `iphone`, `ipad`, `tv`, `watch`. */
  device_types: string[];
}

/** A HAP. */
export interface HarmonyAppFile extends AppFileBase {
  os: "harmony";
  kind: "hap";
  /** Lowest API level it installs on. */
  min_os_version: number;
  target_sdk: number;
  /** The ability that a launcher starts; absent when nothing can be launched. */
  main_activity?: string;
  /** `phone`, `tablet`, `2in1` and so on. */
  device_types: string[];
}

/** Told apart by `os` and `kind`. */
export type AppFile = AndroidAppFile | IosAppFile | HarmonyAppFile;

/**
 * - `not_a_package`: no zip at all, or a zip without any app in it.
 * - `corrupt`: a package that is damaged: cut off, checksum mismatch, unreadable manifest or resource table.
 * - `hostile`: made to harm its reader: escaping, absolute, NUL or duplicate names, overlapping entries, sizes that lie,
 *   too many entries, or more inflated bytes than the limit.
 * - `too_large`: the file itself is over the limit.
 * - `unsupported`: sound, but of a kind not read here (other platform, split APK, encrypted, zip64 layout).
 */
export type AppFileErrorCode = "not_a_package" | "corrupt" | "hostile" | "too_large" | "unsupported";

export interface AppFileError {
  code: AppFileErrorCode;
  /** For a person; its evidence names the entry at fault where there is one. */
  said: Said;
}

export interface AppFileLimits {
  /** Size of the file itself. */
  maxSizeBytes: number;
  /** Entries in the archive. */
  maxEntries: number;
  /** Bytes taken out of the archive for one reading, counted as they leave the inflater. */
  maxInflatedBytes: number;
  /** An icon candidate larger than this is passed over. */
  maxIconBytes: number;
}

export const DEFAULT_LIMITS: AppFileLimits = {
  maxSizeBytes: 4 * 1024 ** 3 - 1,
  maxEntries: 65_535,
  maxInflatedBytes: 128 * 1024 ** 2,
  maxIconBytes: 4 * 1024 ** 2,
};
