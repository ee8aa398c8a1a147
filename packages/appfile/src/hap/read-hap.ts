import type { AppFileLimits, AppIcon, HarmonyAppFile } from "../app-file.ts";
import { readAbis } from "../apk/read-apk.ts";
import { displayText } from "../apk/display-text.ts";
import { corrupt } from "../fault.ts";
import type { PackageFormat } from "../package-format.ts";
import { decodePng, isPng } from "../png/decode.ts";
import { encodePng } from "../png/encode.ts";
import { mergeLayers } from "../png/merge.ts";
import type { Archive } from "../zip/archive.ts";
import { parseProfile, type HapProfile } from "./profile.ts";
import { ResourceIndex, type HapVariant } from "./resource-index.ts";

const NATIVE_LIBRARY = /^libs\/([\w-]{1,64})\/[^/]+\.so$/;
const MAX_PROFILE_BYTES = 4 * 1024 ** 2;
const MAX_LAYERED_BYTES = 64 * 1024;

/** A HarmonyOS app: `module.json` (stage model) or `config.json` (FA model), with its resource index. */
export const hapFormat: PackageFormat = {
  matches: (names) => names.has("module.json") || (names.has("config.json") && names.has("pack.info")),
  read: readHap,
};

async function readHap(archive: Archive, limits: AppFileLimits): Promise<HarmonyAppFile> {
  const model = archive.names.has("module.json") ? "stage" : "fa";
  const content = await archive.read(model === "stage" ? "module.json" : "config.json", MAX_PROFILE_BYTES);
  if (!content) throw corrupt("The package has no profile.", "package_no_manifest");
  const profile = parseProfile(content, model);
  const index = await archive.read("resources.index", limits.maxInflatedBytes);
  const wanted = new Set([...profile.labels, ...profile.icons].flatMap(({ id }) => id ?? []));
  const resources = index && new ResourceIndex(index, wanted);
  const icon = await readIcon(archive, profile, resources, limits.maxIconBytes);
  return {
    os: "harmony",
    kind: "hap",
    package_name: profile.package_name,
    ...readNames(profile, resources),
    version_name: displayText(profile.version_name),
    version_code: profile.version_code,
    min_os_version: profile.min_api,
    target_sdk: profile.target_api,
    ...(profile.main_ability === undefined ? {} : { main_activity: profile.main_ability }),
    device_types: profile.device_types,
    permissions: profile.permissions,
    abis: readAbis(archive.names, NATIVE_LIBRARY),
    ...(icon && { icon }),
    size_bytes: archive.source.size,
    debuggable: profile.debuggable,
  };
}

/** The launcher shows the ability's label where it has one, else the app's. */
function readNames(
  profile: HapProfile,
  resources: ResourceIndex | undefined,
): { name: string; names: Record<string, string> } {
  for (const { id, text } of profile.labels) {
    const variants = id === undefined ? [] : (resources?.variants(id) ?? []);
    const fallback = variants.find(({ isDefault }) => isDefault) ?? variants.find(({ locale }) => locale === undefined);
    const name = displayText((fallback ?? variants[0])?.value ?? text ?? "");
    if (name === "" || name.startsWith("$")) continue;
    const names = new Map<string, string>();
    for (const { locale, value } of variants) {
      const label = displayText(value);
      if (locale !== undefined && label !== "" && !names.has(locale)) names.set(locale, label);
    }
    return { name, names: Object.fromEntries(names) };
  }
  return { name: profile.package_name, names: {} };
}

async function readIcon(
  archive: Archive,
  profile: HapProfile,
  resources: ResourceIndex | undefined,
  maxIconBytes: number,
): Promise<AppIcon | undefined> {
  for (const { id } of profile.icons) {
    const variants = id === undefined ? [] : (resources?.variants(id) ?? []);
    for (const { value } of byDensity(variants)) {
      const content = await readMedia(archive, value, maxIconBytes);
      if (content && isPng(content)) return { bytes: content, content_type: "image/png" };
      const layered =
        value.endsWith(".json") && content ? await mergeLayered(archive, value, content, maxIconBytes) : undefined;
      if (layered) return layered;
    }
  }
  return undefined;
}

const byDensity = (variants: readonly HapVariant[]): HapVariant[] =>
  [...variants].sort((a, b) => b.density - a.density).slice(0, 16);

/** An index names files from the module's own name on; in the package they start at `resources`. */
async function readMedia(archive: Archive, path: string, maxBytes: number): Promise<Buffer | undefined> {
  const inside = path.slice(Math.max(0, path.indexOf("resources/")));
  if ((archive.claimedSize(inside) ?? Infinity) > maxBytes) return undefined;
  return await archive.read(inside, maxBytes);
}

/**
 * `{"layered-image": {"background": "$media:…", "foreground": "$media:…"}}`: the layers are files beside it.
 * https://developer.huawei.com/consumer/en/doc/harmonyos-guides/layered-image
 */
async function mergeLayered(
  archive: Archive,
  path: string,
  content: Buffer,
  maxBytes: number,
): Promise<AppIcon | undefined> {
  if (content.length > MAX_LAYERED_BYTES) return undefined;
  let layers: Partial<Record<string, unknown>>;
  try {
    layers = (JSON.parse(content.toString("utf8")) as { "layered-image"?: typeof layers })["layered-image"] ?? {};
  } catch {
    return undefined;
  }
  const pictureOf = async (part: string) => {
    const name = /^\$media:([\w.-]{1,200})$/.exec(String(layers[part]))?.[1];
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const file = name === undefined ? undefined : await readMedia(archive, `${folder}${name}.png`, maxBytes);
    return file && decodePng(file);
  };
  const background = await pictureOf("background");
  const foreground = background && (await pictureOf("foreground"));
  if (!background || !foreground) return undefined;
  return { bytes: encodePng(mergeLayers(background, foreground, 1)), content_type: "image/png" };
}
