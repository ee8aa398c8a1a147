import type { AppFileLimits, AppIcon } from "../app-file.ts";
import { decodePng, isApplePng, isPng, pngSize } from "../png/decode.ts";
import { encodePng } from "../png/encode.ts";
import { plistDict, plistList } from "../plist/plist.ts";
import type { PlistDict } from "../plist/values.ts";
import type { Archive } from "../zip/archive.ts";

const MAX_FILES_READ = 48;

/**
 * The largest PNG among the files that Info.plist names, converted where it is in Apple's own variant. An icon that lies
 * in the compiled catalogue (`Assets.car`) alone is not read.
 */
export async function readIpaIcon(
  archive: Archive,
  folder: string,
  info: PlistDict,
  maxIconBytes: AppFileLimits["maxIconBytes"],
): Promise<AppIcon | undefined> {
  const stems = iconNames(info).map((name) => folder + name.replace(/\.png$/i, ""));
  const candidates: { content: Buffer; pixels: number }[] = [];
  let filesRead = 0;
  for (const path of archive.names) {
    // `AppIcon60x60` stands for `AppIcon60x60@2x.png`, `AppIcon60x60@3x~ipad.png` and so on.
    const isNamed = path.endsWith(".png") && stems.some((stem) => path.startsWith(stem));
    if (!isNamed || path.indexOf("/", folder.length) >= 0 || (archive.claimedSize(path) ?? 0) > maxIconBytes) continue;
    filesRead += 1;
    if (filesRead > MAX_FILES_READ) break;
    const content = await archive.read(path, maxIconBytes);
    const size = content && pngSize(content);
    if (size) candidates.push({ content, pixels: size.width * size.height });
  }
  for (const { content } of candidates.sort((a, b) => b.pixels - a.pixels)) {
    const bytes = isApplePng(content) ? converted(content) : isPng(content) ? content : undefined;
    if (bytes) return { bytes, content_type: "image/png" };
  }
  return undefined;
}

function converted(content: Buffer): Buffer | undefined {
  const picture = decodePng(content);
  return picture && encodePng(picture);
}

/** Every way in which icons were named over the years, the newest first. */
function iconNames(info: PlistDict): string[] {
  const sets = ["CFBundleIcons", "CFBundleIcons~ipad"].map((key) =>
    plistDict(plistDict(info, key), "CFBundlePrimaryIcon"),
  );
  const named = [
    ...sets.flatMap((set) => plistList(set, "CFBundleIconFiles")),
    ...plistList(info, "CFBundleIconFiles"),
    ...plistList(info, "CFBundleIconFiles~ipad"),
    ...plistList(info, "CFBundleIconFile"),
  ].filter((name): name is string => typeof name === "string" && name !== "" && !name.includes("/"));
  return named.length > 0 ? [...new Set(named)].slice(0, MAX_FILES_READ) : ["AppIcon", "Icon"];
}
