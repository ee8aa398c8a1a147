export { buildAab, type BuildAabOptions } from "./build-aab.ts";
export { type ApkDefect, buildApk, type BuildApkOptions } from "./build-apk.ts";
export { buildHap, type BuildHapOptions } from "./build-hap.ts";
export { buildIpa, type BuildIpaOptions } from "./build-ipa.ts";
export { machO, type MachOOptions } from "./macho.ts";
export { xmlPlist, type PlistInput } from "./plist-writer.ts";
export { createSigner, type Signer } from "./signer.ts";
export type { ZipEntry } from "./zip-writer.ts";
export { squarePng } from "./png.ts";
