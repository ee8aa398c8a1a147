import { isFolder, nameOf, pathIn, type FileEntry } from "@udt/contract";

/** What the tree knows of a folder that was opened in it. */
export interface TreeNode {
  names: readonly string[];
  /** How many folders more there are than are shown. */
  left_out: number;
}

export interface TreeRow {
  path: string;
  name: string;
  /** The root is at 1. */
  level: number;
  /** Undefined of a folder that has none in it. */
  isOpen: boolean | undefined;
  left_out: number;
  /** Among its siblings, from 1 on, and how many they are. */
  position: number;
  siblings: number;
}

/** More beside each other help nobody; the list has them all. */
export const NAMES_MAX = 500;
/** More open at once are a map that nobody reads; what was opened first is closed. */
export const OPEN_MAX = 64;

const below = (path: string, folder: string): boolean =>
  path !== folder && (folder === "/" || path.startsWith(`${folder}/`));

/** The folders that lead to a path, the root first, without it. */
export function aboveOf(path: string): string[] {
  const names = path.split("/").filter(Boolean);
  return path === "/" ? [] : names.map((_, at) => (at === 0 ? "/" : `/${names.slice(0, at).join("/")}`));
}

/** The folders of a list, in the order of their names. */
export function nodeOf(list: readonly FileEntry[], language: string): TreeNode {
  const order = new Intl.Collator(language, { numeric: true });
  const names = list
    .filter(isFolder)
    .map(({ name }) => name)
    .toSorted(order.compare);
  return { names: names.slice(0, NAMES_MAX), left_out: Math.max(0, names.length - NAMES_MAX) };
}

/** With one more open; what leads to it, and to where one is, is never closed for that. */
export function opened(open: ReadonlySet<string>, path: string, current: string): ReadonlySet<string> {
  const all = new Set(open);
  all.delete(path);
  all.add(path);
  for (const one of open) {
    if (all.size <= OPEN_MAX) break;
    if (!below(path, one) && !below(current, one) && one !== path) all.delete(one);
  }
  return all;
}

/** Without it and all below it: who opens it again finds it as it is then. */
export const closed = (open: ReadonlySet<string>, path: string): ReadonlySet<string> =>
  new Set([...open].filter((one) => one !== path && !below(one, path)));

/** What is in sight, from the root on. Where one is stands in the tree also where its siblings are not known. */
export function treeRows(nodes: ReadonlyMap<string, TreeNode>, open: ReadonlySet<string>, current: string): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (path: string, level: number, position: number, siblings: number) => {
    const node = nodes.get(path);
    const names = namesIn(path, node, current);
    const isLeaf = node !== undefined && names.length === 0;
    const isOpen = isLeaf ? undefined : open.has(path);
    const left_out = isOpen ? (node?.left_out ?? 0) : 0;
    rows.push({ path, name: path === "/" ? "/" : nameOf(path), level, isOpen, left_out, position, siblings });
    if (isOpen) names.forEach((name, at) => add(pathIn(path, name), level + 1, at + 1, names.length));
  };
  add("/", 1, 1, 1);
  return rows;
}

function namesIn(path: string, node: TreeNode | undefined, current: string): readonly string[] {
  const names = node?.names ?? [];
  if (!below(current, path)) return names;
  const next = current.slice(path === "/" ? 1 : path.length + 1).split("/")[0] ?? "";
  return names.includes(next) ? names : [...names, next];
}
