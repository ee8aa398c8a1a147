import { randomBytes } from "node:crypto";
import { type Clock, Emitter } from "@udt/base";
import type { InstalledPackage, PhoneFaults, PhonePackages, PhoneProfile } from "../types.ts";
import { FileError } from "./file-errors.ts";
import type { PhoneFiles } from "./files.ts";
import { joined } from "./joined.ts";

/** What runs a test package's tests, and what those come to on a phone that runs no code. */
export interface Instrumentation {
  runner: string;
  target_package: string;
  meta: [string, string][];
}

/** What installing needs to know of an APK; `@udt/appfile` reads it. */
export interface ApkFacts {
  package_name: string;
  name: string;
  version_name: string;
  version_code: number;
  min_os_version: number;
  target_sdk: number;
  abis: string[];
  permissions: string[];
  debuggable: boolean;
  main_activity?: string;
  instrumentations?: Instrumentation[];
  signer_sha256?: string;
  icon?: { bytes: Uint8Array };
}

export type ApkReading = { ok: true; value: ApkFacts } | { ok: false; error: { code: string; message: string } };
export type ApkReader = (bytes: Uint8Array) => Promise<ApkReading>;

/** A package with what only the package manager needs. */
export interface PackageRecord extends InstalledPackage {
  uid: number;
  min_sdk: number;
  target_sdk: number;
  permissions: string[];
  instrumentations: Instrumentation[];
  granted: Set<string>;
  debuggable: boolean;
  signer_sha256: string | undefined;
  installed_ms: number;
  updated_ms: number;
}

export interface InstallOptions {
  /** `-R`: an installed package of that name is an error. */
  refuseReplacing: boolean;
  allowDowngrade: boolean;
  grantPermissions: boolean;
}

/** An `INSTALL_…` or `DELETE_…` code of Android's `PackageManager`, and what was wrong. */
export interface PackageFailure {
  code: string;
  message: string;
}

export type PackageResult = { ok: true; package_name: string } | { ok: false; failure: PackageFailure };

const FIRST_APP_UID = 10_100;

export interface PackageManagerOptions {
  profile: PhoneProfile;
  files: PhoneFiles;
  faults: PhoneFaults;
  clock: Clock;
  readApk: ApkReader;
}

/** The package manager: what is installed, and the rules for what may be. */
export class PackageManager implements PhonePackages {
  readonly changed = new Emitter<{ package_name: string; kind: "installed" | "removed" | "cleared" }>();
  readonly #options: PackageManagerOptions;
  readonly #records = new Map<string, PackageRecord>();
  /** The packages that the phone came with, as they were. */
  readonly #factory = new Map<string, PackageRecord>();
  #nextUid = FIRST_APP_UID;

  constructor(options: PackageManagerOptions) {
    this.#options = options;
  }

  /** Adds the packages that the phone comes with. */
  preload(packages: readonly InstalledPackage[]): void {
    const { profile, files, clock } = this.#options;
    for (const each of packages) {
      const now = clock.now();
      const record: PackageRecord = {
        ...each,
        uid: each.package_name === "android" ? 1000 : this.#nextUid++,
        min_sdk: profile.sdk,
        target_sdk: profile.sdk,
        permissions: [],
        instrumentations: [],
        granted: new Set(),
        debuggable: each.debuggable ?? false,
        signer_sha256: undefined,
        installed_ms: now,
        updated_ms: now,
      };
      this.#records.set(each.package_name, record);
      this.#factory.set(each.package_name, record);
      files.provide(each.apk_path, () => "", { mode: 0o644 });
    }
  }

