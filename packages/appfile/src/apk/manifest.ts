import { corrupt, hostile, unsupported } from "../fault.ts";
import { attribute, type AttributeKey, type XmlAttribute, type XmlElement } from "./binary-xml.ts";
import { isReference, VALUE, type ResourceValue } from "./chunks.ts";
import { displayText } from "./display-text.ts";
import type { Resources, Variant } from "./resource-table.ts";

/**
 * Framework attribute ids, fixed for all time as public resources.
 * https://github.com/aosp-mirror/platform_frameworks_base/blob/1246007b6301ec20380789dc3e1771cd3196c962/core/res/res/values/public-final.xml
 */
export const ATTRIBUTE = {
  package: { id: undefined, name: "package" },
  split: { id: undefined, name: "split" },
  label: { id: 0x01010001, name: "label" },
  icon: { id: 0x01010002, name: "icon" },
  name: { id: 0x01010003, name: "name" },
  enabled: { id: 0x0101000e, name: "enabled" },
  debuggable: { id: 0x0101000f, name: "debuggable" },
  exported: { id: 0x01010010, name: "exported" },
  targetPackage: { id: 0x01010021, name: "targetPackage" },
  value: { id: 0x01010024, name: "value" },
  src: { id: 0x01010119, name: "src" },
  drawable: { id: 0x01010199, name: "drawable" },
  minSdkVersion: { id: 0x0101020c, name: "minSdkVersion" },
  versionCode: { id: 0x0101021b, name: "versionCode" },
  versionName: { id: 0x0101021c, name: "versionName" },
  targetSdkVersion: { id: 0x01010270, name: "targetSdkVersion" },
  roundIcon: { id: 0x0101052c, name: "roundIcon" },
  versionCodeMajor: { id: 0x01010576, name: "versionCodeMajor" },
} as const satisfies Record<string, AttributeKey>;

/** A preview platform is named by a letter; it counts as newer than every numbered one (`CUR_DEVELOPMENT`). */
const PREVIEW_SDK = 10_000;

/** What a class can be called. The name is handed to devices as part of a command, so nothing else gets through. */
const CLASS_NAME = /^[\p{L}\p{N}_$.]{1,1024}$/u;
const PERMISSION_NAME = /^[^\p{Cc}\p{Cs}]{1,1024}$/u;
/** The greediest apps ask for a few hundred. */
const MAX_PERMISSIONS = 10_000;
/** A test package declares one, rarely two; tests in its manifest are for devices that run no code. */
const MAX_INSTRUMENTATIONS = 100;
const MAX_META = 10_000;
const PACKAGE_NAME = /^[\w.]{1,255}$/;

/** What runs the tests of a test package. */
export interface Instrumentation {
  /** Full class name. */
  runner: string;
  /** The app that it tests. */
  target_package: string;
  /** Its meta-data, names and values. */
  meta: [string, string][];
}

/** Reads AndroidManifest.xml, looking references up in the resource table. */
export class Manifest {
  readonly packageName: string;
  readonly application: XmlElement | undefined;
  readonly mainActivity: XmlElement | undefined;
  readonly #root: XmlElement;
  readonly #elements: XmlElement[];
  readonly #table: Resources | undefined;

  constructor(elements: XmlElement[], table: Resources | undefined) {
    this.#elements = elements;
    this.#table = table;
    const root = this.#elements.find((element) => element.parent === undefined && element.name === "manifest");
    if (!root) throw corrupt("The manifest has no <manifest> element.", "package_no_manifest");
    this.#root = root;
    const split = this.text(root, ATTRIBUTE.split);
    if (split)
      throw unsupported(`The package is only the part ${JSON.stringify(split)} of a split APK.`, "package_split");
    this.packageName = this.text(root, ATTRIBUTE.package) ?? "";
    if (!/^[\w.]{1,255}$/.test(this.packageName))
      throw corrupt("The manifest has no valid package name.", "package_no_name");
    this.application = this.#elements.find((element) => element.name === "application" && element.parent === root);
    this.mainActivity =
      this.#launcherActivity("android.intent.category.LAUNCHER") ??
      this.#launcherActivity("android.intent.category.LEANBACK_LAUNCHER");
  }

