import { isName } from "./file-view.ts";

/** A file on its way, or a folder that nothing lies in. */
export interface Item {
  /** Below the folder that it is sent to, its names joined by slashes. */
  path: string;
  /** Undefined of an empty folder. */
  file: File | undefined;
}

/** What of a folder is not sent, and why. */
export interface Refused {
  path: string;
  why: "bad_name" | "unreadable" | "too_many" | { error: unknown };
}

export interface FolderContent {
  items: Item[];
  refused: Refused[];
}

/** Beyond that a folder is none that somebody puts on a phone by hand. */
export const ITEMS_MAX = 20_000;
/** No path on a device is that deep: a folder on a disk may lead into itself. */
const DEPTH_MAX = 128;

interface Walk extends FolderContent {
  signal: AbortSignal;
}

/** All that is in a folder of the user's disk. What has no name that a device could take, or cannot be read, is named. */
export async function contentOf(folder: FileSystemDirectoryEntry, signal: AbortSignal): Promise<FolderContent> {
  const walk: Walk = { items: [], refused: [], signal };
  await walkEntry(walk, folder, "", 0);
  return { items: walk.items, refused: walk.refused };
}

async function walkEntry(walk: Walk, entry: FileSystemEntry, above: string, depth: number): Promise<void> {
  walk.signal.throwIfAborted();
  const path = above + entry.name;
  const refuse = (why: Refused["why"]) => void walk.refused.push({ path, why });
  if (!isName(entry.name)) return refuse("bad_name");
  if (walk.items.length >= ITEMS_MAX || depth > DEPTH_MAX) return refuse("too_many");
  try {
    if (entry.isDirectory) await walkFolder(walk, entry as FileSystemDirectoryEntry, path, depth);
    else walk.items.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
  } catch {
    walk.signal.throwIfAborted();
    refuse("unreadable");
  }
}

async function walkFolder(walk: Walk, folder: FileSystemDirectoryEntry, path: string, depth: number): Promise<void> {
  const reader = folder.createReader();
  let isEmpty = true;
  // A reader gives some at a time, and none at the end.
  for (let some = await entriesOf(reader); some.length > 0; some = await entriesOf(reader)) {
    isEmpty = false;
    for (const entry of some) await walkEntry(walk, entry, `${path}/`, depth + 1);
  }
  if (isEmpty) walk.items.push({ path, file: undefined });
}

const entriesOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** What a browser gives of a folder that was chosen: its files by their paths, by the folder's name. */
export function chosenFolders(files: readonly File[]): Map<string, FolderContent> {
  const folders = new Map<string, FolderContent>();
  for (const file of files) {
    const path = file.webkitRelativePath;
    const names = path.split("/");
    const name = names[0] ?? "";
    const content = folders.get(name) ?? { items: [], refused: [] };
    folders.set(name, content);
    if (names.length < 2 || !names.every(isName)) content.refused.push({ path, why: "bad_name" });
    else if (content.items.length >= ITEMS_MAX) content.refused.push({ path, why: "too_many" });
    else content.items.push({ path, file });
  }
  return folders;
}
