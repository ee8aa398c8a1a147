import { folderOf, isFolder, nameOf, type FileEntry } from "@udt/contract";
import { FileRefusal, type FilesCapability } from "@udt/driver";
import type { MadeFiles } from "./made-files.ts";

/** What is at a path; undefined where nothing is. */
export async function lookFor(
  files: FilesCapability,
  path: string,
  signal: AbortSignal,
): Promise<FileEntry | undefined> {
  try {
    return await files.stat(path, signal);
  } catch (error) {
    if (error instanceof FileRefusal && error.fault === "file_not_found") return undefined;
    throw error;
  }
}

/** The path, or the folder above it, that is the first one missing: making the path makes it. */
export async function firstMissing(files: FilesCapability, path: string, signal: AbortSignal): Promise<string> {
  for (let missing = path; ; missing = folderOf(missing)) {
    const above = folderOf(missing);
    const found = above === "/" || (await lookFor(files, above, signal));
    if (!found) continue;
    if (found !== true && !isFolder(found)) throw new FileRefusal("file_not_folder", above, "Not a directory");
    return missing;
  }
}

/** @throws FileRefusal file_exists */
export async function demandFree(files: FilesCapability, path: string, signal: AbortSignal): Promise<void> {
  if (await lookFor(files, path, signal)) throw new FileRefusal("file_exists", path, "File exists");
}

/** A name that differs in case alone finds the old file itself on shared storage, which tells no case, and another elsewhere. */
async function demandFreeFor(files: FilesCapability, path: string, to: string, signal: AbortSignal): Promise<void> {
  if (path.toLowerCase() !== to.toLowerCase()) return demandFree(files, to, signal);
  for await (const entries of files.list(folderOf(to), signal))
    if (entries.some(({ name }) => name === nameOf(to))) throw new FileRefusal("file_exists", to, "File exists");
}

export function makeFolder(
  files: FilesCapability,
  path: string,
  made: MadeFiles,
  signal: AbortSignal,
): Promise<FileEntry> {
  return made.naming(async () => {
    await demandFree(files, path, signal);
    await made.add(path);
    await files.makeFolder(path, signal);
    return files.stat(path, signal);
  });
}

export function renameFile(
  files: FilesCapability,
  { path, to }: { path: string; to: string },
  made: MadeFiles,
  signal: AbortSignal,
): Promise<FileEntry> {
  return made.naming(async () => {
    if (to.startsWith(`${path}/`)) throw new FileRefusal("file_name_invalid", to, "Invalid argument");
    await files.stat(path, signal);
    await demandFreeFor(files, path, to, signal);
    await made.move(path, to);
    await files.rename(path, to, signal);
    return files.stat(to, signal);
  });
}

export async function deleteFile(files: FilesCapability, path: string, signal: AbortSignal): Promise<null> {
  // What removes a tree is content when nothing is there.
  await files.stat(path, signal);
  await files.remove(path, signal);
  return null;
}