  get versionName(): string {
    return displayText(this.text(this.#root, ATTRIBUTE.versionName) ?? "");
  }

  /** The major part is the upper half of a 64-bit number. */
  get versionCode(): number {
    const major = this.#integer(this.#root, ATTRIBUTE.versionCodeMajor) ?? 0;
    const code = major * 2 ** 32 + (this.#integer(this.#root, ATTRIBUTE.versionCode) ?? 0);
    if (!Number.isSafeInteger(code)) throw unsupported("The package's version code is larger than 2^53.");
    return code;
  }

  get minSdk(): number {
    return this.#sdk(ATTRIBUTE.minSdkVersion) ?? 1;
  }

  get targetSdk(): number {
    return this.#sdk(ATTRIBUTE.targetSdkVersion) ?? this.minSdk;
  }

  get debuggable(): boolean {
    return this.application !== undefined && this.#boolean(this.application, ATTRIBUTE.debuggable, false);
  }

  get mainActivityName(): string | undefined {
    const name = this.mainActivity && this.text(this.mainActivity, ATTRIBUTE.name);
    if (!name || !CLASS_NAME.test(name)) return undefined;
    if (name.startsWith(".")) return this.packageName + name;
    return name.includes(".") ? name : `${this.packageName}.${name}`;
  }

  get permissions(): string[] {
    const names = new Set<string>();
    for (const element of this.#elements) {
      if (element.name !== "uses-permission" && element.name !== "uses-permission-sdk-23") continue;
      const name = this.text(element, ATTRIBUTE.name);
      if (name && PERMISSION_NAME.test(name)) names.add(name);
    }
    if (names.size > MAX_PERMISSIONS) throw hostile(`The package asks for more than ${MAX_PERMISSIONS} permissions.`);
    return [...names];
  }

  get instrumentations(): Instrumentation[] {
    const found = this.#elements.filter(({ name, parent }) => name === "instrumentation" && parent === this.#root);
    if (found.length > MAX_INSTRUMENTATIONS) throw hostile("The package declares too many instrumentations.");
    return found.flatMap((element) => {
      const runner = this.text(element, ATTRIBUTE.name) ?? "";
      const target_package = this.text(element, ATTRIBUTE.targetPackage) ?? "";
      if (!CLASS_NAME.test(runner) || !PACKAGE_NAME.test(target_package)) return [];
      const below = this.#elements.filter(({ name, parent }) => name === "meta-data" && parent === element);
      if (below.length > MAX_META) throw hostile("An instrumentation has too much meta-data.");
      const meta = below.map((one): [string, string] => [
        displayText(this.text(one, ATTRIBUTE.name) ?? ""),
        displayText(this.text(one, ATTRIBUTE.value) ?? ""),
      ]);
      const full = runner.startsWith(".") ? this.packageName + runner : runner;
      return [{ runner: full, target_package, meta }];
    });
  }

  /** Every variant an attribute stands for: one when it is written out, many when it refers to resources. */
  variants(element: XmlElement, key: AttributeKey): Variant[] {
    const found = attribute(element, key);
    if (!found) return [];
    if (isReference(found)) return this.#table?.variants(found.data) ?? [];
    return [{ locale: undefined, density: 0, isDefault: true, value: found }];
  }

  /** The text of an attribute on a device without any matching qualifier. */
  text(element: XmlElement, key: AttributeKey): string | undefined {
    return asText(this.#default(element, key));
  }

  #default(element: XmlElement, key: AttributeKey): ResourceValue | undefined {
    return defaultVariant(this.variants(element, key))?.value;
  }

  #integer(element: XmlElement, key: AttributeKey): number | undefined {
    const value = this.#default(element, key);
    if (!value) return undefined;
    if (value.type === VALUE.string) return /^\d{1,10}$/.test(value.text ?? "") ? Number(value.text) : undefined;
    return value.data;
  }

  #boolean(element: XmlElement, key: AttributeKey, fallback: boolean): boolean {
    const value = this.#default(element, key);
    if (!value) return fallback;
    return value.type === VALUE.string ? value.text === "true" : value.data !== 0;
  }

  #sdk(key: AttributeKey): number | undefined {
    const usesSdk = this.#elements.find((element) => element.name === "uses-sdk" && element.parent === this.#root);
    if (!usesSdk) return undefined;
    return this.#integer(usesSdk, key) ?? (this.text(usesSdk, key) ? PREVIEW_SDK : undefined);
  }

  #launcherActivity(category: string): XmlElement | undefined {
    const actions = new Set<XmlElement>();
    const categories = new Set<XmlElement>();
    for (const element of this.#elements) {
      if (!element.parent || (element.name !== "action" && element.name !== "category")) continue;
      const name = this.text(element, ATTRIBUTE.name);
      if (element.name === "action" && name === "android.intent.action.MAIN") actions.add(element.parent);
      if (element.name === "category" && name === category) categories.add(element.parent);
    }
    const filter = this.#elements.find(
      (element) =>
        actions.has(element) &&
        categories.has(element) &&
        (element.parent?.name === "activity" || element.parent?.name === "activity-alias") &&
        this.#boolean(element.parent, ATTRIBUTE.enabled, true),
    );
    return filter?.parent;
  }
}

/** The variant every device can use, else the first one. */
export function defaultVariant(variants: Variant[]): Variant | undefined {
  return (
    variants.find((variant) => variant.isDefault) ??
    variants.find((variant) => variant.locale === undefined) ??
    variants[0]
  );
}

export function asText(value: ResourceValue | XmlAttribute | undefined): string | undefined {
  if (!value) return undefined;
  return value.text ?? (value.type === VALUE.intDec ? String(value.data | 0) : undefined);
}