  list(): PackageRecord[] {
    return [...this.#records.values()].sort((a, b) => (a.package_name < b.package_name ? -1 : 1));
  }

  find(packageName: string): PackageRecord | undefined {
    return this.#records.get(packageName);
  }

  /** Reads the APK, checks it against the phone and what is installed, and puts it in place. */
  async install(apk: readonly Uint8Array[], options: InstallOptions): Promise<PackageResult> {
    const { faults, readApk } = this.#options;
    if (faults.refuse_install) return failure(faults.refuse_install, "Refused by the phone's fault setting");
    const bytes = joined(apk);
    const reading = await readApk(bytes);
    if (!reading.ok) return failure(apkErrorCode(reading.error.code), reading.error.message);
    const refusal = this.#refusal(reading.value, options);
    if (refusal) return { ok: false, failure: refusal };
    const path = this.#place(reading.value.package_name, bytes);
    if (!path)
      return failure("INSTALL_FAILED_INSUFFICIENT_STORAGE", "Failed to allocate because there is not enough space");
    this.#record(reading.value, path, options);
    this.changed.emit({ package_name: reading.value.package_name, kind: "installed" });
    return { ok: true, package_name: reading.value.package_name };
  }

  /** Removes an app and its data. A built-in one stays; if it was updated, it is again what the phone came with. */
  uninstall(packageName: string): PackageResult {
    const found = this.#records.get(packageName);
    const factory = this.#factory.get(packageName);
    if (!found || found === factory) return failure("DELETE_FAILED_INTERNAL_ERROR", "");
    // As an app does that is a device administrator.
    if (this.#options.faults.app_stays) return failure("DELETE_FAILED_DEVICE_POLICY_MANAGER", "");
    if (factory) this.#records.set(packageName, factory);
    else this.#records.delete(packageName);
    this.#removeFiles(found.apk_path);
    this.changed.emit({ package_name: packageName, kind: factory ? "cleared" : "removed" });
    return { ok: true, package_name: packageName };
  }

  /** Forgets the app's data. False when there is no such package. */
  clear(packageName: string): boolean {
    const found = this.#records.get(packageName);
    if (!found) return false;
    found.granted.clear();
    this.changed.emit({ package_name: packageName, kind: "cleared" });
    return true;
  }

  #refusal(apk: ApkFacts, options: InstallOptions): PackageFailure | undefined {
    const { profile } = this.#options;
    const name = apk.package_name;
    const existing = this.#records.get(name);
    if (apk.min_os_version > profile.sdk) {
      const message = `Requires newer sdk version #${apk.min_os_version} (current version is #${profile.sdk})`;
      return { code: "INSTALL_FAILED_OLDER_SDK", message };
    }
    if (apk.abis.length > 0 && !apk.abis.includes(profile.cpu.abi)) {
      return { code: "INSTALL_FAILED_NO_MATCHING_ABIS", message: "Failed to extract native libraries, res=-113" };
    }
    if (!apk.signer_sha256) {
      return {
        code: "INSTALL_PARSE_FAILED_NO_CERTIFICATES",
        message: "Failed to collect certificates: no signature found",
      };
    }
    if (!existing) return undefined;
    if (options.refuseReplacing) {
      return {
        code: "INSTALL_FAILED_ALREADY_EXISTS",
        message: `Attempt to re-install ${name} without first uninstalling.`,
      };
    }
    // What the phone came with has no signature here, so any update of it is taken; the next must be signed alike.
    if (existing.signer_sha256 !== undefined && existing.signer_sha256 !== apk.signer_sha256) {
      const message = `Existing package ${name} signatures do not match newer version; ignoring!`;
      return { code: "INSTALL_FAILED_UPDATE_INCOMPATIBLE", message };
    }
    if (apk.version_code < existing.version_code && !options.allowDowngrade) {
      const message = `Downgrade detected: Update version code ${apk.version_code} is older than current ${existing.version_code}`;
      return { code: "INSTALL_FAILED_VERSION_DOWNGRADE", message };
    }
    return undefined;
  }

  /** The path it lies at, or undefined when it does not fit. */
  #place(packageName: string, bytes: Uint8Array): string | undefined {
    const { files } = this.#options;
    const random = () => randomBytes(16).toString("base64url");
    const path = `/data/app/~~${random()}==/${packageName}-${random()}==/base.apk`;
    try {
      files.mkdir(path.slice(0, path.lastIndexOf("/")), true);
      files.write(path, bytes, 0o644);
      return path;
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== "ENOSPC") throw error;
      this.#removeFiles(path);
      return undefined;
    }
  }

  #record(apk: ApkFacts, path: string, options: InstallOptions): void {
    const now = this.#options.clock.now();
    const existing = this.#records.get(apk.package_name);
    if (existing) this.#removeFiles(existing.apk_path);
    const granted = new Set(options.grantPermissions ? apk.permissions : existing?.granted);
    this.#records.set(apk.package_name, {
      package_name: apk.package_name,
      label: apk.name,
      version_name: apk.version_name,
      version_code: apk.version_code,
      system: existing?.system ?? false,
      main_activity: apk.main_activity,
      icon: apk.icon?.bytes,
      apk_path: path,
      uid: existing?.uid ?? this.#nextUid++,
      min_sdk: apk.min_os_version,
      target_sdk: apk.target_sdk,
      permissions: apk.permissions,
      instrumentations: apk.instrumentations ?? [],
      granted,
      debuggable: apk.debuggable,
      signer_sha256: apk.signer_sha256,
      installed_ms: existing?.installed_ms ?? now,
      updated_ms: now,
      enabled: true,
    });
  }

  /** Removes the random directory that holds the package's own. */
  #removeFiles(apkPath: string): void {
    const root = apkPath.split("/").slice(0, 4).join("/");
    if (root.startsWith("/data/app/~~") && this.#options.files.exists(root)) this.#options.files.remove(root, true);
  }
}

function failure(code: string, message: string): PackageResult {
  return { ok: false, failure: { code, message } };
}

function apkErrorCode(code: string): string {
  if (code === "not_a_package" || code === "too_large") return "INSTALL_PARSE_FAILED_NOT_APK";
  if (code === "unsupported") return "INSTALL_FAILED_MISSING_SPLIT";
  return "INSTALL_FAILED_INVALID_APK";
}
