import type { ScriptEntry } from "@udt/contract";

export interface FileNode {
  /** The path. */
  key: string;
  title: string;
  isLeaf: boolean;
  children: FileNode[];
}

/** Files by their folders: folders first, each by name. */
export function treeOf(entries: readonly ScriptEntry[]): FileNode[] {
  const root: FileNode[] = [];
  const folders = new Map<string, FileNode[]>([["", root]]);
  const childrenOf = (path: string): FileNode[] => {
    const known = folders.get(path);
    if (known) return known;
    const at = path.lastIndexOf("/");
    const node: FileNode = { key: path, title: path.slice(at + 1), isLeaf: false, children: [] };
    childrenOf(path.slice(0, Math.max(0, at))).push(node);
    folders.set(path, node.children);
    return node.children;
  };
  for (const { path } of entries) {
    const at = path.lastIndexOf("/");
    const leaf: FileNode = { key: path, title: path.slice(at + 1), isLeaf: true, children: [] };
    childrenOf(path.slice(0, Math.max(0, at))).push(leaf);
  }
  for (const nodes of folders.values())
    nodes.sort((a, b) => Number(a.isLeaf) - Number(b.isLeaf) || a.title.localeCompare(b.title));
  return root;
}
