import type { Entry } from "yauzl";
import { hostile } from "../fault.ts";

const STORED = 0;
const LOCAL_HEADER_BYTES = 30;
/** Deflate cannot do better than 1032 : 1 (https://www.zlib.net/zlib_tech.html); the slack covers empty blocks. */
const MAX_DEFLATE_RATIO = 1032;
const RATIO_SLACK_BYTES = 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The entry's name, as a device reads it: UTF-8 whatever the flags say. Names that would leave the folder they are
 * unpacked to, on any system, are hostile.
 */
export function entryName(entry: Entry): string {
  let name: string;
  try {
    name = utf8.decode(entry.fileNameRaw);
  } catch {
    throw hostile("The package has an entry whose name is not UTF-8.");
  }
  const path = name.replaceAll("\\", "/");
  if (name === "") throw hostile("The package has an entry without a name.");
  if (name.includes("\0")) throw hostile(`The entry name ${JSON.stringify(name)} holds a NUL character.`);
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) {
    throw hostile(`The entry name ${JSON.stringify(name)} is an absolute path.`, "package_outside");
  }
  if (path.split("/").includes(".."))
    throw hostile(`The entry name ${JSON.stringify(name)} leaves its folder.`, "package_outside");
  return name;
}

/** A folder takes two bytes of a name, and a system for files can hold a certain number of them alone. */
export function checkFolders(names: Iterable<string>, max: number): void {
  const folders = new Set<string>();
  for (const name of names) {
    for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1)) {
      const folder = name.slice(0, end);
      // So are those around it.
      if (folders.has(folder)) break;
      folders.add(folder);
      if (folders.size > max) throw hostile(`The package has more than ${max} folders.`);
    }
  }
}

/** Judges all entries together: sizes that cannot be true, and entries that share bytes (the non-recursive zip bomb). */
export function checkEntries(entries: ReadonlyMap<string, Entry>, endOfContent: number): void {
  for (const [name, entry] of entries) {
    const stored = entry.compressionMethod === STORED && !entry.isEncrypted();
    const lies = stored
      ? entry.compressedSize !== entry.uncompressedSize
      : entry.uncompressedSize > entry.compressedSize * MAX_DEFLATE_RATIO + RATIO_SLACK_BYTES;
    if (lies) {
      throw hostile(
        `The entry ${JSON.stringify(name)} claims to unpack from ${entry.compressedSize} to ${entry.uncompressedSize} bytes.`,
      );
    }
  }

  const ordered = [...entries].sort(([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let freeFrom = 0;
  for (const [name, entry] of ordered) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < freeFrom) throw hostile(`The entry ${JSON.stringify(name)} overlaps the one before it.`);
    // The local header's own extra field is left out, so this is the least the entry can take up.
    freeFrom = start + LOCAL_HEADER_BYTES + entry.fileNameRaw.length + entry.compressedSize;
  }
  if (freeFrom > endOfContent) throw hostile("The last entry runs into the archive's directory.");
}
