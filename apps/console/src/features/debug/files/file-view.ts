import { isFolder, pathIn, type FileEntry } from "@udt/contract";

export const SORTS = ["name", "size_bytes", "modified_at"] as const;
export interface Sorting {
  by: (typeof SORTS)[number];
  descending: boolean;
}

/** Folders first, then by what is asked for, and by name among equals; digits in names count as numbers. */
export function sortedEntries(list: readonly FileEntry[], { by, descending }: Sorting, language: string): FileEntry[] {
  const names = new Intl.Collator(language, { numeric: true });
  const way = descending ? -1 : 1;
  return list.toSorted((a, b) => {
    if (isFolder(a) !== isFolder(b)) return isFolder(a) ? -1 : 1;
    const order = by === "name" ? 0 : a[by] - b[by];
    return (order || names.compare(a.name, b.name)) * way;
  });
}

/** The path's folders from the root on, each with its own path. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  const crumbs = [{ name: "/", path: "/" }];
  for (const name of path.split("/").filter(Boolean)) {
    crumbs.push({ name, path: pathIn(crumbs.at(-1)?.path ?? "/", name) });
  }
  return crumbs;
}

const NAME_MAX_BYTES = 255;

/** Whether it may be the name of a file: Linux takes all but these. */
export const isName = (name: string): boolean =>
  name !== "" &&
  name !== "." &&
  name !== ".." &&
  !/[/\0]/.test(name) &&
  name.isWellFormed() &&
  new TextEncoder().encode(name).length <= NAME_MAX_BYTES;

/** A name on one line: what would break it is shown as a sign. */
export const shownName = (name: string): string =>
  name.replace(/[\r\n\u2028\u2029]/g, "\u21b5").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\u25a1");

/** What browsers draw, and no page of its own could be hidden in. */
const PICTURES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  avif: "image/avif",
};
export const PICTURE_MAX_BYTES = 32 * 1024 ** 2;
export const TEXT_MAX_BYTES = 256 * 1024;

/** The type of the picture that a file is by its name; undefined for all else. */
export const pictureType = (name: string): string | undefined =>
  PICTURES[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];

/** The text that the bytes are; undefined when they are none. A character that is cut off at the end is left out. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = new TextDecoder("utf-8").decode(bytes, { stream: true });
  const strange = text.split("\uFFFD").length - 1;
  return strange > text.length / 20 ? undefined : text;
}
